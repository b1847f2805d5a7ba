// A day that is over: one's own result, the best play, everybody's results, and the secret.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask } from "../store.js";
import { t } from "../texts.js";
import { Compared } from "./compared.js";
import { Everybody } from "./everybody.js";
import { lookUp } from "./own.js";
import { Secret } from "./secret.js";
import { Rounds, Shared, sum } from "./shared.js";

/** What became of one's own game, where it gave no result. */
function why({ status, counted }) {
  if (status !== "over") return t(status === "closed" ? "web.day.unfinished" : "web.day.too-late");
  return counted ? null : t("web.day.uncounted");
}

/**
 * All of a day, or with `brief` what one looks at on the day after.
 * @param {{ date: string, brief?: boolean, onMissing?: (refused: any) => void }} props
 */
export function Past({ date, brief = false, onMissing = () => {} }) {
  const [found, setFound] = useState(null);
  const [own, setOwn] = useState(null);
  useEffect(() => {
    let here = true;
    Promise.all([ask("GET", `/api/day/${date}`), lookUp(date)]).then(
      ([told, mine]) => {
        if (!here) return;
        setOwn(mine);
        setFound(told);
      },
      (refused) => here && onMissing(refused),
    );
    return () => {
      here = false;
    };
  }, [date]);
  if (!found)
    return html`<section class="card past-day coming"><p class="quiet" role="status">${t("web.connecting")}</p></section>`;
  const rounds = own?.status === "over" ? own.rounds : null;
  const mine = rounds && own.counted ? sum(rounds) : null;
  return html`<div class="grid2 past-day">
      <${Compared} rounds=${rounds} best=${found.best}>${own && why(own) && html`<p class="notice">${why(own)}</p>`}<//>
      <${Everybody} results=${found.results} mine=${mine} />
    </div>
    ${
      !brief &&
      html`${
        rounds &&
        html`<section class="felt daily result"><h2>${t("web.day.points", { points: sum(rounds) })}</h2>
        <${Rounds} rounds=${rounds} /><${Shared} date=${date} rounds=${rounds} />
        <a class="alone" href=${`/fair/${own.game}`}>${t("web.end.verify")}</a></section>`
      }
      <${Secret} date=${date} commitment=${found.commitment} secret=${found.secret} />`
    }`;
}
