"""One game at a terminal and its files, without any output of its own."""
