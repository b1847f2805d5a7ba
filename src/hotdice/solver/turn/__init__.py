"""One turn by itself: its rolls, its levels of turn points, its odds. Plain numpy, no other player.

`moves` and `program` lay the rolls of some rules out as arrays; `levels`, `upper_levels` and
`secondary_values` solve a turn by backward induction over turn points, whatever its end is worth;
`odds`, `max_points` and `final_turn` ask such questions.
"""
