"""Reviews of the turns of one chunk, `LANES` turn starts side by side; compiled."""

from hotdice.arena.batch_review.turn_kernel import Turn, review_turns
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.lanes import LANES


@njit(cache=True, nogil=True)
def review_chunk(
    tables, limits, rows, base, levels, stops, after_farkle, forced, may, groups, starts, order,
    turns, ends, classes, kept, luck, lost, decisions,
):  # fmt: skip
    """Review the turns of each lane; `groups` has the group of each lane, -1 for none.

    Turns of group g are in `order` from `starts[g]` to below `starts[g + 1]`.
    """
    for lane in range(len(groups)):
        group = groups[lane]
        if group < 0:
            continue
        farkled = after_farkle[lane]
        hot = forced[0] + forced[1] * farkled
        turn = Turn(rows, base + lane, LANES, levels, stops[lane], farkled, hot, may[lane])
        members = order[starts[group] : starts[group + 1]]
        review_turns(
            tables, turn, limits, members, turns, ends, classes, kept, luck, lost, decisions
        )
