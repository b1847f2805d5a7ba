// Going on here with a game from another device, by the code that is shown there.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { placeOf, takeOver } from "../store.js";
import { t } from "../texts.js";

export function TakeOver({ navigate }) {
  const [open, setOpen] = useState(false);
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  const input = useRef(null);
  useEffect(() => {
    if (open) input.current.focus();
  }, [open]);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      navigate(placeOf(await takeOver(input.current.value)));
    } catch (refused) {
      setBusy(false);
      setWrong(refused.message);
      input.current.focus();
    }
  };
  return html`<section class="stack">
    <button type="button" class="link" aria-expanded=${String(open)} aria-controls="take" onClick=${() => setOpen(!open)}>${t("web.take.home")}</button>
    <form id="take" class="card" hidden=${!open} onSubmit=${submit}>
      <div class="row make"><label class="field">${t("web.take.code")}
        <input name="code" ref=${input} required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck=${false} aria-describedby="wrong-code" /></label>
      <button disabled=${busy}>${t("web.take")}</button></div>
      <p id="wrong-code" class="bad" role="alert">${wrong}</p>
    </form>
  </section>`;
}
