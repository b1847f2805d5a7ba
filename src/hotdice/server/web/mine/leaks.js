// Where chances are lost over many games: kinds of decisions, how often they went wrong, and what that cost.

import { html } from "../lib/preact.js";
import { amount } from "../review/words.js";
import { n, t } from "../texts.js";
import { unitOf } from "./statistics_table.js";
import { ENOUGH, isAlone, leaksOf, summed } from "./statistics.js";

const MOST = 6;

/** The leaks of games with opponents, then of games alone. */
export const Leaks = ({ games }) =>
  [false, true].map(
    (alone) => html`<${Part} key=${alone} alone=${alone} games=${games.filter((each) => isAlone(each) === alone)} />`,
  );

function Part({ alone, games }) {
  const leaks = leaksOf(games).slice(0, MOST);
  if (!leaks.length) return null;
  const { reviewed, decisions } = summed(games);
  const id = alone ? "leaks-alone" : "leaks";
  const model = unitOf(games[0]);
  return html`<section class="card" aria-labelledby=${id}>
    <div class="row spread"><h2 id=${id}>${t(`web.mine.leaks${alone ? ".alone" : ""}`)}</h2>
      <span class="quiet small">${t("web.mine.leaks.of", { count: reviewed, decisions })}</span></div>
    <ul class="leaks">${leaks.map((leak) => {
      const { kind, dice, errors, lost, sure } = leak;
      const said = t(`leaks.${kind}`, { dice: dice && t("web.dice-count", { count: dice }) });
      return html`<li key=${said}><span>${said}${!sure && html`<small class="quiet">${t("web.mine.leak.chance")}</small>`}</span>
        <span class="quiet small">${t("web.mine.leak.errors", { errors, count: leak.decisions })}</span>
        <strong>${amount(model, lost / reviewed)}</strong></li>`;
    })}</ul>
    <p class="quiet small">${t(`web.mine.leaks.what${alone ? ".alone" : ""}`)}${decisions < ENOUGH && ` ${t("web.mine.leaks.few", { enough: n(ENOUGH) })}`}</p>
  </section>`;
}
