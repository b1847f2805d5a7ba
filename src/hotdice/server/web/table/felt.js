// The felt: dice to pick, what the turn is worth, and the two actions below it.

import { html, useLayoutEffect, useRef } from "../lib/preact.js";
import { apart, n, spoken, t } from "../texts.js";
import { chance, leaders } from "../view.js";

/** @import { Keep, State } from "../types" */

// How far a die is turned (about x, about y) so that its face looks at you.
const TURNED = { 1: [0, 0], 2: [90, 0], 3: [0, -90], 4: [0, 90], 5: [-90, 0], 6: [0, 180] };
const at = (x, y, z, a, b, c) =>
  `translate3d(${x}px, ${y}px, calc(${z}px - var(--die) / 2)) rotateX(${a}deg) rotateY(${b}deg) rotateZ(${c}deg)`;

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
 * @param {State} state
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
  const { state, felt } = view;
  const keep = keepOf(state, picked);
  const lost = felt && felt.lost !== null && !rolling;
  const turn = state.turn_points + (keep ? keep.points : 0);
  const dice = felt ? felt.dice : [];
  const who = felt && (lost || rolling) ? felt.seat : state.player;
  return html`<section class="felt ${lost ? "farkled" : ""}" aria-label=${t("web.felt")}>
    ${state.last_round && html`<p class="last-round">${lastRound(view, names, you)}</p>`}
    <p class="whose">${who === you ? t("web.your-turn-points") : t("web.turn-points", { name: names[who] })}</p>
    ${
      lost
        ? html`<p class="points">${t("web.farkle")} ${felt.lost > 0 && html`<s>${n(felt.lost)}</s>`}</p>`
        : html`<p class="points">${n(turn)}</p>`
    }
    <p class="before">${line(view, keep, lost, rolling, mine)}</p>
    <div class="dice" role="group" aria-label=${t("web.dice")}>
      ${dice.map((face, index) => html`<${Place} key=${`${felt.seq} ${index}`} ...${{ face, index, felt, state, mine, busy, rolling, picked, onPick }} />`)}
      ${!felt && !state.over && Array.from({ length: state.dice }, (_, index) => html`<span class="die ghost" key=${index} aria-hidden="true"></span>`)}
    </div>
    <p class="why" role="status">${why}${keep && html`<span class="hidden-text">${t("web.picked-said", { dice: keep.dice.join(" "), points: keep.points, turn })}</span>`}</p>
    <p class="kept" aria-label=${view.kept.length ? t("web.kept-dice", { dice: view.kept.join(" ") }) : null} role=${view.kept.length ? "img" : null}>
      ${view.kept.map((face, index) => html`<${Die} key=${index} face=${face} small />`)}
    </p>
  </section>`;
}

/** Whom to beat in a last round: told to whoever has to, and to the others. */
function lastRound(view, names, you) {
  const ahead = leaders(view);
  const points = view.state.totals[ahead[0]];
  if (view.state.player === you) return t(`web.last-round.${view.rules.table.tie}`, { points });
  return t("web.last-round", { names: ahead.map((seat) => apart(names[seat])).join(", "), points });
}

function line(view, keep, lost, rolling, mine) {
  const { state } = view;
  if (lost) return view.felt.lost > 0 ? t("web.lost", { points: view.felt.lost }) : t("web.lost-nothing");
  if (rolling) return t("web.rolling");
  if (view.hot) return t("web.hot", { count: state.dice });
  if (keep)
    return t(state.turn_points ? "web.picked" : "web.picked-first", { before: state.turn_points, now: keep.points });
  if (state.rolled.length && mine) return t("web.pick");
  return state.turn_points ? t("web.kept-before", { points: state.turn_points }) : " ";
}

/** One die on the felt, with what can be done with it. */
function Place({ face, index, felt, state, mine, busy, rolling, picked, onPick }) {
  const die = html`<${Die} face=${face} rolling=${rolling} order=${index} />`;
  const open = mine && !rolling && state.fell.length > 0;
  if (!open) {
    const idle =
      !rolling &&
      (felt.lost !== null || (felt.taken && !taken(felt, index)) || (state.fell.length > 0 && !scores(state, face)));
    return html`<span class="die ${rolling ? "rolling" : ""} ${idle ? "idle" : ""} ${felt.taken && !idle && !rolling ? "picked" : ""}" role="img" aria-label=${rolling ? t("web.die.rolling") : String(face)}>${die}</span>`;
  }
  const on = picked.includes(index);
  const can = on || scores(state, face);
  const label = t(on ? "web.die.picked" : can ? "web.die.free" : "web.die.idle", { face, number: index + 1 });
  return html`<button type="button" class="die ${on ? "picked" : ""} ${can ? "" : "idle"}" aria-pressed=${can ? String(on) : null}
    aria-disabled=${can && !busy ? null : "true"} aria-label=${label} onClick=${() => busy || onPick(index)}>${die}</button>`;
}

const scores = (state, face) => state.keeps.some((keep) => keep.dice.includes(face));

/** Whether this die of a roll was kept by itself. */
const taken = (felt, index) => indexesOf({ dice: felt.taken }, felt.dice, []).includes(index);

/** A chance in whole percent. */
export const percent = (share) => t("web.percent", { percent: Math.round(100 * share) });

/** A chance in percent with always one decimal, so that those beside each other can be compared. */
export const tenths = (share) =>
  (100 * share).toLocaleString(spoken(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Roll and bank, always at the same place, each with what it means. */
export function Actions({ view, names, you, mine, rolling, busy, sending, picked, onRoll, onBank, best, wins }) {
  const { state } = view;
  const keep = keepOf(state, picked);
  const whose =
    state.player !== you
      ? t("web.turn-of", { name: names[state.player] })
      : t(view.late ? "web.late.bot" : "web.your-turn");
  const wait = rolling ? t("web.rolling") : whose;
  const shared = { view, keep, mine, busy, wait };
  return html`<div class="actions" aria-busy=${String(busy)}>
    <${RollButton} ...${shared} sending=${sending === "roll"} best=${best === "roll"} wins=${wins?.roll} onRoll=${onRoll} />
    <${BankButton} ...${shared} you=${you} sending=${sending === "bank"} best=${best === "bank"} wins=${wins?.bank} onBank=${onBank} />
  </div>`;
}

const Best = () => html` <span class="best">${t("web.best")}</span>`;

function RollButton({ view, keep, mine, busy, wait, sending, best, wins, onRoll }) {
  const { state, rules } = view;
  const left = keep ? keep.left || rules.table.dice : state.dice;
  const couldRoll = mine && (keep ? true : state.may_roll);
  const ends = keep && !keep.left && rules.table.hot_dice === "end";
  const mayRoll = couldRoll && !busy && !ends;
  const risk = t("web.risk", { percent: Math.round(100 * chance(rules.farkle[left])) });
  return html`<button type="button" class=${mayRoll && best ? "hot" : ""} id="roll" aria-disabled=${mayRoll ? null : "true"} aria-keyshortcuts="r"
      onClick=${() => mayRoll && onRoll()}>
      <span>${t("web.roll", { count: left })}${best && html`<${Best} />`}</span>
      <small>${sending ? t("web.sending") : !mine ? wait : !couldRoll ? t("web.pick-first") : ends ? t("web.ends") : risk}</small>
      ${mayRoll && html`<${Wins} share=${wins} />`}
    </button>`;
}

function BankButton({ view, keep, you, mine, busy, wait, sending, best, wins, onBank }) {
  const { state } = view;
  const total = you === null ? 0 : state.totals[you];
  const { gain, bank_refused: refused } = keep || state;
  const mayBank = mine && !busy && !refused;
  return html`<button type="button" class=${mayBank && best ? "hot" : ""} id="bank" aria-disabled=${mayBank ? null : "true"} aria-keyshortcuts="b"
      onClick=${() => mayBank && onBank()}>
      <span>${bankSaid(mine, refused, gain, keep && keep.points + state.turn_points)}${best && html`<${Best} />`}</span>
      <small>${sending ? t("web.sending") : !mine ? wait : refused ? refusal(refused, view, keep) : gain ? t("web.total", { total: total + gain }) : t("web.records-nothing")}</small>
      ${mayBank && html`<${Wins} share=${wins} />`}
    </button>`;
}

/** The chance of winning with an action, where advice is on. */
const Wins = ({ share }) =>
  share !== undefined &&
  html`<em class="wins"><b>${t("web.percent", { percent: tenths(share) })}</b> <i>${t("web.wins")}</i></em>`;

/** What banking adds, which can be nothing; where it is refused, what is there. */
function bankSaid(mine, refused, gain, picked) {
  const points = gain || (refused ? picked : 0);
  return mine && points !== null ? t("web.bank", { points }) : t("web.bank-none");
}

function refusal(code, view, keep) {
  const { table } = view.rules;
  const points = view.state.turn_points + (keep ? keep.points : 0);
  if (code === "bank/entry") return t("web.needs-entry", { needed: table.entry - points });
  if (code === "bank/minimum") return t("web.needs-minimum", { needed: table.minimum - points });
  if (code === "bank/hot-dice") return t("web.must-roll");
  return code === "bank/keep-first" ? t("web.pick-first") : t("web.nothing-yet");
}
