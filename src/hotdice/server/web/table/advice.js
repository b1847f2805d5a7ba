// Advice: the chance of winning as a bar, the best choice, and what every other choice costs.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask } from "../store.js";
import { t } from "../texts.js";
import { mover } from "../view.js";
import { percent } from "./felt.js";

const MOST = 12;

export function Part({ game, seat, view, names, you, mine, rolling, onTip, onPick }) {
  const [advice, setAdvice] = useState(null);
  const [none, setNone] = useState(null);
  const position = view.state.position;
  useEffect(() => {
    if (rolling || none) return undefined;
    let wanted = true;
    onTip(null);
    ask("GET", `/api/games/${game}/advice`, undefined, seat.token).then(
      (found) => {
        if (!wanted || found.position !== position) return;
        setAdvice(found);
        onTip(found.choices[0].action.do);
      },
      (refused) => wanted && ["advice/off", "advice/not-at-hand"].includes(refused.code) && setNone(refused.message),
    );
    return () => { wanted = false; };
  }, [position, rolling]);
  if (none) return html`<p class="small quiet">${none}</p>`;
  if (!advice) return html`<div class="chance" aria-hidden="true"></div>`;
  const moving = advice.position === position ? mover(view) : null;
  const best = advice.choices[0].chance;
  const two = names.length === 2;
  const who = moving ?? you;
  const share = who === you ? best : two ? 1 - best : best;
  const owner = who === you || two ? you : who;
  return html`
    <div class="chance" role="img" aria-label=${t("web.chance", { name: names[owner], percent: Math.round(100 * share) })}>
      <span class="fill" style=${{ inlineSize: `${100 * share}%` }}></span>
      <span class="mine">${owner === you ? t("web.chance.you") : names[owner]} ${percent(share)}</span>
      ${two && html`<span class="theirs">${percent(1 - share)} ${names[1 - you]}</span>`}
    </div>
    ${mine && advice.position === position && html`<details class="advice">
      <summary>${t("web.advice.best", { choice: said(advice.choices[0].action) })}</summary>
      <ol>${advice.choices.slice(0, MOST).map(({ action, chance, cost }, at) => html`<li key=${at} class="row spread">
        ${action.do === "keep" ? html`<button type="button" class="slim" onClick=${() => onPick(action.dice)}>${said(action)}</button>` : html`<span>${said(action)}</span>`}
        <span class="small">${percentExact(chance)} <span class="quiet">${cost > 0.00005 ? t("web.advice.cost", { cost: exact(cost) }) : t("web.best")}</span></span>
      </li>`)}</ol>
    </details>`}`;
}

const exact = (share) => (100 * share).toFixed(1);
const percentExact = (share) => t("web.percent", { percent: exact(share) });
const said = (action) => t(`web.advice.${action.do}`, { dice: (action.dice || []).join(" ") });
