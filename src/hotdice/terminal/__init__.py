"""Hot Dice in a terminal: the full-screen app and the line-by-line game."""
