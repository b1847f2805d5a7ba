// Not there yet.

import { html } from "../lib/preact.js";

export function Page() {
  return html`<h1 tabindex="-1">fair</h1>`;
}
