"""The menu before a game: resume a saved game, choose rules, choose players."""
