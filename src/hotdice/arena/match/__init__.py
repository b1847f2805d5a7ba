"""What a match is, and what is counted in its games: blocks, counts, statistics. Plays nothing."""
