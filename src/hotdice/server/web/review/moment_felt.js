// The felt of a moment: what was kept, what was to roll, and what then came; or the other branch.

import { html } from "../lib/preact.js";
import { Die, indexesOf } from "../table/felt.js";
import { n, t } from "../texts.js";
import { positionAfter, shownOf } from "./model.js";
import { actionWords, called, chanceOf, totalsOf } from "./words.js";

export function MomentFelt({ model, moment, other }) {
  const { step, round, seat } = moment;
  const { before, kept, hot } = step;
  const points = before.points || 0;
  const inside = other ? html`<${Other} ...${{ model, moment }} />` : html`<${Done} ...${{ model, moment }} />`;
  return html`<section class="moment-felt" aria-label=${t("web.felt")}>
    <div class="about">
      <p><span class="whose">${seat === model.you ? t("web.your-turn-points") : t("web.turn-points", { name: model.names[seat] })}</span><strong class="points">${n(points)}</strong></p>
      <p class="standing"><span>${t("web.review.round", { round })}</span><span>${totalsOf(model, before.totals)}</span></p>
    </div>
    <div class="middle">${inside}</div>
    <div class="before">
      ${hot && !kept.length && html`<p>${t("web.review.hot")}</p>`}
      ${
        kept.length > 0 &&
        html`<p>${t(hot ? "web.review.kept-hot" : "web.review.kept")}</p>
        <p class="groups" role="img" aria-label=${kept.flat().join(" ")}>${kept.map((dice, at) => html`<span key=${at}>${dice.map((face, each) => html`<span class="die" key=${each}><${Die} face=${face} /></span>`)}</span>`)}</p>`
      }
    </div>
  </section>`;
}

/** What was done, and the dice that came of it. */
function Done({ model, moment: { step, choice, luck } }) {
  const { action, before, fell, taken } = step;
  if (action.keep)
    return html`<${Thrown} dice=${fell} picked=${action.keep} words=${keptWords(before, action.keep)} />`;
  if (action.roll) {
    const came = cameWords(step, choice);
    const dice = html`<${Thrown} dice=${action.roll} picked=${taken ?? []} words=${came} />`;
    return choice || !luck
      ? html`<${ToRoll} count=${before.dice} /><span class="arrow" aria-hidden="true"></span>${dice}`
      : dice;
  }
  if ("take" in action)
    return html`<${ToRoll} count=${before.offer.dice} /><p class="big">${t("web.review.taken-over", { points: action.take })}</p>`;
  if ("pass" in action) return html`<p class="big">${t("web.review.pass")}</p>`;
  return html`<${Banked} model=${model} state=${before} />`;
}

/** What the best action would have led to, and the chance there. */
function Other({ model, moment }) {
  const {
    step: { before, fell },
    choice,
    seat,
  } = moment;
  const after = positionAfter(before, choice.best);
  const [word, ...dice] = choice.best.split(" ");
  const chance = chanceOf(model, choice.before[seat]);
  const ends = word === "bank" || after.player !== before.player || after.over;
  return html`<p class="if">${t("web.review.if", { action: actionWords(choice.best, before) })}</p>
    ${word === "keep" && html`<${Thrown} dice=${fell} picked=${dice.map(Number)} />`}
    ${word === "roll" && html`<${ToRoll} count=${before.dice} />`}
    ${word === "take" && html`<${ToRoll} count=${before.offer.dice} />`}
    ${word === "bank" && html`<${Banked} model=${model} state=${before} />`}
    <p class="worth">${ends ? chance : t("web.review.if-left", { points: after.points, count: after.dice, chance })}</p>`;
}

/** What a roll was: it scored, or what became of one that did not. */
function cameWords({ action, before, after }, choice) {
  if (after.won) return t("web.review.rolled-win");
  if (after.spared) return t("web.review.spared");
  if (before.rules.scoreless(action.roll)) return t("web.review.farkle");
  return t(choice ? "web.review.came" : "web.review.rolled");
}

const keptWords = (state, dice) =>
  t("web.review.kept-for", { kept: dice.join(" "), points: state.rules.kept(state.rolled, dice) });

/** Dice as they fell; those that were kept have a ring and a tick. */
function Thrown({ dice, picked, words = null }) {
  const taken = indexesOf({ dice: picked }, dice, []);
  return html`<figure class="thrown"><div class="lying" role="img" aria-label=${dice.join(" ")}>
      ${dice.map((face, at) => html`<span key=${at} class="die ${taken.includes(at) ? "picked" : ""} ${picked.length && !taken.includes(at) ? "idle" : ""}"><${Die} face=${face} /></span>`)}
    </div>${words && html`<figcaption>${words}</figcaption>`}</figure>`;
}

const ToRoll = ({ count }) => html`<p class="to-roll">${t("web.review.to-roll", { count })}</p>`;

/** What was banked, beside the dice that were left to roll. */
function Banked({ model, state }) {
  const after = state.bank();
  return html`<${ToRoll} count=${state.dice} /><p class="big">${t("web.review.banked", { points: state.gain })}<span>${called(model, state.player, "web.review.total", { points: after.totals[state.player] })}</span></p>`;
}

/** Whether there is another branch to look at. */
export const hasOther = (moment) =>
  Boolean(shownOf(moment).best) && moment.choice?.best !== moment.choice?.action && moment.choice?.loss > 0;
