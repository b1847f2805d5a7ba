// The dice that somebody picks, and what they do with them.

import { useEffect, useRef, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { endsTurn } from "../view.js";
import { indexesOf, keepOf, tapped } from "./felt.js";

/** @import { Action, View } from "../types" */
/** @import { LiveGame } from "./live_game.js" */

const KEYS = { r: "roll", b: "bank", t: "take" };
const TYPING = "input, select, textarea, dialog";

/** @type {{ game: string | null, seq: number, list: number[] }} */
let last = { game: null, seq: 0, list: [] }; // the dice picked last, also for a page made anew in another language

/**
 * The picked dice, and how to pick, roll and bank; `learning` is whether somebody still learns what scores.
 * @param {string} game
 * @param {LiveGame} live
 * @param {{ view: View, mine: boolean, busy: boolean }} now
 * @param {boolean} learning
 */
export function useHand(game, live, { view, mine, busy }, learning) {
  const [picks, setPicks] = useState(last);
  const [why, setWhy] = useState("");
  const { state } = view;

  // One keep alone needs no tap.
  const rollSeq = view.felt?.seq || 0;
  const single = mine && !learning && state.keeps.length === 1 ? indexesOf(state.keeps[0], state.fell, []) : [];
  const chosen = picks.game === game && picks.seq === rollSeq;
  const picked = !mine || !state.fell.length ? [] : chosen ? picks.list : single;
  const choose = (list) => {
    last = { game, seq: rollSeq, list };
    setPicks(last);
  };
  useEffect(() => setWhy(""), [view.seq]);

  const pick = (index) => {
    const found = tapped(state.keeps, state.fell, picked, index);
    if (!found) {
      const scores = state.keeps.some(({ dice }) => dice.includes(state.fell[index]));
      return setWhy(t(scores ? "web.why.together" : "web.why.nothing", { face: state.fell[index] }));
    }
    setWhy("");
    const first = picked.includes(index) ? picked.filter((each) => each !== index) : [...picked, index];
    return choose(indexesOf(found, state.fell, first));
  };
  const pickAll = (dice) => choose(indexesOf({ dice }, state.fell, []));
  /** @param {"roll" | "bank" | "take"} action */
  const go = (action) => {
    if (live.hasJustLanded()) return;
    const taken = keepOf(state, picked);
    /** @type {Action[]} */
    const keeps = taken ? [{ do: "keep", dice: taken.dice }] : [];
    live.refused = null;
    live.line?.act(endsTurn(view, taken) ? keeps : [...keeps, { do: action }]);
  };
  const shortcut = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !mine || busy) return;
    if (event.target.closest?.(TYPING) || document.querySelector("dialog[open]")) return;
    const number = Number(event.key);
    if (number >= 1 && number <= state.fell.length) pick(number - 1);
    else if (event.key === "n" && state.keeps.length) {
      const now = state.keeps.findIndex((keep) => keep === keepOf(state, picked));
      pickAll(state.keeps[(now + 1) % state.keeps.length].dice);
    } else if (event.key in KEYS) document.getElementById(KEYS[event.key])?.click();
    else return;
    event.preventDefault();
  };
  const press = useRef(shortcut);
  press.current = shortcut;
  useEffect(() => {
    const hear = (event) => press.current(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
  return { picked, why, pick, pickAll, go };
}
