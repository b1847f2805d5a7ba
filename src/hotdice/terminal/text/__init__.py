"""What the plain game and the app print alike: lines of text within the columns of a terminal."""
