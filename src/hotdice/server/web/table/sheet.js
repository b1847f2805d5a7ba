// The score sheet: every turn of everybody, one round in a row.

import { html, useEffect, useRef } from "../lib/preact.js";
import { n, t } from "../texts.js";

export function Part({ view, names, onClose }) {
  const dialog = useRef(null);
  useEffect(() => { dialog.current.showModal(); }, []);
  const columns = names.map((_, seat) => view.turns.filter((turn) => turn.seat === seat));
  const rounds = Math.max(0, ...columns.map((turns) => turns.length));
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="sheet-title" class="card">
    <h2 id="sheet-title">${t("web.sheet")}</h2>
    <div class="scroller" tabindex="0"><table>
      <thead><tr><th scope="col">${t("web.sheet.round")}</th>${names.map((name, seat) => html`<th key=${seat} scope="col" class="number">${name}</th>`)}</tr></thead>
      <tbody>${Array.from({ length: rounds }, (_, round) => html`<tr key=${round}><th scope="row">${round + 1}</th>
        ${columns.map((turns, seat) => html`<td key=${seat} class="number">${turns[round] && cell(turns[round])}</td>`)}</tr>`)}</tbody>
    </table></div>
    <form method="dialog"><button class="wide">${t("web.close")}</button></form>
  </dialog>`;
}

function cell({ points, farkle, passed, penalty, total }) {
  const what = farkle ? t("web.sheet.farkle") : passed ? t("web.sheet.passed") : `+${n(points)}`;
  return html`<span class="quiet small">${what}${penalty ? ` −${n(penalty)}` : ""}</span> <span class="strong">${n(total)}</span>`;
}
