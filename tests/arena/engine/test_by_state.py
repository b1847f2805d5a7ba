"""Games through `State` in blocks: the driver's games, move for move, and bots that fail."""

from collections.abc import Sequence

import pytest

from hotdice import HotDiceError, Keep, Roll, Rules, State, play
from hotdice.arena.engine.by_state import play_by_state
from hotdice.arena.match.bins import Bins
from hotdice.arena.match.blocks import Block, Match, Played, blocks
from hotdice.arena.match.counts import FARKLES, FORFEITS, POINTS, ROLLS, TURNS, Counts
from hotdice.bots import make
from hotdice.game import Action, Chooser, Step
from hotdice.game.dice import SeededDice
from hotdice.game.generator import stream_key
from hotdice.rules.files import preset_names

PAIR = Match(Rules.load("greed"), ("bad", "cautious"), 5)


class Listening:
    """A chooser that remembers what it was asked and answered."""

    def __init__(self, bot: Chooser, heard: list[tuple[State, Action]]) -> None:
        self._bot = bot
        self._heard = heard

    def choose(self, state: State) -> Action:
        """The same, noted down."""
        action = self._bot.choose(state)
        self._heard.append((state, action))
        return action


def choosers(match: Match, game: int) -> list[Chooser]:
    keys = [stream_key(match.seed, game, 1 + seat) for seat in range(len(match.bots))]
    return [make(name, key) for name, key in zip(match.bots, keys, strict=True)]


def by_driver(match: Match, game: int) -> list[Step]:
    start = State.start(match.rules, len(match.bots))
    return list(play(start, choosers(match, game), SeededDice(match.seed, game)))


def counted(match: Match, steps: Sequence[Step]) -> Counts:
    """One game counted from the driver's steps."""
    counts = Counts.none(len(match.bots))
    for step in steps:
        seat, kinds = step.before.player, {event.kind for event in step.events}
        counts.figure(TURNS)[seat] += step.after.fresh
        counts.figure(ROLLS)[seat] += isinstance(step.action, Roll)
        counts.figure(FARKLES)[seat] += "farkle" in kinds
    end = steps[-1].after
    for seat, total in enumerate(end.totals):
        counts.figure(POINTS)[seat] += total
        counts.totals[seat, Bins.of(match.rules).bin(total)] += 1
        if seat in end.winners:
            counts.wins[seat, len(end.winners) - 1] += 1
    return Counts(1, counts.table)


@pytest.mark.parametrize("name", [*preset_names(), "basic+dice=8", "greed+finish=immediate"])
def test_the_games_are_those_of_the_driver(name: str) -> None:
    rules = Rules.load(name)
    for bots in [("random", "cautious"), ("bold", "random", "threshold:300")]:
        match = Match(rules, bots, 77)
        for game in (0, 9):
            heard: list[tuple[State, Action]] = []
            listening = [Listening(bot, heard) for bot in choosers(match, game)]
            played = play_by_state(match, Block(game, 1), dict(enumerate(listening)))
            steps = by_driver(match, game)
            assert heard == [(step.before, step.action) for step in steps]
            wanted = counted(match, steps)
            assert (played.counts.table == wanted.table).all()
            assert (play_by_state(match, Block(game, 1)).counts.table == wanted.table).all()


def test_blocks_add_up_to_the_same_in_any_cut() -> None:
    match = Match(Rules.load("greed"), ("random", "threshold:300"), 3)
    whole = play_by_state(match, Block(0, 30)).counts
    assert whole.games == 30
    assert whole.wins.sum() >= 30
    for size in (1, 7):
        parts = [play_by_state(match, block).counts for block in blocks(30, size)]
        added = sum(parts[1:], parts[0])
        assert (added.table == whole.table).all()


class Raises:
    """A bot that plays so many actions and then breaks."""

    def __init__(self, actions: int, error: BaseException) -> None:
        self._left = actions
        self._error = error
        self._bot = make("cautious", 0)

    def choose(self, state: State) -> Action:
        """The usual, as long as it lasts."""
        self._left -= 1
        if self._left < 0:
            raise self._error
        return self._bot.choose(state)


class Answers:
    """A bot with one answer for everything."""

    def __init__(self, answer: object) -> None:
        self._answer = answer

    def choose(self, state: State) -> Action:
        """The answer."""
        return self._answer  # type: ignore[return-value]


def of_failing(bot: Chooser) -> Played:
    return play_by_state(PAIR, Block(10, 20), {0: bot})


@pytest.mark.parametrize("error", [RuntimeError("out of\nideas"), SystemExit("out of\nideas")])
def test_a_bot_that_raises_forfeits_the_rest_of_the_block(error: BaseException) -> None:
    found = of_failing(Raises(150, error))
    lost = int(found.counts.figure(FORFEITS)[0])
    assert 0 < lost < 20
    assert found.counts.games == 20
    assert found.counts.wins.sum() >= 20
    assert found.counts.wins[1, 0] >= lost
    assert found.counts.totals.sum() == 40
    [failure] = found.failures
    assert failure.startswith(f"bad and cautious, from game {30 - lost}: ")
    assert f": bad raised {type(error).__name__}: out of" in failure
    assert "\n" not in failure


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        (None, "None is not an action"),
        ("roll", "'roll' is not an action"),
        (Keep((2, 2)), "cannot keep: there is no roll"),
        (Keep((1,)), "cannot keep"),
    ],
)
def test_a_bot_that_answers_nonsense_forfeits(answer: object, word: str) -> None:
    found = of_failing(Answers(answer))
    assert found.counts.figure(FORFEITS).tolist() == [20, 0]
    assert found.counts.wins.tolist() == [[0, 0], [20, 0]]
    assert found.counts.figure(TURNS).sum() == 0
    [failure] = found.failures
    assert failure.startswith("bad and cautious, from game 10: ")
    assert "bad " in failure
    assert word in failure


def test_the_others_share_a_forfeited_win() -> None:
    match = Match(Rules.load("greed"), ("random", "bad", "cautious"), 1)
    bots = [make("random", 1), Answers(None), make("cautious", 0)]
    counts = play_by_state(match, Block(0, 3), dict(enumerate(bots))).counts
    assert counts.wins.tolist() == [[0, 3, 0], [0, 0, 0], [0, 3, 0]]


@pytest.mark.parametrize("rules", ["basic", "basic+dice=1+score.a=50"])
def test_a_game_without_end_is_told(rules: str) -> None:
    match = Match(Rules.load(rules), ("threshold:900000000", "threshold:900000000"), 1)
    with pytest.raises(HotDiceError) as told:
        play_by_state(match, Block(4, 1))
    assert told.value.code == "simulate/endless"
    assert "game 4 of threshold:900000000 and threshold:900000000" in str(told.value)
