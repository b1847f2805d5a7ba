// Who begins, by a roll of one die each: the highest; of equal ones those roll again. A second
// implementation of `game/roll_off.py`.

import { rolling } from "./rolling.js";
import { Refusal } from "./state.js";

const TURN = 2 ** 32 - 1; // dice of these rolls are those of a turn that no game comes to

/** The throw of a seat in a round, from 0. */
export const place = (seat, round, sides) => ({ seat, turn: TURN, roll: round, count: 1, sides });

/** Refuse rounds in which others than those who are left rolled, and a tie at the end. */
export function checkRollOff(rounds, seats) {
  rounds.forEach((thrown, at) => {
    const left = rolling(seats, rounds.slice(0, at));
    const fits = (die, seat) => (left.includes(seat) ? [1, 2, 3, 4, 5, 6].includes(die) : die === null);
    if (thrown.length !== seats || left.length < 2 || !thrown.every(fits))
      throw new Refusal("record/roll-off", { round: at + 1 });
  });
  if (rounds.length && rolling(seats, rounds).length > 1)
    throw new Refusal("record/roll-off", { round: rounds.length + 1 });
}
