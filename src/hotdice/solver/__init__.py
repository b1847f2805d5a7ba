"""What is best: one turn by itself, and whole games of two, with a bound on every error."""
