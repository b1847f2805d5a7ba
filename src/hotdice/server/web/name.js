// The field for one's name, which says by itself what is wrong with it.

import { html, useRef, useState } from "./lib/preact.js";
import { myName } from "./store.js";
import { t } from "./texts.js";

/** The field, the name in it, and `ask(why)`, which leads there and says why. */
export function useName() {
  const [name, setName] = useState(myName());
  const [wrong, setWrong] = useState(null);
  const input = useRef(null);
  const ask = (why) => {
    setWrong(why);
    input.current.focus();
  };
  const write = (event) => {
    setName(event.target.value);
    setWrong(null);
  };
  const field = html`<div class="field">
    <label class="field">${t("web.name")}
      <input name="name" ref=${input} maxlength="24" autocomplete="nickname" value=${name} onInput=${write}
        aria-invalid=${Boolean(wrong)} aria-describedby="wrong-name" /></label>
    <p id="wrong-name" class="bad" role="alert">${wrong}</p>
  </div>`;
  return { name: name.trim(), field, ask };
}
