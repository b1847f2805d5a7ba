// Beside the editor: what rules do, a game by them, the link to them, and their sheet.

import { html } from "../lib/preact.js";
import { n, t } from "../texts.js";
import { Effects, percent, chance } from "./effects.js";
import { Play } from "./play.js";
import { Share } from "./sharing.js";
import { Sheet } from "./sheet.js";

/** `figures` are what `useFigures` says, `count` is how many mistakes there are, and `ready` whether the text can be played. */
export function Outcome({ figures, text, count, ready, navigate, sharing }) {
  const { good, note, waits } = figures;
  const { title, digest, target, rounds, sheet } = good?.rules ?? {};
  return html`<div class="stack outcome">
    <div class=${`stack ${waits ? "stale" : ""}`}>
      ${good ? html`<${Effects} rules=${good.rules} />` : html`<section class="card flat waiting"><p class="quiet">${t("web.rules.when-fine")}</p></section>`}
    </div>
    <p class="small quiet" id="about-figures">${note ?? (waits ? t("web.rules.checking") : "")}</p>
    <${Play} rules=${{ toml: text }} about=${{ title, digest, target, rounds }} navigate=${navigate} disabled=${!ready} mistakes=${count} />
    <${Share} ...${sharing} disabled=${!ready} />
    ${good && html`<section class="card"><${Sheet} markdown=${sheet} /></section>`}
  </div>`;
}

/** On a phone, at the lower edge: the figures in one line, and what can be done. */
export function Bar({ figures, count, ready, share }) {
  const odds = figures.good?.rules.odds;
  const most = odds && Math.max(...Object.keys(odds.farkle).map(Number));
  return html`<div class="rules-bar">
    <div class=${`strip ${figures.waits ? "stale" : ""}`}>
      ${odds && odds.expected_turn !== null && html`<p><b>${n(Math.round(odds.expected_turn))}</b> ${t("web.rules.bar.turn")}</p>`}
      ${odds && html`<p><b>${percent(chance(odds.farkle[most]))}</b> ${t("web.rules.bar.farkle", { count: most })}</p>`}
      <button type="button" class="link" onClick=${() => document.querySelector(".outcome")?.scrollIntoView()}>${t("web.rules.bar.more")}</button>
    </div>
    <button form="play" aria-disabled=${!ready}>${t("web.rules.bar.play")}${count > 0 && html`<small>${t("web.rules.mistakes", { count })}</small>`}</button>
    <button type="button" aria-disabled=${!ready} onClick=${() => ready && share()}>${t("web.rules.bar.share")}</button>
  </div>`;
}
