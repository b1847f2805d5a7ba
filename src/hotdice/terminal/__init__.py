"""A person at a terminal. For now line by line; decides nothing about the game."""
