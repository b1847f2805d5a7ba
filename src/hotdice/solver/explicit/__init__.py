"""Best play under any options: turn starts are numbered one by one, with all that matters to them.

`axes` says what that is and how much, `rolls` lays out the rolls, `solve` solves all turn starts in
order, `certificate` bounds the errors where totals can fall. `docs/theory.md` has the mathematics.
"""
