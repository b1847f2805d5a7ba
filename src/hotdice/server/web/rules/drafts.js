// The drafts of house rules in this browser: the one that is written, and those that were put aside for it.

import { keep, kept } from "../store.js";

const KEPT = "rules-drafts";
const MOST = 20;

/** `text` is written now; as long as it is `fresh` nobody has changed it; `aside` are older ones, newest last. */
const NONE = { text: null, fresh: null, aside: [] };

/** What was written here before. */
export const drafts = () => kept(KEPT) ?? NONE;

/** Keep what is written. */
export function keepDrafts(now) {
  keep(KEPT, now);
  return now;
}

const own = ({ text, fresh }) => text !== null && text !== fresh;

/** Start from another text; what somebody has written is put aside. */
export function startWith(now, text, fresh) {
  const rest = now.aside.filter((each) => each !== text);
  return { text, fresh, aside: own(now) && now.text !== text ? [...rest, now.text].slice(-MOST) : rest };
}

/** Back to what was put aside last; what was written instead of it can be gone back to after all others. */
export function back(now) {
  const rest = now.aside.slice(0, -1);
  return { text: now.aside.at(-1), fresh: null, aside: own(now) ? [now.text, ...rest] : rest };
}

/** Throw away what was put aside last. */
export const throwAway = (now) => ({ ...now, aside: now.aside.slice(0, -1) });
