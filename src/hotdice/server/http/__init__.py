"""Requests and responses, WebSockets, connection limits, and the files of the web app.

Games are changed only through `hotdice.server.games`.
"""
