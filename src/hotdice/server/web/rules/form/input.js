// A text field that keeps what is being typed until it is left.

import { html, useState } from "../../lib/preact.js";

/** `value` is what stands there; an empty field tells `onEmpty`, and only when it is left. */
export function Input({ value, onValue, onEmpty, ...more }) {
  const [typed, setTyped] = useState(null);
  const change = (event) => {
    setTyped(event.target.value);
    if (event.target.value.trim()) onValue(event.target.value);
  };
  const leave = () => {
    if (typed !== null && !typed.trim()) onEmpty();
    setTyped(null);
  };
  return html`<input type="text" autocomplete="off" ...${more} value=${typed ?? value} onInput=${change} onBlur=${leave} />`;
}
