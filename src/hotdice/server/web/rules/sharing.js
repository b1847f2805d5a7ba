// The link that carries the rules with it.

import { html, useEffect, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { packed } from "./share.js";

/** `share()` makes the link of a text and copies it; `shared` is `{link, copied}` until the text changes. */
export function useSharing(text) {
  const [shared, setShared] = useState(null);
  useEffect(() => setShared(null), [text]);
  const share = async () => {
    const link = `${location.origin}/rules/edit#${await packed(text)}`;
    history.replaceState(null, "", link);
    const copied = await (navigator.clipboard?.writeText(link) ?? Promise.reject()).then(
      () => true,
      () => false,
    );
    setShared({ link, copied });
  };
  return { shared, share };
}

/** The button and the link. */
export function Share({ shared, share, disabled }) {
  useEffect(() => {
    if (shared) document.getElementById("link")?.scrollIntoView({ block: "center" });
  }, [shared]);
  return html`
    <div class="stack">
      <button type="button" class="wide" aria-disabled=${disabled} onClick=${() => disabled || share()}>${t("web.rules.share")}<small class="quiet">${t("web.rules.share.what")}</small></button>
      ${
        shared &&
        html`
        <label class="field">${t("web.rules.link")}
          <input id="link" readonly value=${shared.link} onFocus=${(event) => event.target.select()} />
        </label>`
      }
      <p role="status" class="small good">${shared?.copied ? `✓ ${t("web.rules.copied")}` : null}</p>
    </div>`;
}
