"""How blocks of games are played: compiled for built-in bots, through `State` for all others."""
