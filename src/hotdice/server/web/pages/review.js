// The review of a game: what was luck, what was skill, moment by moment.

import { html, useEffect, useState } from "../lib/preact.js";
import { Download, Head, Share } from "../review/head.js";
import { load } from "../review/load.js";
import { Review } from "../review/review.js";
import { isAway, subject } from "../store.js";
import { t } from "../texts.js";

export const stylesheets = ["/rules/rules.css", "/review/review.css"];

export function Page({ path, setTop, setAway }) {
  const game = subject(path);
  const [model, setModel] = useState(null);
  const [refused, setRefused] = useState(null);
  const look = () => {
    setRefused(null);
    load(game).then(setModel, (error) => (isAway(error) ? setAway(true) : setRefused(error)));
  };
  useEffect(() => {
    document.title = `${t("web.review.title")} · Hot Dice`;
    setTop(
      html`<${Download} file=${`/api/games/${game}/record`} name=${`hotdice-${game}.jsonl`} /><${Share} link=${location.origin + location.pathname} />`,
    );
    look();
    return () => {
      document.title = "Hot Dice";
      setTop(null);
    };
  }, []);
  const back = `/game/${encodeURIComponent(game)}`;
  if (refused)
    return html`<section class="card message" role="alert">
    <h1 tabindex="-1">${t("web.review.none")}</h1><p>${refused.message}</p>
    ${refused.status === 429 && html`<button class="hot" onClick=${look}>${t("web.again")}</button>`}
    ${refused.code !== "game/unknown" && html`<a class="button" href=${back}>${t("web.fair.to-game")}</a>`}
  </section>`;
  if (!model)
    return html`<h1 tabindex="-1">${t("web.review.title")}</h1><p class="quiet coming" role="status">${t("web.review.working")}</p>`;
  return html`<${Head} model=${model} back=${back} /><${Review} model=${model} />`;
}
