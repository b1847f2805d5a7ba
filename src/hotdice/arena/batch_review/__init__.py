"""The luck, the losses and the decisions of many games: results without luck, skill levels."""
