"""Every moment of turns under options, from a solution of their game."""

import numpy as np

from hotdice.game import State
from hotdice.solver.explicit.rolls import kernel_rolls
from hotdice.solver.explicit.solution import ExplicitSolution
from hotdice.solver.explicit.turns import game_of, workspace_of
from hotdice.solver.kernels.explicit import OWN, TableRows, Tables
from hotdice.solver.kernels.explicit_moments import evaluate_moments
from hotdice.solver.turn.levels import FORBIDDEN
from hotdice.solver.turn.own_chances import OwnChances
from hotdice.solver.turn.program import step_of

ONLY_OWN = TableRows(np.array([OWN]), np.array([0]), -1)


def own_chances(solution: ExplicitSolution, start: State, highest: int) -> OwnChances:
    """The mover's chances in a turn up to a level; the solver's compiled turns work them out.

    Totals may be counted in finer steps than the points of a turn.
    """
    axes = solution.axes
    finer = step_of(axes.rules) // axes.step
    levels = highest * finer + 1
    axes = axes._replace(top=axes.top + levels)  # as is reached from the highest
    rolls, dice = kernel_rolls(axes.rules, axes.step), axes.rules.dice
    work = workspace_of(axes, rolls)
    bank = np.full((levels, dice), FORBIDDEN)
    tables = Tables(solution.values, solution.offered)
    place = solution.place(start)
    evaluate_moments(game_of(axes), rolls, tables, ONLY_OWN, place, work, bank)
    return OwnChances(
        best=work.nodes[:, 0].reshape(-1, rolls.width)[::finer],
        bank=bank[::finer],
        roll=np.roll(work.rolls[:levels:finer, :, 0], 1, axis=1),
        begin=float(work.out[0]),
    )
