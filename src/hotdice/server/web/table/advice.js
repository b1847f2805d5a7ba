// Advice: the chance of winning as a bar, or alone the turns to come; the best choice, and its rival.

import { html, useEffect } from "../lib/preact.js";
import { ask } from "../store.js";
import { apart, spoken, t } from "../texts.js";
import { percent, tenths } from "./felt.js";

const LITTLE = 0.36; // a share whose label does not fit into its part of the bar
const CLOSE = 6; // more dice than these are told without spaces between them

/** Ask once for each position, and tell it to whoever shows it; the bar keeps its place meanwhile. */
export function Part({ game, seat, view, names, you, caughtUp, tip, onTip }) {
  const { position } = view.state;
  useEffect(() => {
    if (!caughtUp || tip?.none) return undefined;
    let wanted = true;
    ask("GET", `/api/games/${game}/advice`, undefined, seat.token).then(
      (found) => {
        if (wanted && found.code === "advice/not-at-hand") onTip({ none: found.message });
        else if (wanted && found.position === position) onTip(found);
      },
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [position, caughtUp]);
  if (!tip || tip.none) return html`<div class="chance" aria-hidden="true"></div>`;
  const { turns } = tip.choices[0];
  if (turns)
    return html`<div class="chance"><span class="outside">${t("web.advice.away", { turns: hundredths(turns) })}</span></div>`;
  const two = names.length === 2;
  const share = tip.chances[you];
  const width = `${100 * share}%`;
  return html`<div class="chance" role="img" aria-label=${t("web.chance", { name: names[you], percent: Math.round(100 * share) })}>
    <span class="fill" style=${{ inlineSize: width }}></span>
    <span class="mine ${share < LITTLE ? "outside" : ""}" style=${share < LITTLE ? { marginInlineStart: width } : { minInlineSize: width }}>${t("web.chance.you")} ${percent(share)}</span>
    ${two && share < 1 - LITTLE && html`<span class="theirs">${percent(1 - share)} ${apart(names[1 - you])}</span>`}
  </div>`;
}

/** The best choice and the best that goes the other way, rolling or banking; all of them are a tap away. */
export function Choices({ tip, none, view, onPick, onAll }) {
  if (none) return html`<p class="small quiet">${none}</p>`;
  if (!tip) return null;
  const [best, ...others] = tip.choices;
  const rival = others.find((choice) => rolls(choice) !== rolls(best)) || others[0];
  const shown = rival ? [best, rival] : [best];
  return html`${shown.map((choice, at) => html`<${Choice} key=${at} ...${{ choice, best, view, onPick }} />`)}
    ${tip.choices.length > shown.length && html`<button type="button" class="slim" onClick=${onAll}>${t("web.advice.all", { count: tip.choices.length })}</button>`}
    ${tip.estimated && html`<p class="small quiet">${t("advise.estimate")}</p>`}`;
}

/** One choice in words, what it is worth and what it costs; a tap picks its dice. */
export function Choice({ choice, best, view, onPick }) {
  const { action, chance, turns } = choice;
  const worth = turns
    ? t("web.advice.turns", { turns: hundredths(turns) })
    : t("web.percent", { percent: tenths(chance) });
  const inside = html`<span>${said(choice, view)}</span>
    <span class="worth"><strong>${worth}</strong> <span class="quiet">${costSaid(choice, best) || t("web.best")}</span></span>`;
  return action.do === "keep"
    ? html`<button type="button" class="slim plan" onClick=${() => onPick(action.dice)}>${inside}</button>`
    : html`<p class="plan">${inside}</p>`;
}

/** A number with always so many decimals, so that those below each other can be compared. */
const decimals = (number, digits) =>
  number.toLocaleString(spoken(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
const hundredths = (number) => decimals(number, 2);
const rolls = ({ action, then }) => (then || action).do === "roll";

/** What to do now and, after a keep, next. */
function said({ action, then, points }, { state, rules }) {
  if (action.do === "take") return t("plan.take", { points: state.offer.points, count: state.offer.dice });
  if (action.do !== "keep") return t(`plan.${action.do}`, { count: state.dice, points });
  const { left } = state.keeps.find(({ dice }) => dice.join() === action.dice.join());
  const kept = action.dice.join(action.dice.length > CLOSE ? "" : " ");
  return t(`plan.keep-${then ? then.do : "end"}`, { kept, count: left || rules.table.dice, points });
}

/** What a choice costs against the best one; nothing if that is too little to be seen. */
function costSaid({ cost, turns }, best) {
  if (turns) return turns - best.turns > 0.005 && t("web.advice.more", { turns: hundredths(turns - best.turns) });
  return cost > 0.0005 && `−${tenths(cost)}`;
}
