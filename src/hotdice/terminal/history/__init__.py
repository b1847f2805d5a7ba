"""Past games of the people at this terminal: listed, counted, and their personal bests."""
