// The field for another name, for whoever waits and for whoever came without one.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { t } from "../texts.js";

/** A name as the server has it. */
const plain = (name) => name.normalize("NFC").trim().split(/\s+/).join(" ");

/** Another name, if the server takes it. */
export function Part({ known: name, line }) {
  const [value, setValue] = useState(name);
  const before = useRef(name);
  useEffect(() => {
    if (name === before.current) return;
    before.current = name;
    setValue(name);
  }, [name]);
  const submit = (event) => {
    event.preventDefault();
    line.say({ rename: { name: value } });
  };
  return html`<form class="row rename" onSubmit=${submit}>
    <label class="field">${t("web.name")}<input maxlength="24" required value=${value} onInput=${(event) => setValue(event.target.value)} /></label>
    ${plain(value) !== name && html`<button>${t("web.rename")}</button>`}
  </form>`;
}
