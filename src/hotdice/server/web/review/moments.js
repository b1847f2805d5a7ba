// The moments that a game turned on; each opens the review where it stands.

import { html } from "../lib/preact.js";
import { Dice } from "../rules/sheet.js";
import { t } from "../texts.js";
import { word } from "./mark.js";
import { gain, isSlip, worst } from "./model.js";
import { actionWords, called, lossOf, nameOf, short } from "./words.js";

export function KeyMoments({ model, who, game, moments }) {
  return html`<section class="card moments" aria-labelledby="moments">
    <div class="row spread"><h2 id="moments">${t("web.review.moments")}</h2><a class="alone" href=${`/review/${game}`}>${t("web.review.whole")}</a></div>
    <ol>${moments.map(
      (moment, at) => html`<li key=${moment.number}><a href=${`/review/${game}#${moment.number}`}>
      <span class="place" aria-hidden="true">${at + 1}</span><${Told} ...${{ model, moment }} /><${Change} ...${{ model, who, moment }} />
    </a></li>`,
    )}</ol>
  </section>`;
}

/** The change that a moment stands for: its slip, or else what its dice did. */
export const counted = (moment) => (isSlip(moment) || !moment.luck ? moment.choice : moment.luck);

function Told({ model, moment }) {
  const { round, step, seat } = moment;
  const change = counted(moment);
  if (change.kind === "luck") {
    const judged = t("web.review.moment", { round, judgement: word("luck") });
    return html`<span><strong>${judged}</strong> ${called(model, seat, step.before.fresh ? "web.review.began-by" : "web.review.rolled-by")} <${Dice} faces=${step.action.roll} /></span>`;
  }
  const own = model.you !== null && moment === worst(model, model.you);
  const judged = t(own ? "web.review.moment-worst" : "web.review.moment", { round, judgement: word(change.judgement) });
  const told = {
    name: nameOf(model, seat),
    chosen: actionWords(change.action, step.before),
    best: actionWords(change.best, step.before),
    amount: lossOf(model, change),
  };
  return html`<span><strong>${judged}</strong> ${t("web.review.moment-slip", told)}</span>`;
}

function Change({ model, who, moment }) {
  const change = counted(moment);
  const { before, after } = change;
  const good = gain(model, change, who) > 0;
  const to = model.solo ? short(model, after[who]) : t("web.percent", { percent: short(model, after[who]) });
  return html`<span class="number">${short(model, before[who])} → <strong class=${good ? "good" : "bad"}>${to}</strong></span>`;
}
