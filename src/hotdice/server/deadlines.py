"""What storage and games agree on about deadlines and clocks."""

AT_ONCE = 0  # the deadline of a game in which a bot or the server moves next
SAME_JUMP = 30_000  # milliseconds within which processes report the same clock jump
