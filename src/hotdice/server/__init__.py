"""The door for browsers and bots: games that people share over HTTP and WebSocket.

Games live in a database; what is in memory is a copy of it. Nothing here has rules of its own.
"""
