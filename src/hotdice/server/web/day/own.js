// What this browser knows of its own games with the dice of days, and how it comes by one.

import { ask, keep, kept, myName, remember, seatIn } from "../store.js";
import { t } from "../texts.js";
import { EMPTY, reduce } from "../view.js";

/** @import { OwnDay, View } from "../types" */

const MOST = 40; // days
const PAGE = 500; // events

const draw = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The key by which the server knows that this browser has played a day. */
function dayKey() {
  if (!kept("day-key")) keep("day-key", draw());
  return kept("day-key");
}

/**
 * What is known of a day, or null.
 * @param {string} date
 * @returns {OwnDay | null}
 */
export const ofDay = (date) => (kept("days") ?? {})[date] ?? null;

/**
 * Keep something of a day.
 * @param {string} date
 * @param {OwnDay} news
 */
export function noteDay(date, news) {
  const days = { ...kept("days"), [date]: { ...ofDay(date), ...news } };
  const newest = Object.entries(days).sort().slice(-MOST);
  keep("days", Object.fromEntries(newest));
}

/**
 * Keep what has become of the game that counts.
 * @param {string} date
 * @param {View} view
 */
export const noteResult = (date, { status, turns, counted }) =>
  noteDay(date, { status, counted, rounds: turns.map(({ points }) => points) });

/** A game after all its events. */
async function viewOf(game) {
  let view = EMPTY;
  let newest = 1;
  while (view.seq < newest) {
    const { events, seq } = await ask("GET", `/api/games/${game}/events?from=${view.seq}&limit=${PAGE}`);
    if (!events.length) break;
    view = events.reduce(reduce, view);
    newest = seq;
  }
  return view;
}

/**
 * What has become of this browser's game of a day; null where it has none.
 * @param {string} date
 */
export async function lookUp(date) {
  const own = ofDay(date);
  if (!own?.game || own.status === "over" || own.status === "closed") return own?.game ? own : null;
  const view = await viewOf(own.game).catch(() => null); // it is as it was known
  if (view) noteResult(date, view);
  return ofDay(date);
}

/** The game with the dice of a day: of today the one that counts, of an earlier day another one. */
export async function playDay(date, counts) {
  const known = ofDay(date)?.game;
  if (counts && known && seatIn(known)) return known;
  const key = counts ? dayKey() : draw();
  const named = (name) => ask("POST", `/api/day/${date}/games`, { name, key });
  const seated = await named(myName() || t("seat/person")).catch((refused) => {
    if (refused.code !== "seat/name") throw refused;
    return named(t("seat/person")); // the one that was kept is a name no more
  });
  const { game, seat, token } = seated;
  remember({ game, seat, token, since: Date.now() });
  if (counts) noteDay(date, { game, status: "playing" });
  return game;
}
