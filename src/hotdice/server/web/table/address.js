// The address of a page for another device: to copy, to share, and to scan.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask } from "../store.js";
import { t } from "../texts.js";

/** The machine that somebody means who opened the page by one of these names is their own. */
const OWN = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

/** @typedef {{ base: string, notice?: string, more?: string[] }} Reach */

/** How others come here: `{base}`, and what is to be said of it, once it is known. */
export function useReach() {
  const own = OWN.test(location.hostname);
  /** @type {Reach | null} */
  const here = own ? null : { base: location.origin };
  const [reach, setReach] = useState(here);
  useEffect(() => {
    const unknown = { alone: false, addresses: [] };
    if (own)
      ask("GET", "/api/reach")
        .catch(() => unknown)
        .then(({ alone, addresses: [base, ...more] }) =>
          setReach(
            base ? { base, notice: "network", more } : { base: location.origin, notice: alone ? "alone" : "unknown" },
          ),
        );
  }, []);
  return reach;
}

/**
 * Whether other devices can open such an address, so that there is a code to scan.
 * @param {Reach} reach
 */
const isForOthers = ({ notice }) => notice === undefined || notice === "network";

/** A place of this server as `useReach` tells it; `first` while nothing else is to be done. */
export function Address({ reach, place, id, label, first = false }) {
  return html`<${Link} address=${reach.base + place} ...${{ id, label, first }} />
    ${reach.notice && html`<${Notice} ...${reach} place=${place} />`}
    ${isForOthers(reach) && html`<${Code} text=${reach.base + place} />`}`;
}

function Link({ address, id, label, first }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(id));
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      field.select();
      document.execCommand("copy");
    }
    setCopied(true);
  };
  return html`<div class="row"><input id=${id} readonly value=${address} aria-label=${label} onFocus=${(event) => event.target.select()} />
    ${"share" in navigator && html`<button type="button" class=${first ? "hot" : ""} onClick=${() => navigator.share({ url: address, title: "Hot Dice" }).catch(() => {})}>${t("web.invite.share")}</button>`}
    <button type="button" class=${"share" in navigator || !first ? "" : "hot"} onClick=${copy}>${t(copied ? "web.invite.copied" : "web.invite.copy")}</button></div>`;
}

/** Who can open the link, where the page was opened at the machine's own address. */
function Notice({ notice, more = [], place }) {
  return html`<p class="hint"><strong>${t(`web.invite.${notice}`)}</strong> ${t(`web.invite.${notice}.what`, { host: location.hostname })}
    ${notice === "alone" && html` <code>hotdice serve --host 0.0.0.0</code>`}
    ${more.length > 0 && html` ${t("web.invite.network.more", { addresses: more.map((base) => base + place).join(", ") })}`}</p>`;
}

function Code({ text }) {
  const [code, setCode] = useState(null);
  useEffect(() => {
    ask("POST", "/api/qr", { text }).then(
      ({ rows }) => setCode(drawn(rows)),
      () => {},
    );
  }, [text]);
  return (
    code &&
    html`<svg class="qr" viewBox=${`0 0 ${code.size} ${code.size}`} role="img" aria-label=${t("web.invite.code")}><path d=${code.path} /></svg>`
  );
}

/** The dark squares of a code as one path, with the light edge that scanners need. */
function drawn(rows) {
  const path = rows
    .flatMap((row, y) => [...row].flatMap((module, x) => (module === "#" ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join("");
  return { path, size: rows.length + 8 };
}
