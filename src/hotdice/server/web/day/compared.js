// One's own result of a day beside the best play of the same dice, in all and round by round.

import { html } from "../lib/preact.js";
import { n, t } from "../texts.js";
import { sum } from "./shared.js";

/** `rounds` are one's own points, or null. */
export function Compared({ rounds, best, children }) {
  const rows = [
    { key: "mine", points: rounds },
    { key: "played", points: best.played },
    { key: "possible", points: best.possible },
  ].filter(({ points }) => points);
  const most = Math.max(1, ...rows.map(({ points }) => sum(points)));
  return html`<section class="card" aria-labelledby="compared">
    <h2 id="compared">${t("web.day.compared")}</h2>
    ${!rounds && html`<p class="quiet">${t("web.day.mine.none")}</p>`}
    ${children}
    <ul class="compared">${rows.map(
      ({ key, points }) => html`<li key=${key} class=${key}>
        <span>${t(`web.day.${key}`)}</span><strong>${n(sum(points))}</strong>
        <span class="track" aria-hidden="true"><b style=${{ inlineSize: `${(100 * sum(points)) / most}%` }}></b></span></li>`,
    )}</ul>
    <p class="quiet small">${t("web.day.compared.what", { average: Math.round(best.average), played: sum(best.played) })}</p>
    <${ByRound} rows=${rows} />
  </section>`;
}

const ByRound = ({ rows }) => html`<details>
  <summary>${t("web.day.by-round")}</summary>
  <div class="scroller" tabindex="0" role="region" aria-label=${t("web.day.by-round")}><table class="by-round">
    <thead><tr><th scope="col">${t("web.day.round")}</th>${rows.map(({ key }) => html`<th key=${key} scope="col" class="number">${t(`web.day.column.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows[0].points.map(
      (_, at) => html`<tr key=${at}><th scope="row">${n(at + 1)}</th>
      ${rows.map(({ key, points }) => html`<td key=${key} class="number">${points[at] === undefined ? "–" : n(points[at])}</td>`)}</tr>`,
    )}</tbody>
  </table></div>
</details>`;
