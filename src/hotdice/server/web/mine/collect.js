// From the server into the archive: what is to be kept of a game that has ended.

import { ask, forget, games, isOpen, remember } from "../store.js";
import { isPreset } from "../texts.js";
import { names } from "../view.js";
import { archive, isArchived } from "./archive.js";

/** @import { KnownSeat, MyGame } from "../types" */

const PAUSE = 1000; // milliseconds, if the server does not say how long
const TRIES = 5;

const pause = (seconds) =>
  new Promise((done) => {
    setTimeout(done, 1000 * seconds || PAUSE);
  });

/** Ask, and again where the server wants a pause. */
async function patiently(place, tries = TRIES) {
  try {
    return await ask("GET", place);
  } catch (refused) {
    if (refused.status !== 429 || tries === 1) throw refused;
    await pause(refused.data.retry_after);
    return patiently(place, tries - 1);
  }
}

/**
 * What is to be kept of a game; null while it goes on, and if it never began.
 * @param {KnownSeat} known
 */
async function told({ game, seat, since, status: before }) {
  const place = `/api/games/${game}`;
  const found = await patiently(place);
  const { status, rules, state } = found;
  if (status !== before)
    remember({ game, status, title: rules.title, digest: rules.digest, names: names(found), totals: state?.totals });
  if (isOpen(found) || !state) return null;
  const answer = await fetch(`${place}/record`);
  if (!answer.ok) return null;
  const record = await answer.text();
  const skill = isPreset(rules) ? await patiently(`${place}/skill`) : null; // others are hardly ever solved there
  const bots = found.seats.map(({ bot }) => bot ?? null);
  const own = skill && { exact: skill.exact, most_lost: skill.most_lost, ...skill.seats[seat] };
  /** @type {MyGame} */
  const mine = {
    ...{ game, seat, since: since ?? Date.now(), status, names: names(found), bots },
    ...{ title: rules.title, digest: rules.digest, totals: state.totals, winners: state.winners, skill: own, record },
  };
  return mine;
}

/**
 * Keep a game that has ended, if it is not kept yet.
 * @param {KnownSeat} known
 */
export async function collect(known) {
  if (await isArchived(known.game)) return;
  const found = await told(known);
  if (found) await archive([found]);
}

/** Keep every game of this browser that has ended; `onNext` is told how many are left. Others are tried the next time. */
export async function collectAll(onNext) {
  const wanted = [];
  for (const known of games()) if (!(await isArchived(known.game))) wanted.push(known);
  for (const [at, known] of wanted.entries()) {
    onNext(wanted.length - at);
    await collect(known).catch((refused) => {
      if (refused.code === "game/unknown") forget(known.game);
    });
  }
  onNext(0);
}
