// The waiting room: who is there, and a link and a QR code for those who are not.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask, placeOf } from "../store.js";
import { apart, t } from "../texts.js";
import { names } from "../view.js";
import { Part as Rename } from "./rename.js";

export function Part({ view, you, seat, presence, line, open, free, onSit }) {
  const called = names(view);
  return html`
    <section class="card waiting">
      <h2>${t("web.waiting")}</h2>
      <ul class="seats">${view.seats.map((each, at) => html`<li key=${at} class="row spread">
        <span class=${each.taken ? "strong" : "quiet"}>${apart(called[at] || t("web.free-seat"))}${at === you ? ` ${t("web.you")}` : ""}</span>
        <span class="small quiet">${each.kind === "bot" ? t("web.bot-tag") : each.taken ? (presence && !presence.connected[at] ? t("web.away") : t("web.here")) : t("web.expected")}</span>
      </li>`)}</ul>
      ${seat && view.seats[you].taken && html`<${Rename} known=${called[you]} line=${line} />`}
      ${!seat && free && html`<button type="button" class="hot" onClick=${onSit}>${t("web.join.sit")}</button>`}
      ${!seat && !free && open && html`<p class="quiet">${t("web.waiting.by-invitation")}</p>`}
    </section>
    ${seat && open && html`<${Invite} place=${placeOf({ game: seat.game, invite: line.invite })} />`}`;
}

/** The machine that somebody means who opened the page by one of these names is their own. */
const OWN = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\])$/;

/** How others come here: `{base}`, and what is to be said of it, once it is known. */
function useReach() {
  const own = OWN.test(location.hostname);
  const [reach, setReach] = useState(own ? null : { base: location.origin });
  useEffect(() => {
    const unknown = { alone: false, addresses: [] };
    if (own) ask("GET", "/api/reach").catch(() => unknown).then(({ alone, addresses: [base, ...more] }) => setReach(
      base ? { base, notice: "network", more } : { base: location.origin, notice: alone ? "alone" : "unknown" },
    ));
  }, []);
  return reach;
}

/** The address of this game for others, to copy, to share, and to scan. */
function Invite({ place }) {
  const reach = useReach();
  return reach && html`<section class="card invite">
    <h2>${t("web.invite")}</h2>
    <p class="quiet">${t("web.invite.what")}</p>
    <${Link} address=${reach.base + place} />
    ${reach.notice && html`<${Notice} ...${reach} place=${place} />`}
    ${[undefined, "network"].includes(reach.notice) && html`<${Code} text=${reach.base + place} />`}
  </section>`;
}

function Link({ address }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const field = document.getElementById("address");
    try { await navigator.clipboard.writeText(address); } catch { field.select(); document.execCommand("copy"); }
    setCopied(true);
  };
  return html`<div class="row"><input id="address" readonly value=${address} aria-label=${t("web.invite.link")} onFocus=${(event) => event.target.select()} />
    ${navigator.share && html`<button type="button" class="hot" onClick=${() => navigator.share({ url: address, title: "Hot Dice" }).catch(() => {})}>${t("web.invite.share")}</button>`}
    <button type="button" class=${navigator.share ? "" : "hot"} onClick=${copy}>${t(copied ? "web.invite.copied" : "web.invite.copy")}</button></div>`;
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
    import("../qr.js").then(({ qr }) => setCode(drawn(qr(text))), () => {});
  }, [text]);
  return code && html`<svg class="qr" viewBox=${`0 0 ${code.size} ${code.size}`} role="img" aria-label=${t("web.invite.code")}><path d=${code.path} /></svg>`;
}

/** The dark squares of a code as one path, with the light edge that scanners need. */
function drawn(rows) {
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  return { path, size: rows.length + 8 };
}
