// Home: play at once, make a table for friends, go on with a game, watch one.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { useName } from "../name.js";
import { ask, forget, games, isAway, isOpen, keep, kept, placeOf, remember, takeSeat } from "../store.js";
import { apart, n, t, titled } from "../texts.js";
import { mover, names } from "../view.js";

const LEVELS = { 3: "human:3", 5: "human:5", 8: "human:8", best: "optimal" };
const CLOCKS = ["none", "30", "60", "300", "86400"];
const SHOWN = 8; // games; the others are a tap away

export function Page({ navigate, setAway }) {
  const [rules, setRules] = useState([]);
  const { name, field, ask: askName } = useName();
  const [chosen, setChosen] = useState(kept("rules") || "basic");
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => { ask("GET", "/api/rules").then((told) => setRules(told.rules), (refused) => (isAway(refused) ? setAway(true) : setWrong({ form: null, message: refused.message }))); }, []);

  /** Make a game from one of the forms, which shows why if there is none. */
  const start = async (form, game) => {
    setBusy(true);
    setWrong(null);
    try {
      keep("rules", chosen);
      const seated = await takeSeat("/api/games", { rules: chosen, ...game });
      keep("name", name);
      navigate(placeOf(seated));
    } catch (refused) {
      setBusy(false);
      if (refused.code === "seat/name") askName(refused.message);
      else setWrong({ form, message: refused.message });
    }
  };
  const shared = { busy, start, wrong, you: name };
  return html`
    <div class="hero"><h1 tabindex="-1">${t("web.home.title")}</h1><p class="quiet">${t("web.home.what")}</p></div>
    <p class="bad" role="alert">${wrong?.form === null && wrong.message}</p>
    <${Yours} />
    <div class="who">
      ${field}
      <div class="field"><label class="field">${t("web.home.rules")}
        <select name="rules" value=${chosen} onChange=${(event) => setChosen(event.target.value)}>
          ${rules.map((each) => html`<option key=${each.name} value=${each.name}>${t("web.home.to", { title: titled(each), target: each.target })}</option>`)}
        </select></label>
        <a class="alone" href="/rules/edit">${t("web.home.own")}</a></div>
    </div>
    <div class="grid2"><${Bot} ...${shared} /><${Friends} ...${shared} askName=${askName} /></div>
    <${Watch} />`;
}

function Bot({ busy, start, wrong, you }) {
  const [level, setLevel] = useState(kept("level") || "5");
  const [advice, setAdvice] = useState(Boolean(kept("advice")));
  const submit = (event) => {
    event.preventDefault();
    keep("level", level);
    keep("advice", advice);
    start("bot", { seats: [{ kind: "person", name: you || t("seat/person") }, { kind: "bot", bot: LEVELS[level] }], advice });
  };
  return html`<form class="card" id="bot" onSubmit=${submit}>
    <h2>${t("web.home.bot")}</h2>
    <fieldset class="choice"><legend>${t("web.home.level")}</legend>
      ${["3", "5", "8", "best"].map((each) => html`<label key=${each}>
        <input type="radio" name="level" value=${each} checked=${level === each} onChange=${() => setLevel(each)} /><span>${t(`web.home.level.${each}`)}</span></label>`)}
    </fieldset>
    <label class="check"><input type="checkbox" name="advice" checked=${advice} onChange=${(event) => setAdvice(event.target.checked)} />${t("web.home.advice")}</label>
    <button class="hot" disabled=${busy}>${t("web.home.play")}</button>
    <p class="bad" role="alert">${wrong?.form === "bot" && wrong.message}</p>
  </form>`;
}

function Friends({ busy, start, wrong, you, askName }) {
  const [seats, setSeats] = useState(2);
  const [clock, setClock] = useState("none");
  const [open, setOpen] = useState(false);
  const [advice, setAdvice] = useState(false);
  const submit = (event) => {
    event.preventDefault();
    if (!you) return askName(t("web.name.missing"));
    return start("friends", {
      public: open, advice,
      seats: Array.from({ length: seats }, (_, at) => (at ? { kind: "person" } : { kind: "person", name: you })),
      clock: clock === "none" ? null : { seconds: Number(clock), grace: Math.min(60, Math.round(clock / 2)), then: "bot" },
    });
  };
  return html`<form class="card" id="friends" onSubmit=${submit}>
    <h2>${t("web.home.friends")}</h2>
    <div class="pair">
      <label class="field">${t("web.home.seats")}
        <select name="seats" value=${seats} onChange=${(event) => setSeats(Number(event.target.value))}>
          ${[2, 3, 4, 5, 6, 7, 8].map((count) => html`<option key=${count} value=${count}>${count}</option>`)}</select></label>
      <label class="field">${t("web.home.clock")}
        <select name="clock" value=${clock} onChange=${(event) => setClock(event.target.value)}>
          ${CLOCKS.map((each) => html`<option key=${each} value=${each}>${t(`web.home.clock.${each}`)}</option>`)}</select></label>
    </div>
    <label class="check"><input type="checkbox" name="advice" checked=${advice} onChange=${(event) => setAdvice(event.target.checked)} />${t("web.home.advice")}</label>
    <label class="check"><input type="checkbox" name="public" checked=${open} onChange=${(event) => setOpen(event.target.checked)} />${t("web.home.public")}</label>
    <button class="hot" disabled=${busy}>${t("web.home.make")}</button>
    <p class="bad" role="alert">${wrong?.form === "friends" && wrong.message}</p>
  </form>`;
}

/** Games with a seat of this browser; those that wait for it come first. */
function Yours() {
  const [list, setList] = useState(() => games().map((known) => ({ ...known, yours: false })));
  const [all, setAll] = useState(false);
  const entries = useRef(null);
  useEffect(() => { if (all) entries.current.children[SHOWN].firstElementChild.focus(); }, [all]);
  useEffect(() => {
    for (const known of games().filter(isOpen)) {
      ask("GET", `/api/games/${known.game}`).then(
        (found) => {
          const { status, rules: { title, digest }, state } = found;
          const news = { status, title, digest, names: names(found), totals: state?.totals };
          remember({ game: known.game, ...news });
          setList((before) => before.map((each) => (each.game === known.game ? { ...each, ...news, yours: mover(found) === known.seat } : each)));
        },
        (refused) => {
          if (refused.code === "game/unknown") forget(known.game);
          if (refused.code === "game/unknown") setList((before) => before.filter(({ game }) => game !== known.game));
        },
      );
    }
  }, []);
  const drop = (game) => { forget(game); setList(list.filter((each) => each.game !== game)); };
  const rank = (each) => (each.yours ? 0 : isOpen(each) ? 1 : 2);
  const sorted = [...list].filter(({ title }) => title).sort((one, other) => rank(one) - rank(other));
  if (!sorted.length) return null;
  return html`<section class="stack"><h2>${t("web.home.yours")}</h2>
    <ul class="list" ref=${entries}>${(all ? sorted : sorted.slice(0, SHOWN)).map((each) => html`<li key=${each.game} class="entry ${each.yours ? "yours" : ""}">
      <a class="button" href=${`/game/${each.game}`}>
        <span class="row spread wide"><span>${each.names.filter(Boolean).map(apart).join(" · ")}</span>
          <span class="tag">${each.yours ? t("web.your-turn") : t(`web.status.${each.status}`)}</span></span>
        <small class="row spread wide quiet"><span>${titled(each)}</span><span>${(each.totals || []).map(n).join(" : ")}</span></small>
      </a>
      ${!isOpen(each) && html`<button type="button" class="plain slim" aria-label=${t("web.home.forget")} onClick=${() => drop(each.game)}>×</button>`}
    </li>`)}</ul>
    ${!all && sorted.length > SHOWN && html`<button type="button" class="slim" onClick=${() => setAll(true)}>${t("web.home.all", { count: sorted.length })}</button>`}
  </section>`;
}

function Watch() {
  const [list, setList] = useState(null);
  useEffect(() => { ask("GET", "/api/games?limit=8").then((told) => setList(told.games), () => {}); }, []);
  if (!list) return null;
  return html`<section class="stack"><h2>${t("web.home.watch")}</h2>
    ${!list.length && html`<p class="quiet">${t("web.home.watch.none")}</p>`}
    <ul class="list">${list.map((each) => html`<li key=${each.game} class="entry"><a class="button" href=${`/game/${each.game}`}>
      <span class="row spread wide"><span>${each.name || names(each).map((name) => apart(name || t("web.free-seat"))).join(" · ")}</span><span class="tag">${t(`web.status.${each.status}`)}</span></span>
      <small class="row spread wide quiet"><span>${t("web.home.to", { title: titled(each.rules), target: each.rules.target })}</span><span>${each.totals.map(n).join(" : ")}</span></small>
    </a></li>`)}</ul></section>`;
}
