"""One player alone: the fewest turns to the target that can be expected."""
