"""The luck, the losses and the decisions of many games: results without luck, levels of skill."""
