// Who gets points that would pass a target that has to be reached exactly.

/** The seat with the lowest other total, of equals the next in the order of play; the seat itself if it is alone. */
export function receiver(totals, seat) {
  const others = totals.slice(1).map((_, at) => (seat + 1 + at) % totals.length);
  const lowest = Math.min(...others.map((other) => totals[other]));
  return others.find((other) => totals[other] === lowest) ?? seat;
}
