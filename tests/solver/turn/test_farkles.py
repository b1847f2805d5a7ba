"""What a row of farkles does, as a table: as the rules say it, in steps from a lowest total."""

from hotdice import Rules
from hotdice.solver.turn.farkles import farkle_table


def test_the_last_farkle_of_a_row_costs_points_and_ends_it() -> None:
    rules = Rules.load("greed", target=500, penalty={"farkles": 3, "points": 200, "floor": -100})
    table = farkle_table(rules.terms.in_steps(50, lowest=-100))
    assert table.totals.shape == (3, 12)  # from -100 to 450
    for count in (0, 1):
        assert table.totals[count].tolist() == list(range(12))
        assert table.counts[count].tolist() == [count + 1] * 12
    assert table.totals[2].tolist() == [0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]
    assert not table.counts[2].any()
    assert not table.below.any()


def test_without_a_floor_totals_fall_below_the_lowest_that_is_followed() -> None:
    rules = Rules.load("greed", target=200, penalty={"farkles": 1, "points": 100})
    table = farkle_table(rules.terms.in_steps(50, lowest=-50))
    assert table.totals.tolist() == [[0, 0, 0, 1, 2]]
    assert table.below.tolist() == [[True, True, False, False, False]]
