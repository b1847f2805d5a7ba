// My games: every ended game that this browser knows, what they say in all, and how to keep them.

import { html, useEffect, useState } from "../lib/preact.js";
import { archived, unarchive } from "../mine/archive.js";
import { collectAll } from "../mine/collect.js";
import { Keeping } from "../mine/keeping.js";
import { Leaks } from "../mine/leaks.js";
import { List } from "../mine/list.js";
import { groupsOf } from "../mine/statistics.js";
import { Statistics } from "../mine/statistics_table.js";
import { forget } from "../store.js";
import { t, titled } from "../texts.js";

/** @import { MyGame } from "../types" */

export const stylesheets = ["/mine/mine.css"];

export function Page() {
  const [games, setGames] = useState(/** @type {MyGame[] | null} */ (null));
  const [left, setLeft] = useState(0);
  const [chosen, setChosen] = useState("");
  const [without, setWithout] = useState(false);
  const look = () =>
    archived().then(setGames, () => {
      setGames([]);
      setWithout(true);
    });
  useEffect(() => {
    document.title = `${t("web.mine.title")} · Hot Dice`;
    let here = true;
    const next = (count) => {
      if (!here) return;
      setLeft(count);
      look();
    };
    look();
    collectAll(next).catch(() => {});
    return () => {
      here = false;
      document.title = "Hot Dice";
    };
  }, []);
  const drop = async (some) => {
    await unarchive(some);
    some.forEach(forget);
    await look();
  };
  if (games === null) return html`<h1 tabindex="-1">${t("web.mine.title")}</h1><p class="coming"></p>`;
  const shown = games.filter(({ digest }) => !chosen || digest === chosen);
  return html`<div class="row spread"><h1 tabindex="-1">${t("web.mine.title")}</h1><${Filter} ...${{ games, chosen, setChosen }} /></div>
    <p class="quiet" role="status">${left > 0 && t("web.mine.collecting", { count: left })}</p>
    ${without && html`<p class="bad" role="alert">${t("web.mine.without")}</p>`}
    ${
      shown.length > 0
        ? html`<${Statistics} groups=${groupsOf(shown)} />
    <${Leaks} games=${shown} />
    <${List} games=${shown} onDrop=${(game) => drop([game])} />`
        : !left &&
          html`<section class="card message"><p>${t("web.mine.none")}</p><a class="button hot" href="/">${t("web.home.play")}</a></section>`
    }
    <${Keeping} count=${games.length} onTaken=${look} onDropAll=${() => drop(games.map(({ game }) => game))} />`;
}

/** Which rules everything is about, if there are games with several. */
function Filter({ games, chosen, setChosen }) {
  const rules = new Map(games.map((each) => [each.digest, titled(each)]));
  if (rules.size < 2) return null;
  return html`<label class="row">${t("web.home.rules")}
    <select value=${chosen} onChange=${(event) => setChosen(event.target.value)}>
      <option value="">${t("web.mine.all-rules")}</option>
      ${[...rules].map(([digest, title]) => html`<option key=${digest} value=${digest}>${title}</option>`)}
    </select></label>`;
}
