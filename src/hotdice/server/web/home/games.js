// Games to go on with, and games to watch.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { ask, forget, games, isOpen, remember } from "../store.js";
import { apart, far, n, t, titled } from "../texts.js";
import { mover, names } from "../view.js";

const SHOWN = 8; // games; the others are a tap away

/** Games with a seat of this browser; those that wait for it come first. */
export function Yours() {
  const [list, setList] = useState(() => games().map((known) => ({ ...known, yours: false })));
  const [all, setAll] = useState(false);
  const entries = useRef(null);
  useEffect(() => {
    if (all) entries.current.children[SHOWN].firstElementChild.focus();
  }, [all]);
  useEffect(() => {
    for (const known of games().filter(isOpen)) {
      ask("GET", `/api/games/${known.game}`).then(
        (found) => {
          const {
            status,
            rules: { title, digest },
            state,
          } = found;
          const news = { status, title, digest, names: names(found), totals: state?.totals };
          remember({ game: known.game, ...news });
          setList((before) =>
            before.map((each) =>
              each.game === known.game ? { ...each, ...news, yours: mover(found) === known.seat } : each,
            ),
          );
        },
        (refused) => {
          if (refused.code === "game/unknown") forget(known.game);
          if (refused.code === "game/unknown") setList((before) => before.filter(({ game }) => game !== known.game));
        },
      );
    }
  }, []);
  const drop = (game) => {
    forget(game);
    setList(list.filter((each) => each.game !== game));
  };
  const rank = (each) => (each.yours ? 0 : isOpen(each) ? 1 : 2);
  const sorted = [...list].filter(({ title }) => title).sort((one, other) => rank(one) - rank(other));
  if (!sorted.length) return null;
  return html`<section class="stack"><h2>${t("web.home.yours")}</h2>
    <ul class="list" ref=${entries}>${(all ? sorted : sorted.slice(0, SHOWN)).map(
      (each) => html`<li key=${each.game} class="entry ${each.yours ? "yours" : ""}">
      <a class="button" href=${`/game/${each.game}`}>
        <span class="row spread wide"><span>${each.names.filter(Boolean).map(apart).join(" · ")}</span>
          <span class="tag">${each.yours ? t("web.your-turn") : t(`web.status.${each.status}`)}</span></span>
        <small class="row spread wide quiet"><span>${titled(each)}</span><span>${(each.totals || []).map(n).join(" : ")}</span></small>
      </a>
      ${!isOpen(each) && html`<button type="button" class="plain slim" aria-label=${t("web.home.forget")} onClick=${() => drop(each.game)}>×</button>`}
    </li>`,
    )}</ul>
    ${!all && sorted.length > SHOWN && html`<button type="button" class="slim" onClick=${() => setAll(true)}>${t("web.home.all", { count: sorted.length })}</button>`}
    <a class="alone" href="/games">${t("web.home.mine")}</a>
  </section>`;
}

/** Public games under way, if there are any. */
export function Watch() {
  const [list, setList] = useState(null);
  useEffect(() => {
    ask("GET", "/api/games?limit=8").then(
      (told) => setList(told.games),
      () => {},
    );
  }, []);
  if (!list?.length) return null;
  return html`<section class="stack"><h2>${t("web.home.watch")}</h2>
    <ul class="list">${list.map(
      (each) => html`<li key=${each.game} class="entry"><a class="button" href=${`/game/${each.game}`}>
      <span class="row spread wide"><span>${
        each.name ||
        names(each)
          .map((name) => apart(name || t("web.free-seat")))
          .join(" · ")
      }</span><span class="tag">${t(`web.status.${each.status}`)}</span></span>
      <small class="row spread wide quiet"><span>${t("web.home.to", { title: titled(each.rules), far: far(each.rules) })}</span><span>${each.totals.map(n).join(" : ")}</span></small>
    </a></li>`,
    )}</ul></section>`;
}
