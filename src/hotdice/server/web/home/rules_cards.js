// Rules as cards, each with a line and its typical dice; the others are a tap away.

import { html } from "../lib/preact.js";
import { kept } from "../store.js";
import { t, titled } from "../texts.js";

const CARDS = { basic: [1, 1, 1], greed: [1, 5, 5], "ten-thousand": [1, 2, 3, 4, 5, 6] };
const HOUSE = ["A", "A", "B", "B", "C"];

const Dice = ({ faces }) => html`<span class="typical" aria-hidden="true">
  ${faces.map((face, at) => html`<span key=${at} class="die small">${typeof face === "number" ? html`<i class="face f${face}"></i>` : html`<i class="face">${face}</i>`}</span>`)}</span>`;

export function RulesCards({ rules }) {
  if (!rules.length) return null;
  const last = kept("rules");
  const shown = rules.filter(({ name }) => name in CARDS);
  return html`<section class="stack">
    <div class="row spread"><h2>${t("web.home.rules")}</h2><a class="alone" href="/rules">${t("web.home.rules.all", { count: rules.length })}</a></div>
    <ul class="cards">
      ${shown.map(
        (
          each,
        ) => html`<li key=${each.name}><a class="card ${each.name === last ? "last" : ""}" href=${`/rules/${each.name}`}>
        <span class="row spread"><${Dice} faces=${CARDS[each.name]} />${each.name === last && html`<span class="tag">${t("web.home.last")}</span>`}</span>
        <h3>${titled(each)}</h3><span class="quiet small">${t(`web.home.card.${each.name}`, { target: each.target })}</span></a></li>`,
      )}
      <li><a class="card" href="/rules/edit"><${Dice} faces=${HOUSE} /><h3>${t("web.rules.house")}</h3><span class="quiet small">${t("web.home.card.house")}</span></a></li>
    </ul></section>`;
}
