// Whoever comes by a link from their other device plays on here after one tap.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { placeOf, takeOver } from "../store.js";
import { apart, t } from "../texts.js";
import { names } from "../view.js";

export function Part({ code, snapshot, navigate, onSeat, onWatch }) {
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  const title = useRef(null);
  useEffect(() => {
    if (document.activeElement === document.body) title.current.focus();
  }, []);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const seated = await takeOver(code);
      navigate(placeOf(seated), { replace: true }); // without the code
      onSeat();
    } catch (refused) {
      setBusy(false);
      setWrong(refused.message);
    }
  };
  return html`<form class="card message" onSubmit=${submit}>
    <h1 tabindex="-1" ref=${title}>${t("web.take.title")}</h1>
    <p>${t("web.join.with", { names: names(snapshot).filter(Boolean).map(apart).join(", ") })}</p>
    <p class="quiet">${t("web.take.what")}</p>
    <p class="bad" role="alert">${wrong}</p>
    <button class="hot" disabled=${busy}>${t("web.take")}</button>
    <button type="button" class="plain" onClick=${onWatch}>${t("web.join.watch")}</button>
  </form>`;
}
