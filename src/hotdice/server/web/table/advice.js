// Advice: the chance of winning as a bar, or alone the turns to come; the best choice, and what the others cost.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask } from "../store.js";
import { apart, t } from "../texts.js";
import { percent } from "./felt.js";

const MOST = 12;
const LITTLE = 0.3; // a share whose label does not fit into its part of the bar

/** Ask once for each position, and tell it to whoever shows it. */
export function Part({ game, seat, view, names, you, caughtUp, tip, onTip }) {
  const [none, setNone] = useState(null);
  const { position } = view.state;
  useEffect(() => {
    if (!caughtUp || none) return undefined;
    let wanted = true;
    ask("GET", `/api/games/${game}/advice`, undefined, seat.token).then((found) => {
      if (wanted && found.code === "advice/not-at-hand") setNone(found.message);
      else if (wanted && found.position === position) onTip(found);
    }, () => {});
    return () => { wanted = false; };
  }, [position, caughtUp]);
  if (none) return html`<p class="small quiet">${none}</p>`;
  if (!tip) return html`<div class="chance" aria-hidden="true"></div>`;
  const { turns } = tip.choices[0];
  if (turns) return html`<div class="chance"><span class="outside">${t("web.advice.away", { turns: hundredths(turns) })}</span></div>`;
  const two = names.length === 2;
  const share = tip.chances[you];
  const width = `${100 * share}%`;
  return html`<div class="chance" role="img" aria-label=${t("web.chance", { name: names[you], percent: Math.round(100 * share) })}>
    <span class="fill" style=${{ inlineSize: width }}></span>
    <span class="mine ${share < LITTLE ? "outside" : ""}" style=${share < LITTLE ? { marginInlineStart: width } : { minInlineSize: width }}>${t("web.chance.you")} ${percent(share)}</span>
    ${two && share < 1 - LITTLE && html`<span class="theirs">${percent(1 - share)} ${apart(names[1 - you])}</span>`}
  </div>`;
}

/** The best choice, and what each of the others costs. */
export function Choices({ tip, onPick }) {
  return html`<details class="advice">
    <summary>${t("web.advice.best", { choice: said(tip.choices[0].action) })}</summary>
    <ol>${tip.choices.slice(0, MOST).map(({ action, ...worth }, at) => html`<li key=${at} class="row spread">
      ${action.do === "keep" ? html`<button type="button" class="slim" onClick=${() => onPick(action.dice)}>${said(action)}</button>` : html`<span>${said(action)}</span>`}
      <span class="small">${worthSaid(worth)} <span class="quiet">${costSaid(worth, tip.choices[0]) || t("web.best")}</span></span>
    </li>`)}</ol>
  </details>`;
}

const exact = (share) => Math.round(1000 * share) / 10;
const hundredths = (number) => Math.round(100 * number) / 100;
const worthSaid = ({ chance, turns }) => turns ? t("web.advice.turns", { turns: hundredths(turns) }) : t("web.percent", { percent: exact(chance) });
const said = (action) => t(`web.advice.${action.do}`, { dice: (action.dice || []).join(" ") });

/** What a choice costs against the best one; nothing if that is too little to be seen. */
function costSaid({ cost, turns }, best) {
  if (turns) return turns - best.turns > 0.005 && t("web.advice.more", { turns: hundredths(turns - best.turns) });
  return cost > 0.0005 && t("web.advice.cost", { cost: exact(cost) });
}
