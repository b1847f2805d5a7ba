// Looking back: any moment of the game, without being pulled to the live one.

import { html } from "../lib/preact.js";
import { t } from "../texts.js";

export function Part({ events, at, setAt, yours }) {
  const to = (seq) => setAt(Math.min(events.length, Math.max(1, seq)));
  return html`<section class="card back" aria-label=${t("web.back")}>
    <p class="small">${t(yours ? "web.back.yours" : "web.back.looking")}</p>
    <label class="field">${t("web.back.at", { at, all: events.length })}
      <input type="range" min="1" max=${events.length} value=${at} onInput=${(event) => to(Number(event.target.value))} /></label>
    <div class="row">
      <button type="button" class="slim" onClick=${() => to(at - 1)}>${t("web.back.before")}</button>
      <button type="button" class="slim" onClick=${() => to(at + 1)}>${t("web.back.after")}</button>
      <button type="button" class="slim hot" onClick=${() => setAt(null)}>${t("web.back.live")}</button>
    </div>
  </section>`;
}
