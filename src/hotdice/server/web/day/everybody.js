// How often every result of a day came on this server, with one's own among them.

import { html } from "../lib/preact.js";
import { n, t } from "../texts.js";

const WIDTHS = [250, 500, 1000, 2000, 5000]; // points
const MOST_BARS = 12;
const FEW = 20; // results

/** Bars of equal width: `{from, to, count, mine}`. */
export function barsOf(results, mine) {
  const [lowest, highest] = [results[0][0], results[results.length - 1][0]];
  const barOf = (points, width) => Math.floor(points / width);
  const count = (width) => barOf(highest, width) - barOf(lowest, width) + 1;
  const width = WIDTHS.find((each) => count(each) <= MOST_BARS) ?? WIDTHS[WIDTHS.length - 1];
  return Array.from({ length: count(width) }, (_, at) => {
    const from = (barOf(lowest, width) + at) * width;
    const inside = (points) => points >= from && points < from + width;
    const found = results.filter(([points]) => inside(points));
    return {
      from,
      to: from + width - 1,
      count: found.reduce((all, [, each]) => all + each, 0),
      mine: mine !== null && inside(mine),
    };
  });
}

/** `mine` is one's own result if it counts, or null. */
export function Everybody({ results, mine }) {
  const all = results.reduce((sum, [, count]) => sum + count, 0);
  const bars = all ? barsOf(results, mine) : [];
  const most = Math.max(...bars.map(({ count }) => count));
  return html`<section class="card" aria-labelledby="everybody">
    <div class="row spread"><h2 id="everybody">${t("web.day.everybody")}</h2>
      ${all > 0 && html`<span class="quiet small">${t("web.day.everybody.count", { count: all })}</span>`}</div>
    ${all === 0 && html`<p class="quiet">${t("web.day.everybody.none")}</p>`}
    <ol class="bars">${bars.map(
      ({ from, to, count, mine: own }) => html`<li key=${from} class=${own ? "own" : ""}>
        <span class="hidden-text">${t(`web.day.bar${own ? ".mine" : ""}`, { from, to, count })}</span>
        <span class="many" aria-hidden="true">${count > 0 && n(count)}</span>
        <b style=${{ blockSize: `${(100 * count) / most}%` }}></b>
        <span class="from" aria-hidden="true">${n(from)}</span></li>`,
    )}</ol>
    ${mine !== null && html`<p class="small bars-own">${t("web.day.mine")}: ${n(mine)}</p>`}
    ${all > 0 && all < FEW && html`<p class="quiet small">${t("web.day.everybody.few")}</p>`}
  </section>`;
}
