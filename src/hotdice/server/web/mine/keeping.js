// All games as a file to keep, from such a file, and away with all.

import { html, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { save } from "./list.js";
import { exported, taken } from "./moving.js";

const today = () => new Date().toISOString().slice(0, 10);

export function Keeping({ count, onTaken, onDropAll }) {
  const [said, setSaid] = useState(null);
  const [asking, setAsking] = useState(false);
  const choose = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const found = await taken(await file.text()).catch(() => null);
    event.target.value = "";
    setSaid(
      found === null
        ? { bad: t("web.mine.import.wrong", { file: file.name }) }
        : { good: t("web.mine.import.done", { count: found }) },
    );
    if (found !== null) await onTaken();
  };
  const download = async () => save(`hotdice-games-${today()}.json`, await exported());
  const dropAll = async () => {
    setAsking(false);
    await onDropAll();
    setSaid({ good: t("web.mine.delete.done") });
  };
  return html`<section class="card" aria-labelledby="keeping"><h2 id="keeping">${t("web.mine.keeping")}</h2>
    <p>${t("web.mine.keeping.what")}</p>
    <div class="row">
      <button type="button" onClick=${download}>${t("web.mine.export")}</button>
      ${count > 0 && !asking && html`<button type="button" class="plain" onClick=${() => setAsking(true)}>${t("web.mine.delete-all")}</button>`}
      ${
        asking &&
        html`<button type="button" class="bad" onClick=${dropAll}>${t("web.mine.delete-all.sure", { count })}</button>
      <button type="button" onClick=${() => setAsking(false)}>${t("web.mine.keep")}</button>`
      }
    </div>
    <label class="field">${t("web.mine.import")}<input type="file" accept=".json,application/json" onChange=${choose} /></label>
    <p role="status" class="small">${said?.good}</p><p role="alert" class="bad">${said?.bad}</p>
  </section>`;
}
