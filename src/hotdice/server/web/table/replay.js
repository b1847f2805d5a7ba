// Looking back: any moment of the game, without being pulled to the live one.

import { html, useEffect } from "../lib/preact.js";
import { t } from "../texts.js";

export function Part({ events, at, setAt, status, yours }) {
  const ended = ["over", "closed"].includes(status);
  const first = events.findIndex(({ kind }) => kind === "started") + 1;
  useEffect(() => {
    document.querySelector(".felt")?.scrollIntoView({ block: "start" });
  }, []); // what one looks at
  const to = (seq) => setAt(Math.min(events.length, Math.max(first, seq)));
  return html`<section class="card back" aria-label=${t("web.back")}>
    <p class="small">${t(ended ? `web.back.${status}` : yours ? "web.back.yours" : "web.back.looking")}</p>
    <label class="field">${t("web.back.at", { at: at - first + 1, all: events.length - first + 1 })}
      <input type="range" min=${first} max=${events.length} value=${at} onInput=${(event) => to(Number(event.target.value))} /></label>
    <div class="row">
      <button type="button" class="slim" onClick=${() => to(at - 1)}>${t("web.back.before")}</button>
      <button type="button" class="slim" onClick=${() => to(at + 1)}>${t("web.back.after")}</button>
      <button type="button" class="slim hot" onClick=${() => setAt(null)}>${t(ended ? "web.back.end" : "web.back.live")}</button>
    </div>
  </section>`;
}
