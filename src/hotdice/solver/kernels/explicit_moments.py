"""One turn under options, with what banking is worth at every moment of it."""

from hotdice.rules.meaning import ALLOWED, bank_refused
from hotdice.solver.kernels.compiled import njit
from hotdice.solver.kernels.explicit import evaluate, put_stop


@njit(cache=True, nogil=True)
def evaluate_moments(game, rolls, tables, rows, place, work, bank):
    """Solve the turn of a place for all levels; `bank` has the mover's chances of allowed banks.

    They are by points and dice left, hot dice being 0. The rest is in the workspace.
    """
    evaluate(game, rolls, tables, rows, place, work, True)
    terms, total = game.terms, work.totals[0]
    if game.needs and place >= game.last_at[1]:
        total = terms.zero + (work.totals[0] // game.needs if game.boards > 1 else 1)
    for points in range(1, len(bank)):
        for count in range(1, terms.dice + 1):
            if bank_refused(terms, total, points, count) == ALLOWED:
                put_stop(game, tables, rows, work, total, points, count)
                bank[points, count % terms.dice] = work.stop[points, 0]
