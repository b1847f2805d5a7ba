"""Games shared over HTTP and WebSocket, for browsers and bots.

Games are stored in a database; what is in memory is a copy. The rules of play come from
`hotdice.rules` and `hotdice.game`.
"""
