// Leaving for good, after a second tap.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { ask, forget } from "../store.js";
import { t } from "../texts.js";

export function Part({ game, seat, view, navigate, onStay }) {
  const [wrong, setWrong] = useState(null);
  const stay = useRef(null);
  useEffect(() => stay.current.focus(), []);
  const last = !view.seats.some(({ kind, taken, left }, at) => at !== seat.seat && kind === "person" && taken && !left);
  const then = view.status === "playing" ? view.clock?.then || "bot" : "waiting";
  const leave = async () => {
    try {
      await ask("POST", `/api/games/${game}/leave`, {}, seat.token);
      forget(game);
      navigate("/", { told: t(`web.left.${last ? "last" : then}`) });
    } catch (refused) {
      setWrong(refused.message);
    }
  };
  return html`<div class="row">
    <span class="small quiet">${t(`web.leave.${last ? `last-${view.status}` : then}`)}</span>
    <button type="button" class="slim" onClick=${leave}>${t("web.leave")}</button>
    <button type="button" class="slim" ref=${stay} onClick=${onStay}>${t("web.leave.stay")}</button>
    <p class="bad" role="alert">${wrong}</p>
  </div>`;
}
