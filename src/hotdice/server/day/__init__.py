"""The day's dice: secrets, games and results of days."""
