"""The game as a full-screen app, for a person at a terminal. Decides nothing: shows and asks."""
