"""What is chosen before a game: go on with an old one, which rules, who plays."""
