"""The engine of the browser, asked to play moves that `State` has played."""

from typing import Any

from support.node import javascript

from hotdice import State
from hotdice.rules.meaning import TAKEN_OVER, UNCONFIRMED

Move = tuple[str, list[int]]
Vector = dict[str, Any]  # rules, totals to begin with, who begins, and moves

ROLL_FIRST = {UNCONFIRMED: "unconfirmed", TAKEN_OVER: "taken-over"}

PLAY = """
const told = (state) => ({
  totals: state.totals, farkles: state.farkles, player: state.player, points: state.points,
  dice: state.dice, rolled: state.rolled, starter: state.starter, over: state.over,
  offer: state.offer && [state.offer.points, state.offer.dice], first: state.first,
  spared: state.spared, rounds: state.rounds, won: state.won,
});
const play = ({ rules, totals, beginner, moves }) => {
  let state = new engine.State(new scoring.Rules(rules), totals, beginner);
  return moves.map(([kind, dice]) => {
    try {
      state = kind === "roll" || kind === "keep" ? state[kind](dice) : state[kind]();
      return told(state);
    } catch (refusal) {
      if (!(refusal instanceof engine.Refusal)) throw refusal;
      return refusal.code;
    }
  });
};
console.log(JSON.stringify(given.map(play)));
"""


def told(state: State) -> dict[str, Any]:
    """A state as the browser's engine has it."""
    return {
        "totals": list(state.totals),
        "farkles": list(state.farkles),
        "player": state.player,
        "points": state.turn_points,
        "dice": state.dice,
        "rolled": list(state.rolled),
        "starter": state.starter,
        "over": state.over,
        "offer": list(state.extras.offer) if state.extras.offer else None,
        "first": ROLL_FIRST.get(state.extras.roll_first),
        "spared": state.extras.spared,
        "rounds": state.extras.rounds,
        "won": state.extras.won,
    }


def answered(vectors: list[Vector]) -> list[Any]:
    """What the engine answers to each move of each vector: a state, or the code of a refusal."""
    answers: list[Any] = javascript(
        PLAY, vectors, engine="engine/state.js", scoring="engine/scoring.js"
    )
    return answers
