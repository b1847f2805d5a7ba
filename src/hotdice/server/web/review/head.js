// What stands above a review: whose game it was, and how to keep it or pass it on.

import { html, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { totalsOf } from "./words.js";

/** The title with everybody's totals, and what stands beside it. */
export function Head({ model, back = null, children = null }) {
  return html`<div class="row head">
    ${back && html`<a class="pill" href=${back} aria-label=${t("web.fair.to-game")}>‹</a>`}
    <h1 tabindex="-1">${t("web.review.title")}</h1><p class="quiet">${totalsOf(model, model.state.totals)}</p>${children}
  </div>`;
}

/** The record to keep: where it is to be had, and what it is saved as. */
export const Download = ({ file, name }) =>
  html`<a class="pill" href=${file} download=${name}>${t("web.review.download")}</a>`;

/** The link to pass on. */
export function Share({ link }) {
  const [copied, setCopied] = useState(false);
  const share = async () => {
    if (navigator.share)
      return navigator.share({ url: link, title: `${t("web.review.title")} · Hot Dice` }).catch(() => {});
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      copyByHand(link);
    } // pages that came by plain http have none
    return setCopied(true);
  };
  return html`<button type="button" class="pill" onClick=${share}>${t(copied ? "web.invite.copied" : "web.invite.share")}</button>`;
}

function copyByHand(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
