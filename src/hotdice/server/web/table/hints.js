// The first game: a hint at the right moment, made from the rules of this game, gone when the thing is done.

import { Rules } from "../engine/scoring.js";
import { html, useEffect, useRef } from "../lib/preact.js";
import { FIRST_HINTS } from "../store.js";
import { n, t } from "../texts.js";
import { chance, endsTurn } from "../view.js";
import { keepOf, percent } from "./felt.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Whether the last turn was somebody's own farkle and no other has ended: time to read what that is. */
function hasFarkled({ state, turns }, you) {
  const waits = state.player !== you || (!state.turn_points && !state.fell.length);
  const last = turns.at(-1);
  return waits && last?.seat === you && Boolean(last.farkle);
}

/** Whether every die comes back, now or with what is picked. */
function isHot(view, picked) {
  const keep = keepOf(view.state, picked);
  return view.hot || (keep && !keep.left && view.rules.table.dice > 1 && !endsTurn(view, keep));
}

/** What can be learned now, if anything. */
function stepNow({ view, mine, picked, you, done }) {
  const { state } = view;
  const found = [
    mine && state.last_round && "last",
    hasFarkled(view, you) && "farkle",
    ...(mine ? turnSteps(view, picked) : []),
  ];
  return found.find((step) => step && !done.includes(step)) || null;
}

function turnSteps(view, picked) {
  const { state } = view;
  return [
    isHot(view, picked) && "hot",
    state.fell.length > 0 && !keepOf(state, picked) && "scores",
    (keepOf(state, picked) || state.turn_points > 0) && "risk",
    !state.turn_points && !state.fell.length && "roll",
  ];
}

/** What single dice are worth: `[face, points]`. */
function singles(table) {
  const { combinations } = new Rules(table);
  return FACES.filter((face) => combinations.has(String(face))).map((face) => [face, combinations.get(String(face))]);
}

/** How a turn begins: with a roll, perhaps once more, or with what is offered. */
function beginSaid({ state }) {
  const dice = t("web.dice-count", { count: state.dice });
  if (state.spared) return t("web.hint.roll.again", { dice });
  const roll = t("web.hint.roll.what", { dice });
  if (!state.offer) return roll;
  const left = t("web.dice-count", { count: state.offer.dice });
  return `${roll} ${t("web.hint.roll.take", { points: state.offer.points, dice: left })}`;
}

/** What a bank would do now, or why there is none. */
function bankSaid({ state, rules: { table } }, keep) {
  const { gain, bank_refused: refused, unrecorded } = keep || state;
  if (["bank/unconfirmed", "bank/taken-over", "bank/hot-dice"].includes(refused))
    return t(`web.hint.risk.${refused.slice(5)}`);
  if (unrecorded === "entry") return t("web.hint.risk.entry", { entry: table.entry });
  if (unrecorded === "minimum") return t("web.hint.risk.minimum", { minimum: table.minimum });
  if (unrecorded === "target") return t("web.hint.risk.too-much", { target: table.target });
  const takesAway = table.penalty || Object.values(table.rolls ?? {}).includes("lose-total");
  return t(takesAway ? "web.hint.risk.bank-total" : "web.hint.risk.bank", { points: gain });
}

/** What a farkle is: no die scores, or some dice decide it. */
function farkleSaid({ turns }, you) {
  const { decided, lostTotal } = turns.findLast(({ seat }) => seat === you);
  if (!decided.length) return t("web.hint.farkle.what");
  const said = t("web.hint.farkle.decided", { dice: decided.join(" ") });
  return lostTotal ? `${said} ${t("web.hint.farkle.total")}` : said;
}

/** What the last round is, and how far one has to go. */
function lastSaid(view, you) {
  const { table } = view.rules;
  const points = Math.max(...view.state.totals);
  const exact = (table.overshoot ?? "counts") !== "counts";
  const kind = table.finish === "equal-turns" ? "equal-turns" : "what";
  const parts = [t(`web.hint.last.${kind}`, { target: table.target })];
  if (table.last_round === "one-roll") parts.push(t("web.hint.last.one-roll"));
  if (!exact) parts.push(t("web.hint.last.beat", { points }));
  else if (table.tie === "shared") parts.push(t("web.hint.last.exact", { points }));
  parts.push(t("web.hint.last.own", { points: view.state.totals[you] }));
  return parts.join(" ");
}

/** What scores, a word or two. */
function Scoring({ table }) {
  const alone = singles(table);
  const together = Object.keys(table.score).some((pattern) => pattern.length > 1 && pattern !== "none");
  return html`<p>${alone.length > 0 && html`<span class="alone-dice">${alone.map(([face, worth]) => html`<span key=${face}><span class="die tiny"><i class="face f${face}"></i></span> ${n(worth)}</span>`)}</span> `}
    ${together && t(alone.length ? "web.hint.scores.more" : "web.hint.scores.only")} ${t(table.dice === 1 ? "web.hint.scores.tap-one" : "web.hint.scores.tap")}</p>`;
}

/** What comes of going on or stopping with what is picked. */
function riskSaid(view, picked) {
  const { state, rules } = view;
  const keep = keepOf(state, picked);
  const left = keep ? keep.left || rules.table.dice : state.dice;
  const bank = bankSaid(view, keep);
  if (endsTurn(view, keep)) return `${bank} ${t("web.hint.risk.ends")}`;
  const decided = Object.keys(rules.table.rolls ?? {}).length > 0;
  const choice = (keep || state).gain > 0 && !(keep || state).bank_refused && !decided;
  const risk = { dice: t("web.dice-count", { count: left }), risk: percent(chance(rules.farkle[left])) };
  return `${bank} ${t(choice ? "web.hint.risk.roll" : "web.hint.risk.roll-on", risk)}`;
}

function Said({ step, view, picked, you }) {
  const { state, rules } = view;
  if (step === "scores") return html`<${Scoring} table=${rules.table} />`;
  if (step === "roll") return html`<p>${beginSaid(view)}</p>`;
  if (step === "risk") return html`<p>${riskSaid(view, picked)}</p>`;
  if (step === "farkle") return html`<p>${farkleSaid(view, you)}</p>`;
  if (step === "last") return html`<p>${lastSaid(view, you)}</p>`;
  const keep = keepOf(state, picked);
  const count = keep ? keep.left || rules.table.dice : state.dice;
  return html`<p>${t("web.hint.hot.what", { dice: t("web.dice-count", { count }) })}</p>`;
}

export function Part({ view, mine, rolling, picked, you, done, onDone, onSkip, onScores }) {
  const step = stepNow({ view, mine, picked, you, done });
  const before = useRef(null);
  useEffect(() => {
    if (before.current && before.current !== step) onDone(before.current);
    before.current = step;
  }, [step]);
  const last = useRef(null); // it keeps its place while one's own dice roll, so that nothing below it jumps
  if (step || !rolling || view.state.player !== you) last.current = step;
  const shown = last.current;
  if (!shown) return null;
  const at = FIRST_HINTS.indexOf(shown); // the others come when they can, or never: they are not counted
  return html`<section class="bubble card ${step ? "" : "held"}" data-step=${shown} role="status" aria-label=${t("web.hint")}>
    <div class="row spread"><h2>${t(`web.hint.${shown}`)}</h2>
      ${at >= 0 && html`<span class="small quiet"><span class="dots" aria-hidden="true">${FIRST_HINTS.map((each, place) => html`<i key=${each} class=${each === shown ? "now" : done.includes(each) || place < at ? "past" : ""}></i>`)}</span> ${t("web.hint.of", { at: at + 1, all: FIRST_HINTS.length })}</span>`}</div>
    <${Said} ...${{ step: shown, view, picked, you }} />
    <div class="row spread">
      ${shown === "scores" ? html`<button type="button" class="link" onClick=${onScores}>${t("web.hint.everything")}</button>` : html`<span></span>`}
      <button type="button" class="link" onClick=${onSkip}>${t("web.hint.skip")}</button></div>
  </section>`;
}
