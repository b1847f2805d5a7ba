// What is wrong with a field, said right below it.

import { html } from "../../lib/preact.js";

export const Wrong = ({ id, sentences }) =>
  html`<div id=${id} class="wrong-here">${sentences.map((each) => html`<p class="bad small">${each}</p>`)}</div>`;
