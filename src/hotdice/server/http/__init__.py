"""Requests and responses, WebSockets, limits of connections, and the files of the web app.

Nothing here changes a game itself: `games` does.
"""
