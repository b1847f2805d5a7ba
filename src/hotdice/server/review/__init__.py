"""Reviews of games, computed in worker processes so that moves never wait for them."""
