"""One turn by itself: its rolls, its levels of turn points, its odds. Plain numpy, no other player.

`moves` and `program` lay out the rolls of some rules as arrays; `levels`, `upper_levels` and
`secondary_values` solve a turn by backward induction over turn points, for any value of its end;
`odds`, `max_points` and `final_turn` are applications.
"""
