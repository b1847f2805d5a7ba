// The waiting room: who is there, and a link and a QR code for those who are not.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { keep } from "../store.js";
import { apart, t } from "../texts.js";
import { names } from "../view.js";

export function Part({ view, you, seat, presence, line, open, mine, onSit }) {
  const called = names(view);
  return html`
    <section class="card waiting">
      <h2>${t("web.waiting")}</h2>
      <ul class="seats">${view.seats.map((each, at) => html`<li key=${at} class="row spread">
        <span class=${each.taken ? "strong" : "quiet"}>${apart(called[at] || t("web.free-seat"))}${at === you ? ` ${t("web.you")}` : ""}</span>
        <span class="small quiet">${each.kind === "bot" ? t("web.bot-tag") : each.taken ? (presence && !presence.connected[at] ? t("web.away") : t("web.here")) : t("web.expected")}</span>
      </li>`)}</ul>
      ${seat && html`<${Rename} name=${called[you]} line=${line} />`}
      ${!seat && (open || mine) && html`<button type="button" class="hot" onClick=${onSit}>${t("web.join.sit")}</button>`}
    </section>
    ${seat && open && html`<${Invite} />`}`;
}

/** A name as the server has it. */
const plain = (name) => name.normalize("NFC").trim().split(/\s+/).join(" ");

/** Another name; it is one's own from now on if the server takes it. */
function Rename({ name, line }) {
  const [value, setValue] = useState(name);
  const before = useRef(name);
  useEffect(() => {
    if (name === before.current) return;
    before.current = name;
    keep("name", name);
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

/** The address of this page, to copy, to share, and to scan. */
function Invite() {
  const [code, setCode] = useState(null);
  const [copied, setCopied] = useState(false);
  const address = location.origin + location.pathname;
  useEffect(() => {
    import("../qr.js").then(({ qr }) => setCode(drawn(qr(address))), () => {});
  }, []);
  const copy = async () => {
    const field = document.getElementById("address");
    try { await navigator.clipboard.writeText(address); } catch { field.select(); document.execCommand("copy"); }
    setCopied(true);
  };
  return html`<section class="card invite">
    <h2>${t("web.invite")}</h2>
    <p class="quiet">${t("web.invite.what")}</p>
    <div class="row"><input id="address" readonly value=${address} aria-label=${t("web.invite.link")} onFocus=${(event) => event.target.select()} />
      ${navigator.share && html`<button type="button" class="hot" onClick=${() => navigator.share({ url: address, title: "Hot Dice" }).catch(() => {})}>${t("web.invite.share")}</button>`}
      <button type="button" class=${navigator.share ? "" : "hot"} onClick=${copy}>${t(copied ? "web.invite.copied" : "web.invite.copy")}</button></div>
    ${code && html`<svg class="qr" viewBox=${`0 0 ${code.size} ${code.size}`} role="img" aria-label=${t("web.invite.code")}><path d=${code.path} /></svg>`}
  </section>`;
}

/** The dark squares of a code as one path, with the light edge that scanners need. */
function drawn(rows) {
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join("");
  return { path, size: rows.length + 8 };
}
