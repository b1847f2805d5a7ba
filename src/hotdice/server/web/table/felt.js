// The felt: dice to pick, and what the turn is worth.

import { html, useLayoutEffect, useRef } from "../lib/preact.js";
import { n, spoken, t } from "../texts.js";
import { keptBeside } from "../view.js";
import { endOf, lastRoundSaid, lineSaid, offerSaid, whoseSaid } from "./said.js";

/** @import { Keep, StateView } from "../types" */

// How far a die is turned (about x, about y) so that its face looks at you.
const TURNED = { 1: [0, 0], 2: [90, 0], 3: [0, -90], 4: [0, 90], 5: [-90, 0], 6: [0, 180] };
const at = (x, y, z, a, b, c) =>
  `translate3d(${x}px, ${y}px, calc(${z}px - var(--die) / 2)) rotateX(${a}deg) rotateY(${b}deg) rotateZ(${c}deg)`;

const MOST_LARGE = 6; // under rules with more dice all of them are smaller, however few are rolled

/** How long dice roll, in milliseconds. */
export const ROLLING = 850;

/** Whether somebody wants things to stay still. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A die that shows a face; it rolls there for `rolling` milliseconds. */
export function Die({ face, rolling = 0, order = 0, small = false }) {
  const cube = useRef(null);
  useLayoutEffect(() => {
    // before it is painted: until then a cube shows its 1
    if (rolling && !still()) roll(cube.current, face, rolling, order);
  }, [rolling]);
  const flat = html`<i class="face f${face}"></i>`;
  if (small) return html`<span class="die small">${flat}</span>`;
  // What rolls and what lies are two elements: a roll leaves nothing behind that could turn the face away.
  if (!rolling) return html`<span class="lies" key="lies">${flat}</span>`;
  return html`<span class="cube" key="rolls" ref=${cube}>${[1, 2, 3, 4, 5, 6].map((side) => html`<i class="face f${side} s${side}"></i>`)}</span>`;
}

function roll(cube, face, duration, order) {
  const [a, b] = TURNED[face];
  const some = (size) => (Math.random() - 0.5) * size;
  const turn = (share) => [a + share * (360 + some(120)), b + share * (order % 2 ? 540 : -540), share * some(120)];
  cube.animate(
    [
      { transform: at(some(90) - 40, -170, 160, ...turn(2)) },
      { transform: at(some(40), 8, 0, ...turn(1)), offset: 0.45 },
      { transform: at(some(16), -22, 30, ...turn(0.45)), offset: 0.65 },
      { transform: at(some(6), 3, 0, ...turn(0.1)), offset: 0.86 },
      { transform: at(0, 0, 0, a, b, 0) },
    ],
    { duration: duration * (0.8 + 0.02 * order), easing: "cubic-bezier(.3, .6, .4, 1)", fill: "both" },
  );
  // In flight every side is seen from behind too: else browsers paint one only when it turns up, too late on a slow phone.
  for (const side of cube.children)
    side.animate({ backfaceVisibility: ["visible", "hidden"] }, { duration: duration * 0.6, easing: "step-end" });
}

/**
 * The keep that tapping die `index` leads to, from the dice picked so far: the smallest that fits, or null.
 * @param {Keep[]} keeps
 * @param {number[]} dice
 * @param {number[]} picked
 * @param {number} index
 * @returns {{ dice: number[] } | null}
 */
export function tapped(keeps, dice, picked, index) {
  const faces = (indexes) => indexes.map((each) => dice[each]);
  if (picked.includes(index)) {
    const rest = faces(picked.filter((each) => each !== index));
    const within = keeps.filter((keep) => !minus(keep.dice, rest).length);
    return within.sort((one, other) => other.dice.length - one.dice.length)[0] || { dice: [] };
  }
  const wanted = faces([...picked, index]);
  const around = keeps.filter((keep) => !minus(wanted, keep.dice).length);
  return around.sort((one, other) => one.dice.length - other.dice.length)[0] || null;
}

/**
 * Which dice a keep takes: those tapped before, then the others from the left.
 * @param {{ dice: number[] }} keep
 * @param {number[]} dice
 * @param {number[]} first
 */
export function indexesOf(keep, dice, first) {
  const left = [...keep.dice];
  const taken = [];
  for (const index of [...first, ...dice.keys()]) {
    const found = left.indexOf(dice[index]);
    if (found >= 0 && !taken.includes(index)) {
      left.splice(found, 1);
      taken.push(index);
    }
  }
  return taken.sort();
}

function minus(dice, others) {
  const left = [...dice];
  for (const die of others) if (left.includes(die)) left.splice(left.indexOf(die), 1);
  return left;
}

/**
 * The keep that the picked dice are, or null.
 * @param {StateView} state
 * @param {number[]} picked
 * @returns {Keep | null}
 */
export const keepOf = (state, picked) => {
  const faces = picked
    .map((index) => state.fell[index])
    .sort((a, b) => a - b)
    .join();
  return (picked.length && state.keeps.find((keep) => keep.dice.join() === faces)) || null;
};

/** The table itself. */
export function Felt({ view, names, you, mine, busy, rolling, picked, onPick, why }) {
  const { state, felt, rules } = view;
  const keep = keepOf(state, picked);
  const end = rolling ? null : endOf(felt);
  const turn = state.turn_points + (keep ? keep.points : 0);
  const dice = felt ? felt.dice : [];
  const who = felt && (end || rolling) ? felt.seat : state.player;
  const kept = keptBeside(view);
  const lastRound = lastRoundSaid(view, names, you);
  const offer = !rolling && offerSaid(view, names, you);
  const many = rules.table.dice > MOST_LARGE;
  return html`<section class="felt ${many ? "many" : ""} ${end === "lost" ? "farkled" : ""}" aria-label=${t("web.felt")}>
    ${lastRound && html`<p class="last-round">${lastRound}</p>`}
    <p class="whose">${whoseSaid(end, who, names, you)}</p>
    <${Points} end=${end} felt=${felt} turn=${turn} />
    <p class="before">${lineSaid(view, { keep, end, rolling, mine, names, you })}</p>
    <div class="dice" role="group" aria-label=${t("web.dice")}>
      ${dice.map((face, index) => html`<${Place} key=${`${felt.seq} ${index}`} ...${{ face, index, felt, end, state, mine, busy, rolling, picked, onPick }} />`)}
      ${!felt && !state.over && Array.from({ length: state.dice }, (_, index) => html`<span class="die ghost" key=${index} aria-hidden="true"></span>`)}
    </div>
    <p class="why" role="status">${why || offer}${keep && html`<span class="hidden-text">${t("web.picked-said", { dice: keep.dice.join(" "), points: keep.points, turn })}</span>`}</p>
    <p class="kept" aria-label=${kept.length ? t("web.kept-dice", { dice: kept.join(" ") }) : null} role=${kept.length ? "img" : null}>
      ${kept.map((face, index) => html`<${Die} key=${index} face=${face} small />`)}
    </p>
  </section>`;
}

/** The points of the turn, or in a word what became of it. */
function Points({ end, felt, turn }) {
  if (end === "won") return html`<p class="points">${t("web.rolled-win.short")}</p>`;
  if (end === "spared") return html`<p class="points">${t("web.spared")}</p>`;
  if (end === "lost")
    return html`<p class="points">${t("web.farkle")} ${felt.lost > 0 && html`<s>${n(felt.lost)}</s>`}</p>`;
  if (end === "too-much") return html`<p class="points"><s class="all">${n(felt.tooMuch.points)}</s></p>`;
  return html`<p class="points">${n(end === "banked" ? felt.banked : turn)}</p>`;
}

/** One die on the felt, with what can be done with it. */
function Place({ face, index, felt, end, state, mine, busy, rolling, picked, onPick }) {
  const die = html`<${Die} face=${face} rolling=${rolling} order=${index} />`;
  const open = mine && !rolling && state.fell.length > 0;
  if (!open) {
    const look = rolling ? "rolling" : lies(felt, end, state, index);
    return html`<span class="die ${look}" role="img" aria-label=${rolling ? t("web.die.rolling") : String(face)}>${die}</span>`;
  }
  const on = picked.includes(index);
  const can = on || scores(state, face);
  const label = t(on ? "web.die.picked" : can ? "web.die.free" : "web.die.idle", { face, number: index + 1 });
  return html`<button type="button" class="die ${on ? "picked" : ""} ${can ? "" : "idle"}" aria-pressed=${can ? String(on) : null}
    aria-disabled=${can && !busy ? null : "true"} aria-label=${label} onClick=${() => busy || onPick(index)}>${die}</button>`;
}

/** How a die lies there with which nothing can be done: as one that counts, or one that does not. */
function lies(felt, end, state, index) {
  if (end === "won") return taken(felt, felt.decided, index) ? "picked" : "idle";
  if (felt.taken) return taken(felt, felt.taken, index) ? "picked" : "idle";
  const scoreless = state.fell.length > 0 && !scores(state, felt.dice[index]);
  return (end && end !== "banked") || scoreless ? "idle" : "";
}

const scores = (state, face) => state.keeps.some((keep) => keep.dice.includes(face));

/** Whether this die of a roll is one of those. */
const taken = (felt, dice, index) => indexesOf({ dice }, felt.dice, []).includes(index);

/** A chance in whole percent. */
export const percent = (share) => t("web.percent", { percent: Math.round(100 * share) });

/** A chance in percent with always one decimal, so that those beside each other can be compared. */
export const tenths = (share) =>
  (100 * share).toLocaleString(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
