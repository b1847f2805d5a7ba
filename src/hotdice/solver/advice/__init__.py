"""What every choice in a position is worth, from the values of turn starts."""
