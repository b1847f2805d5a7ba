// All games as one file, for another browser.

import { games, keep, kept, myName, remember, seatIn } from "../store.js";
import { archive, archived } from "./archive.js";

const KIND = "hotdice games";
const VERSION = 1;

/** Everything that this browser knows of its games, as text. */
export const exported = async () =>
  JSON.stringify({ kind: KIND, version: VERSION, name: myName(), seats: games(), games: await archived() });

/** Whether a value from a file is a game as `collect` has kept it. */
const isGame = (each) =>
  typeof each?.game === "string" &&
  Number.isInteger(each.seat) &&
  typeof each.since === "number" &&
  typeof each.title === "string" &&
  typeof each.record === "string" &&
  [each.names, each.bots, each.totals, each.winners].every(Array.isArray) &&
  each.seat in each.names;

const isSeat = (each) => typeof each?.game === "string" && Number.isInteger(each.seat);

/** Take in such a text; the number of its games, or null if it is something else. Nothing that is here gets lost. */
export async function taken(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return null;
  }
  const fits = found?.kind === KIND && found.version === VERSION && [found.seats, found.games].every(Array.isArray);
  if (!fits || !found.games.every(isGame) || !found.seats.every(isSeat)) return null;
  await archive(found.games);
  for (const each of [...found.seats].reverse()) if (!seatIn(each.game)) remember(each);
  if (!kept("name") && typeof found.name === "string" && found.name) keep("name", found.name);
  return found.games.length;
}
