"""Mass play: it agrees with the solver, stronger bots win, and who counts does not matter."""

from functools import partial
from math import sqrt

import numpy as np
import pytest
from support.dask_cluster import dask_cluster
from support.lengths import cases, long

from hotdice import Rules, State
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.engine.play import can_be_compiled, play_block
from hotdice.arena.match.blocks import Block, Match, blocks
from hotdice.arena.match.counts import FARKLES, POINTS, ROLLS, TURNS, Counts
from hotdice.arena.match.statistics import interval, win_rate
from hotdice.arena.simulation import Run, simulate
from hotdice.bots.built_in import BUILT_IN, Declaration
from hotdice.game import Action
from hotdice.jobs import Cluster, Place, Processes, Threads
from hotdice.rules.files import preset_names
from hotdice.solver.storage.lookup import two_player_solution
from hotdice.solver.turn.odds import odds

RULEBOOKS = ["basic", "three-pair", "doubling", "greed", "thousand"]
OTHERS = ["random", "threshold:300", "cautious", "bold", "turn", "human:1", "human:10"]
STRONGEST = ["turn", "human:10"]
NORMAL_99 = 2.5758293035489004  # deviations around the mean that hold 99 % of a normal distribution


def counts_of(rules: Rules, bots: tuple[str, ...], games: int, seed: int = 1) -> Counts:
    """The counts of so many games, on all cores."""
    return simulate(rules, bots, games, seed).counts


def both_orders(rules: Rules, one: str, other: str, games: int) -> tuple[float, int]:
    """How often a bot beats another if each begins half of the games, and how many these are."""
    first = win_rate(counts_of(rules, (one, other), games, seed=11), 0)
    second = win_rate(counts_of(rules, (other, one), games, seed=12), 1)
    return (first + second) / 2, 2 * games


@pytest.mark.parametrize("preset", cases(RULEBOOKS, lambda name: name in ("greed", "doubling")))
def test_best_play_wins_as_often_as_the_solver_says(preset: str, count: int) -> None:
    rules, games = Rules.load(preset), 200_000 * count
    chance = two_player_solution(rules).chance(0, 0)
    found = win_rate(counts_of(rules, ("optimal", "optimal"), games), 0)
    assert abs(found - chance) < 3 * sqrt(chance * (1 - chance) / games)
    for other in OTHERS if count > 1 else STRONGEST:  # while the plans of best play are there
        check_beaten(rules, other, 20_000)


def check_beaten(rules: Rules, other: str, games: int) -> None:
    """Best play beats another bot, to 99 %."""
    rate, played = both_orders(rules, "optimal", other, games)
    assert interval(rate, played, NORMAL_99)[0] > 0.5, other


@long
@pytest.mark.parametrize("preset", [name for name in preset_names() if name not in RULEBOOKS])
def test_best_play_beats_every_other_bot_in_all_presets(preset: str) -> None:
    for other in OTHERS:
        check_beaten(Rules.load(preset), other, 50_000)


@pytest.mark.parametrize("preset", RULEBOOKS)
def test_turns_bring_the_points_that_the_solver_says(preset: str, count: int) -> None:
    """Without an entry, which the greatest expected turn leaves aside.

    Totals grow by whole turns until a moment that depends on the turns before alone, so points by
    turns is the mean of a turn (Wald's identity). A turn's deviation is below twice its mean.
    """
    rules, games = Rules.load(preset, entry=0), 200_000 * count
    counts = counts_of(rules, ("turn", "turn"), games)
    turns, points = (int(counts.figure(column).sum()) for column in (TURNS, POINTS))
    expected = odds(rules).expected_turn
    assert expected is not None
    assert abs(points / turns - expected) < 3 * 2 * expected / sqrt(turns)


@pytest.mark.parametrize("level", range(1, 10))
def test_each_level_beats_the_one_below(level: int, long_run: bool) -> None:
    for preset in preset_names() if long_run else ["basic"]:
        better, worse = f"human:{level + 1}", f"human:{level}"
        games = 300_000 if long_run else 20_000
        rate, played = both_orders(Rules.load(preset), better, worse, games)
        assert interval(rate, played, NORMAL_99)[0] > 0.5, preset


MIXED = Match(Rules.load("zilch"), ("human:4", "turn", "random"), seed=2**63 + 5)


@pytest.mark.parametrize("place", [Threads(2), Threads(5), Processes(2)], ids=str)
@pytest.mark.parametrize("size", [1_000, 137])
def test_who_counts_does_not_matter(place: Place, size: int) -> None:
    wanted = play_block(MIXED, Block(0, 1_000)).counts
    assert added_up(place, size, 1_000) == wanted.plain()


def added_up(place: Place, size: int, games: int) -> dict[str, object]:
    """The counts of games in blocks of some size, as plain data."""
    results = place.run(partial(play_block, MIXED), blocks(games, size))
    counts = Counts.none(len(MIXED.bots))
    for _, played in results:
        counts += played.counts
    return counts.plain()


def test_a_cluster_that_loses_a_worker_counts_the_same() -> None:
    games, size = 2_000, 50
    wanted = play_block(MIXED, Block(0, games)).counts
    with dask_cluster(workers=2) as cluster:
        counts = Counts.none(len(MIXED.bots))
        results = Cluster(cluster.address).run(partial(play_block, MIXED), blocks(games, size))
        for done, (_, played) in enumerate(results, 1):
            counts += played.counts
            if done == games // size // 2:
                cluster.workers[0].kill()
    assert counts.plain() == wanted.plain()


def test_the_figures_are_those_of_the_games() -> None:
    """Everything that is counted, against games that are gone through one by one."""
    run = Run(Match(Rules.load("greed"), ("bold", "human:2"), 3), games=40)
    for _ in run.play(Threads(1)):
        pass
    found = run.simulation.counts
    single = [play_block(run.match, Block(game, 1)).counts for game in range(40)]
    for column in (TURNS, ROLLS, FARKLES, POINTS):
        assert (
            found.figure(column).tolist()
            == np.sum([c.figure(column) for c in single], axis=0).tolist()
        )
    assert found.wins.sum(axis=0)[0] + found.wins.sum(axis=0)[1] / 2 == 40


class Timid:
    """Banks as soon as it may."""

    def choose(self, state: State) -> Action:
        """The last of the legal actions."""
        return state.actions()[-1]


def test_a_built_in_bot_without_a_compiled_form_plays_through_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    declared = Declaration("timid", lambda _: lambda key, drawn: Timid())
    monkeypatch.setitem(BUILT_IN, "timid", declared)
    match = Match(Rules.load("greed"), ("timid", "bold"), 4)
    assert not can_be_compiled(match)
    wanted = play_by_state(match, Block(0, 20), {0: Timid()}).counts.plain()
    assert play_block(match, Block(0, 20)).counts.plain() == wanted
    found = simulate(match.rules, match.bots, 20, match.seed, Threads(1))
    assert found.counts.plain() == wanted
    assert not found.failures
