"""One game of a person at a terminal, and the files it is kept in. Shows nothing."""
