"""The game as a whole screen of a terminal, by keys and by mouse."""
