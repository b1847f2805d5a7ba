// The first game: a hint at the right moment, made from the rules of this game, gone when the thing is done.

import { Rules } from "../engine/scoring.js";
import { html, useEffect, useRef } from "../lib/preact.js";
import { FIRST_HINTS } from "../store.js";
import { n, t } from "../texts.js";
import { chance } from "../view.js";
import { keepOf, percent } from "./felt.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Whether somebody's last turn was a farkle and the next one has not begun: time to read what that is. */
function hasFarkled({ state, turns }, you) {
  const waits = state.player !== you || (!state.turn_points && !state.fell.length);
  return waits && Boolean(turns.findLast(({ seat }) => seat === you)?.farkle);
}

/** Whether every die comes back, now or with what is picked. */
function isHot({ state, hot, rules: { table } }, picked) {
  const keep = keepOf(state, picked);
  return hot || (keep && !keep.left && table.dice > 1 && table.hot_dice !== "end");
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

function Said({ step, view, picked, you }) {
  const {
    state,
    rules: { table, farkle },
  } = view;
  const keep = keepOf(state, picked);
  const left = keep ? keep.left || table.dice : state.dice;
  const points = state.turn_points + (keep ? keep.points : 0);
  const risk = percent(chance(farkle[left]));
  if (step === "scores") {
    const alone = singles(table);
    const together = Object.keys(table.score).some((pattern) => pattern.length > 1 && pattern !== "none");
    return html`<p>${alone.length > 0 && html`<span class="alone-dice">${alone.map(([face, worth]) => html`<span key=${face}><span class="die tiny"><i class="face f${face}"></i></span> ${n(worth)}</span>`)}</span> `}
      ${together && t(alone.length ? "web.hint.scores.more" : "web.hint.scores.only")} ${t("web.hint.scores.tap")}</p>`;
  }
  if (step === "risk") {
    const entering = table.entry > points && state.totals[you] <= 0;
    const dice = t("web.dice-count", { count: left });
    return html`<p>${entering ? t("web.hint.risk.entry", { entry: table.entry }) : t("web.hint.risk.bank", { points })} ${t("web.hint.risk.roll", { dice, risk })}</p>`;
  }
  const highest = Math.max(...state.totals);
  return html`<p>${t(`web.hint.${step}.what`, { dice: t("web.dice-count", { count: left }), target: table.target, points: highest })}</p>`;
}

export function Part({ view, mine, picked, you, done, onDone, onSkip, onScores }) {
  const step = stepNow({ view, mine, picked, you, done });
  const before = useRef(null);
  useEffect(() => {
    if (before.current && before.current !== step) onDone(before.current);
    before.current = step;
  }, [step]);
  if (!step) return null;
  const at = FIRST_HINTS.indexOf(step); // the others come when they can, or never: they are not counted
  return html`<section class="bubble card" data-step=${step} role="status" aria-label=${t("web.hint")}>
    <div class="row spread"><h2>${t(`web.hint.${step}`)}</h2>
      ${at >= 0 && html`<span class="small quiet"><span class="dots" aria-hidden="true">${FIRST_HINTS.map((each, place) => html`<i key=${each} class=${each === step ? "now" : done.includes(each) || place < at ? "past" : ""}></i>`)}</span> ${t("web.hint.of", { at: at + 1, all: FIRST_HINTS.length })}</span>`}</div>
    <${Said} ...${{ step, view, picked, you }} />
    <div class="row spread">
      ${step === "scores" ? html`<button type="button" class="link" onClick=${onScores}>${t("web.hint.everything")}</button>` : html`<span></span>`}
      <button type="button" class="link" onClick=${onSkip}>${t("web.hint.skip")}</button></div>
  </section>`;
}
