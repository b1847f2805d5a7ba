// Whose dice decide who begins, for the verifier and the table alike.

/**
 * The seats that are left: all before the first round, then those with the highest die.
 * @param {number} seats
 * @param {(number | null)[][]} rounds
 */
export function rolling(seats, rounds) {
  const every = [...Array(seats).keys()];
  const last = rounds.at(-1);
  return last ? every.filter((seat) => last[seat] === Math.max(...last.map(Number))) : every;
}
