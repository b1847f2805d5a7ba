// What binds the server to the dice of a day, and once it is over the secret, checked here and now.

import { html, useEffect, useState } from "../lib/preact.js";
import { commitment as commitmentOf } from "../engine/dice.js";
import { t } from "../texts.js";
import { ofDay } from "./own.js";

/** Before the end of a day. */
export const Commitment = ({ commitment }) => html`<section class="card" aria-labelledby="secret">
  <h2 id="secret">${t("web.day.secret")}</h2>
  <p>${t("web.day.secret.what")}</p>
  <p><span class="quiet small">${t("web.fair.commitment")}</span> <code>${commitment}</code></p>
</section>`;

/** After it. */
export function Secret({ date, commitment, secret }) {
  const [right, setRight] = useState(null);
  useEffect(() => {
    commitmentOf(secret).then((found) => setRight(found === commitment));
  }, [secret]);
  const seen = ofDay(date)?.commitment;
  const said = (holds, yes, no) =>
    html`<p class=${`small ${holds ? "good" : "bad"}`}>${holds ? `✓ ${t(yes)}` : `✗ ${t(no)}`}</p>`;
  return html`<section class="card" aria-labelledby="secret">
    <h2 id="secret">${t("web.day.secret.told")}</h2>
    <p><span class="quiet small">${t("web.day.secret.label")}</span> <code>${secret}</code></p>
    <p><span class="quiet small">${t("web.fair.commitment")}</span> <code>${commitment}</code></p>
    <div role="status">${right !== null && said(right, "web.day.fits", "web.day.unfit")}</div>
    ${seen && said(seen === commitment, "web.day.seen", "web.day.not-seen")}
  </section>`;
}
