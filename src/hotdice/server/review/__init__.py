"""Reviews of games, worked out in helper processes so that moves never wait for them."""
