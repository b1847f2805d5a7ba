// A game that cannot be shown: what happened, and what to do.

import { html, useEffect } from "../lib/preact.js";
import { forget } from "../store.js";
import { t } from "../texts.js";

const KNOWN = ["game/unknown", "token/wrong", "request/too-many"];
const FOR_GOOD = ["game/unknown", "token/wrong"];

export function Part({ game, refused, again }) {
  const { code } = refused;
  const known = refused.removed ? "removed" : KNOWN.includes(code) && code.replace("/", "-");
  const key = `web.lost.${known || "other"}`;
  useEffect(() => {
    if (code === "game/unknown") forget(game);
    const wait = refused.data?.retry_after;
    const timer = wait && setTimeout(again, 1000 * wait);
    return () => clearTimeout(timer);
  }, []);
  const anew = () => {
    forget(game);
    again();
  };
  return html`<section class="card message" role="alert">
    <h1 tabindex="-1">${t(key)}</h1>
    <p>${known ? t(`${key}.what`) : refused.message}</p>
    ${!FOR_GOOD.includes(code) && html`<button class="hot" onClick=${again}>${t("web.again")}</button>`}
    ${code === "token/wrong" && html`<button class="hot" onClick=${anew}>${t("web.lost.watch")}</button>`}
    <a class=${code === "game/unknown" ? "button hot" : "button"} href="/">${t("web.to-home")}</a>
  </section>`;
}

/** A game that ended before its end. */
export function Closed({ game, played, reason, bots }) {
  return html`<section class="card">
    <h2>${t("web.closed")}</h2>
    <p>${t(reason === "left" && bots ? "web.closed.left-bots" : `web.closed.${reason}`)}</p>
    ${played && html`<a class="button" href=${`/review/${game}`}>${t("web.end.review")}</a>`}
    <a class="button hot" href="/">${t("web.to-home")}</a>
  </section>`;
}
