"""Text that the plain game and the app share: lines within the columns of a terminal."""
