"""The game line by line, for any terminal."""
