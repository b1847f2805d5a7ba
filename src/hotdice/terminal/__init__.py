"""A person at a terminal: the full-screen app and the game line by line. Decides nothing."""
