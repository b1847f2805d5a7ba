// The rolls that changed a chance most, as a list; a tap shows one.

import { html } from "../lib/preact.js";
import { Dice } from "../rules/sheet.js";
import { t } from "../texts.js";
import { markedLuck } from "./model.js";
import { called, signed } from "./words.js";

export function Luck({ model, who, moment, onChoose }) {
  const found = markedLuck(model, who);
  return html`<section class="card luck" aria-labelledby="luck">
    <div class="row spread"><h2 id="luck">${t("web.review.luck")}</h2><span class="quiet small">${called(model, who, `web.review.luck-from.${model.unit}`)}</span></div>
    ${!found.length && html`<p class="quiet">${t(`web.review.luck-none.${model.unit}`)}</p>`}
    <ol>${found.map((each) => html`<${Roll} key=${each.number} ...${{ model, who, each, now: each === moment, onChoose }} />`)}</ol>
  </section>`;
}

/** One roll, and what it did to the chance of whoever the page is about. */
function Roll({ model, who, each, now, onChoose }) {
  const { luck, step, round, seat } = each;
  const began = step.before.fresh;
  const change = luck.after[who] - luck.before[who];
  const good = model.solo ? change < 0 : change > 0;
  return html`<li class=${now ? "now" : ""}><button type="button" class="plain" aria-current=${now ? "true" : null} onClick=${() => onChoose(each)}>
    <span class="round">${round}</span>
    <span class="what">${called(model, seat, began ? "web.review.began-by" : "web.review.rolled-by")} <${Dice} faces=${step.action.roll} /></span>
    <strong class="number ${good ? "good" : "bad"}">${signed(model, change)}</strong>
  </button></li>`;
}
