"""Copies and pickles of rules share their caches, and rules that are no longer used are freed."""

import copy
import gc
import pickle
import subprocess
import sys
import weakref
from collections.abc import Callable

import pytest

from hotdice import Rules, State
from hotdice.rules import rules as module
from hotdice.rules.scoring import Scoring

COPIES: dict[str, Callable[[State], State]] = {
    "copy": copy.copy,
    "deep copy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "old pickle": lambda state: pickle.loads(pickle.dumps(state, protocol=2)),
}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("name", ["basic", "basic+target=5000"])
def test_a_copy_works_out_nothing_anew(
    again: Callable[[State], State], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.load(name)
    state = State.start(rules)
    after = state.roll([1, 1, 1, 5, 2, 3]).keep([1, 1, 1])
    rules.outcomes(3)
    worked_out: list[object] = []

    def count(scoring: Scoring, roll: tuple[int, ...]) -> list[object]:
        worked_out.append(roll)
        return []

    monkeypatch.setattr(Scoring, "keeps", count)
    other = again(state)
    assert other == state
    assert (other.rules.name, other.rules.title) == (rules.name, rules.title)
    assert other.roll([1, 1, 1, 5, 2, 3]).keep([1, 1, 1]) == after
    assert other.rules.outcomes(3) == rules.outcomes(3)
    assert worked_out == []


def test_pickles_of_the_same_rules_are_the_same_where_the_rules_are_gone() -> None:
    rules = Rules.load("greed", target=5000)
    text = pickle.dumps(rules)
    gone = weakref.ref(rules)
    del rules
    gc.collect()
    assert gone() is None
    first, second = pickle.loads(text), pickle.loads(text)
    assert first is second
    assert first.name == "greed+target=5000"


def test_nothing_is_kept_of_rules_that_are_gone() -> None:
    gc.collect()
    before = len(module._pickled)
    for target in range(1000, 1050):
        rules = Rules.load("greed", target=target)
        state = copy.deepcopy(pickle.loads(pickle.dumps(State.start(rules))))
        state.roll([1, 1, 5, 2, 3])
        State.parse(f"{rules.name} 0,0 p1 t250 d2", rules)
    del rules, state
    gc.collect()
    assert len(module._pickled) == before


def test_a_preset_is_itself_in_another_process() -> None:
    code = (
        "import pickle, sys; from hotdice import Rules; "
        "found = pickle.loads(sys.stdin.buffer.read()); "
        "print([rules is Rules.load(rules.name) for rules in found], found[1].title)"
    )
    changed = Rules.parse(Rules.load("pig").toml().replace('title = "Pig"', 'title = "Our Pig"'))
    assert changed.title == "Our Pig"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=pickle.dumps([Rules.load("pig"), changed]),
        capture_output=True,
        check=True,
        timeout=300,
    )
    assert done.stdout.decode() == "[True, False] Our Pig\n"
