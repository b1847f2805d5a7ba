// Every ended game: how it went, its review and its record, and away with it.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { signed } from "../review/words.js";
import { apart, n, spoken, t, titled } from "../texts.js";
import { isOver, wonOf } from "./statistics.js";
import { againstSaid, unitOf } from "./statistics_table.js";

/** @import { MyGame } from "../types" */

const SHOWN = 20;

const day = (time) => new Intl.DateTimeFormat(spoken(), { dateStyle: "medium" }).format(time);

/** How a game ended, in a word. */
function ended(game) {
  if (!isOver(game)) return t("web.mine.unfinished");
  if (unitOf(game).solo)
    return game.skill ? t("web.review.turns", { turns: n(game.skill.result) }) : t("web.mine.finished");
  const won = wonOf(game);
  return t(won === 1 ? "web.review.won" : won ? "web.review.shared" : "web.review.lost");
}

/** @param {{ games: MyGame[], onDrop: (game: string) => void }} props */
export function List({ games, onDrop }) {
  const [all, setAll] = useState(false);
  const entries = useRef(null);
  useEffect(() => {
    if (all) entries.current.children[SHOWN].querySelector("a").focus();
  }, [all]);
  return html`<section class="stack" aria-labelledby="list"><h2 id="list">${t("web.mine.list", { count: games.length })}</h2>
    <ul class="games" ref=${entries}>${(all ? games : games.slice(0, SHOWN)).map((each) => html`<${Entry} key=${each.game} game=${each} onDrop=${onDrop} />`)}</ul>
    ${!all && games.length > SHOWN && html`<button type="button" class="slim" onClick=${() => setAll(true)}>${t("web.home.all", { count: games.length })}</button>`}
  </section>`;
}

/** @param {{ game: MyGame, onDrop: (game: string) => void }} props */
function Entry({ game, onDrop }) {
  const { names, bots, seat, skill, totals } = game;
  const [asking, setAsking] = useState(false);
  const sure = useRef(null);
  useEffect(() => {
    if (asking) sure.current.focus();
  }, [asking]);
  const model = unitOf(game);
  const against = names.map((name, at) => ({ name, bot: bots[at] })).filter((_, at) => at !== seat);
  const others = names.filter((_, at) => at !== seat).map((name) => apart(name ?? "?"));
  return html`<li class="card past">
    <div class="row spread"><strong>${ended(game)}</strong><span class="quiet small">${day(game.since)}</span></div>
    <p>${titled(game)} · ${others.join(", ") || againstSaid(against)}</p>
    <p class="quiet small">${totals.map((total, at) => (at === seat ? html`<b key=${at}>${n(total)}</b>` : n(total))).flatMap((total, at) => (at ? [" : ", total] : [total]))}
      ${skill && html`<span>${t("web.mine.skill", { luck: signed(model, skill.luck), choices: signed(model, model.solo ? skill.lost : -skill.lost) })}</span>`}</p>
    <div class="row">
      <a class="button slim" href=${`/review/${game.game}`}>${t("web.mine.review")}</a>
      <button type="button" class="slim" onClick=${() => save(`hotdice-${game.game}.jsonl`, game.record)}>${t("web.end.record")}</button>
      ${
        asking
          ? html`<button type="button" class="slim bad" ref=${sure} onClick=${() => onDrop(game.game)}>${t("web.mine.delete.sure")}</button>
        <button type="button" class="slim" onClick=${() => setAsking(false)}>${t("web.mine.keep")}</button>`
          : html`<button type="button" class="plain slim" onClick=${() => setAsking(true)}>${t("web.mine.delete")}</button>`
      }
    </div>
  </li>`;
}

/** Let somebody save a text as a file. */
export function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
