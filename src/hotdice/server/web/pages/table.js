// One game: whoever has a seat plays, anybody else joins or watches.

import { html, useEffect, useMemo, useRef, useState } from "../lib/preact.js";
import { Connection } from "../connection.js";
import { ask, forget, keep, kept, myName, remember, seatIn, takeSeat } from "../store.js";
import { Actions, Felt, indexesOf, keepOf, ROLLING, still, tapped } from "../table/felt.js";
import { Log, Players, Reactions, told } from "../table/people.js";
import { n, spoken, t } from "../texts.js";
import { EMPTY, keptBefore, mover, names, reduce } from "../view.js";

const FAR_BEHIND = 20; // events that are not shown one by one any more

export function Page({ path, navigate, setTop }) {
  const game = path.split("/")[2];
  const [seat, setSeat] = useState(() => seatIn(game));
  const [watching, setWatching] = useState(false);
  const [lost, setLost] = useState(null);
  const [snapshot, setSnapshot] = useState(null);
  const look = () => {
    setLost(null);
    ask("GET", `/api/games/${game}`).then(setSnapshot, (refused) => setLost(refused));
  };
  useEffect(() => { if (!seat) look(); }, []);
  if (lost) return html`<${Lost} game=${game} refused=${lost} again=${() => { setSeat(seatIn(game)); look(); }} />`;
  if (seat || watching) return html`<${Table} key=${`${game} ${seat?.token}`} game=${game} seat=${seat} ...${{ navigate, setTop }} onLost=${setLost} />`;
  if (!snapshot) return html`<p class="quiet" role="status">${t("web.connecting")}</p>`;
  const free = snapshot.status === "waiting" && snapshot.seats.some((each) => each.kind === "person" && !each.taken && each.was === null);
  if (!free) return html`<${Table} key=${game} game=${game} seat=${null} ...${{ navigate, setTop }} onLost=${setLost} />`;
  return html`<${Join} game=${game} snapshot=${snapshot} onSeat=${() => setSeat(seatIn(game))} onWatch=${() => setWatching(true)} again=${look} />`;
}

/** Sit down under a name. */
function Join({ game, snapshot, onSeat, onWatch, again }) {
  const [name, setName] = useState(myName());
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  const here = names(snapshot).filter(Boolean);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await takeSeat(`/api/games/${game}/join`, { name });
      keep("name", name.trim());
      onSeat();
    } catch (refused) {
      if (refused.code === "game/full") return again();
      setWrong(refused.message);
      setBusy(false);
    }
  };
  return html`<form class="card message" onSubmit=${submit}>
    <h1 tabindex="-1">${snapshot.name || t("web.join.title")}</h1>
    <p>${t("web.join.with", { names: here.join(", ") })}</p>
    <p class="quiet">${t("web.join.rules", { title: snapshot.rules.title, target: snapshot.rules.table.target })} <a href=${`/rules/${snapshot.rules.name}`}>${t("web.nav.rules")}</a></p>
    <label class="field">${t("web.name")}
      <input name="name" required maxlength="24" autocomplete="nickname" value=${name} onInput=${(event) => setName(event.target.value)} aria-describedby="wrong" /></label>
    <p id="wrong" class="bad" role="alert">${wrong}</p>
    <button class="hot" disabled=${busy}>${t("web.join.sit")}</button>
    <button type="button" class="plain" onClick=${onWatch}>${t("web.join.watch")}</button>
  </form>`;
}

/** What happened to a game that cannot be shown, and what to do. */
function Lost({ game, refused, again }) {
  const code = refused.code;
  const known = ["game/unknown", "token/wrong", "network", "server/closing", "request/too-many"].includes(code) ? code.replace("/", "-") : "other";
  const retry = ["network", "server/closing", "request/too-many", "other"].includes(known === "other" ? "other" : code);
  useEffect(() => { if (code === "game/unknown") forget(game); }, []);
  const anew = () => { forget(game); again(); };
  return html`<section class="card message" role="alert">
    <h1 tabindex="-1">${t(`web.lost.${known}`)}</h1>
    <p>${known === "other" ? refused.message : t(`web.lost.${known}.what`)}</p>
    ${retry && html`<button class="hot" onClick=${again}>${t("web.again")}</button>`}
    ${code === "token/wrong" && html`<button class="hot" onClick=${anew}>${t("web.lost.watch")}</button>`}
    <a class="button" href="/">${t("web.to-home")}</a>
  </section>`;
}

/** A part that is loaded when it is wanted. */
function Later({ load, name = "Part", ...props }) {
  const [part, setPart] = useState(null);
  useEffect(() => { load().then((loaded) => setPart(() => loaded[name]), () => {}); }, []);
  return part && html`<${part} ...${props} />`;
}
const waiting = () => import("../table/waiting.js");
const end = () => import("../table/end.js");
const advice = () => import("../table/advice.js");
const sheet = () => import("../table/sheet.js");
const back = () => import("../table/back.js");

/** The game as it comes: events are shown one by one at a pace that people can follow. */
function useGame(game, seat, onLost) {
  const [, again] = useState(0);
  const self = useRef(null);
  if (!self.current) self.current = { events: [], view: EMPTY, rolling: null, presence: null, refused: null, timer: null, start: 0, heard: new Set() };
  const it = self.current;
  const redraw = () => again((count) => count + 1);

  const settle = (event) => {
    it.view = reduce(it.view, event);
    it.rolling = null;
    for (const heard of it.heard) heard(event, it.view);
    redraw();
  };
  const step = () => {
    it.timer = null;
    while (it.view.seq < it.events.length) {
      const event = it.events[it.view.seq];
      const behind = it.events.length - it.view.seq;
      if (event.seq <= it.start || behind > FAR_BEHIND || document.hidden) {
        it.view = reduce(it.view, event);
        it.rolling = null;
        if (it.view.seq === it.events.length && event.seq >= it.start) redraw();
        continue;
      }
      if (event.kind === "rolled" && !it.rolling && !still()) {
        it.rolling = { ...it.view, hot: false, kept: keptBefore(it.view), felt: { seq: event.seq, seat: event.seat, dice: event.data.dice, taken: null, lost: null } };
        it.timer = setTimeout(step, ROLLING);
        for (const heard of it.heard) heard({ kind: "rolling" }, it.view);
        return redraw();
      }
      settle(event);
      it.timer = setTimeout(step, pause(event, seat));
      return undefined;
    }
    return undefined;
  };

  useEffect(() => {
    const line = new Connection({
      game, token: seat?.token || null, language: spoken(),
      on: {
        event(event) { it.events.push(event); if (!it.timer) step(); },
        welcome({ seq }) { if (!it.events.length) it.start = seq; },
        presence(presence) { it.presence = presence; redraw(); },
        refused(refused) { it.refused = refused; redraw(); },
        lost: (code) => onLost({ code, message: code }),
        change: redraw,
      },
    });
    it.line = line;
    return () => { clearTimeout(it.timer); line.close(); };
  }, []);
  it.redraw = redraw;
  return it;
}

/** How long an event is looked at before the next one is shown. */
function pause(event, seat) {
  const farkle = event.data.happened?.some(({ kind }) => kind === "farkle");
  if (event.seat === seat?.seat && event.by === "person") return farkle ? 1200 : 0;
  if (event.kind === "rolled") return farkle ? 1600 : 700;
  return ["kept", "banked", "passed"].includes(event.kind) ? 800 : 0;
}

/** The table with everything around it. */
function Table({ game, seat, navigate, setTop, onLost }) {
  const it = useGame(game, seat, onLost);
  const [at, setAt] = useState(null);
  const [picks, setPicks] = useState({ seq: 0, list: [] });
  const [why, setWhy] = useState("");
  const [tip, setTip] = useState(null);
  const [open, setOpen] = useState(null);
  const [sound, setSound] = useState(() => Boolean(kept("sound")));
  const line = it.line;
  const past = useMemo(() => at !== null && it.events.slice(0, at).reduce(reduce, EMPTY), [at]);
  const live = it.rolling || it.view;
  const view = past || live;
  const you = seat ? seat.seat : null;
  const called = names(view);
  const rolling = !past && Boolean(it.rolling);
  const caughtUp = it.view.seq === it.events.length && !it.rolling;
  const mine = !past && caughtUp && you !== null && mover(view) === you && !view.late;
  const busy = Boolean(line?.queue.length);

  const advised = mine && view.advice && tip?.position === view.state.position ? tip : null;

  // One keep alone needs no tap.
  const rollSeq = view.felt?.seq || 0;
  const single = mine && view.state.keeps.length === 1 ? indexesOf(view.state.keeps[0], view.state.fell, []) : [];
  const picked = !mine || !view.state.fell.length ? [] : picks.seq === rollSeq ? picks.list : single;

  useEffect(() => setWhy(""), [view.seq]);
  const hands = useFocusKept();
  useEffect(() => {
    if (view.rules) setTop(html`<a class="pill" href=${`/rules/${view.rules.name}`} target="_blank">${t("web.rules-to", { name: view.rules.name.split("+")[0], target: view.rules.table.target })}</a>`);
    return () => setTop(null);
  }, [view.rules]);
  useReveal(it, game, seat);
  useEffect(() => {
    if (seat && view.status) remember({ game, status: view.status, title: view.rules.title, names: called, yours: mover(it.view) === you, totals: view.state?.totals });
    document.title = `${mine ? "● " : ""}${view.name || view.rules?.title || ""} · Hot Dice`;
    return () => { document.title = "Hot Dice"; };
  }, [it.view.status, mine, it.view.seats]);
  useEffect(() => {
    if (!sound) return undefined;
    let heard = null;
    import("../table/sound.js").then(({ play }) => { heard = (event, seen) => play(event, seen, you); it.heard.add(heard); }, () => {});
    return () => it.heard.delete(heard);
  }, [sound]);

  const pick = (index) => {
    const { state } = view;
    const found = tapped(state.keeps, state.fell, picked, index);
    if (!found) {
      const scores = state.keeps.some(({ dice }) => dice.includes(state.fell[index]));
      return setWhy(t(scores ? "web.why.together" : "web.why.nothing", { face: state.fell[index] }));
    }
    setWhy("");
    const first = picked.includes(index) ? picked.filter((each) => each !== index) : [...picked, index];
    return setPicks({ seq: rollSeq, list: indexesOf(found, state.fell, first) });
  };
  const pickAll = (dice) => setPicks({ seq: rollSeq, list: indexesOf({ dice }, view.state.fell, []) });
  const go = (action) => {
    const taken = keepOf(view.state, picked);
    const keeps = taken ? [{ do: "keep", dice: taken.dice }] : [];
    const ends = taken && !taken.left && view.rules.table.hot_dice === "end";
    it.refused = null;
    line.act(ends ? keeps : [...keeps, { do: action }], ({ data }) => data.state?.player === you && data.state.turn_points > 0);
  };
  const shortcut = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !mine) return;
    const number = Number(event.key);
    if (number >= 1 && number <= view.state.fell.length) pick(number - 1);
    else if (event.key === "n" && view.state.keeps.length) {
      const now = keepOf(view.state, picked);
      const next = view.state.keeps[(view.state.keeps.findIndex((each) => each === now) + 1) % view.state.keeps.length];
      pickAll(next.dice);
    } else if (event.key === "r") document.getElementById("roll").click();
    else if (event.key === "b") document.getElementById("bank").click();
    else return;
    event.preventDefault();
  };
  const react = (reaction) => line.say({ react: { reaction } });
  const toggle = () => { keep("sound", !sound); setSound(!sound); };

  if (!view.status) return html`<p class="quiet" role="status">${t("web.connecting")}</p><${Line} it=${it} />`;
  const before = view.status === "waiting" || view.status === "revealing";
  return html`
    <h1 class="hidden-text" tabindex="-1">${view.name || view.rules.title}</h1>
    <${Speech} it=${it} names=${called} you=${you} />
    <${Line} it=${it} />
    ${!seat && ["revealing", "playing"].includes(view.status) && html`<p class="notice watching">${t("web.watching")}</p>`}
    <div class="table">
      <div class="stack">
        ${view.status === "revealing" && html`<section class="card"><h2>${t("web.revealing")}</h2><p>${t("web.revealing.what")}</p></section>`}
        ${view.status === "waiting" && html`<${Later} load=${waiting} ...${{ game, view, you, seat, presence: it.presence, line, navigate }} />`}
        ${view.state && html`
          ${view.advice && seat && !past && view.status === "playing" && html`<${Later} load=${advice} ...${{ game, seat, view, names: called, you, rolling, tip, onTip: (found) => setTip({ ...found, mover: mover(view) }) }} />`}
          ${view.status === "over" && !past && caughtUp && html`<${Later} load=${end} ...${{ game, seat, view: it.view, names: called, you, navigate }} />`}
          ${view.status === "closed" && html`<section class="card"><h2>${t("web.closed")}</h2><p>${t(`web.closed.${view.closed}`)}</p><a class="button hot" href="/">${t("web.to-home")}</a></section>`}
          <div class="stack" ref=${hands} onKeyDown=${shortcut}>
            <${Felt} ...${{ view, names: called, you, mine, busy, rolling, picked, onPick: pick, why }} />
            ${past && html`<${Later} load=${back} ...${{ events: it.events, at, setAt, yours: you !== null && mover(it.view) === you }} />`}
            ${you !== null && view.status === "playing" && !past && html`
              <${Actions} ...${{ view, names: called, you, mine, busy, picked, onRoll: () => go("roll"), onBank: () => go("bank"), rolling, best: advised?.choices[0].action.do }} />
              <p class="small quiet keys">${t("web.keys")}</p>
              ${advised && html`<${Later} load=${advice} name="Choices" tip=${advised} onPick=${pickAll} />`}`}
          </div>`}
        ${view.status === "closed" && !view.state && html`<section class="card"><h2>${t("web.closed")}</h2><p>${t(`web.closed.${view.closed}`)}</p><a class="button hot" href="/">${t("web.to-home")}</a></section>`}
      </div>
      <div class="stack side">
        ${!before && html`<${Players} ...${{ view, names: called, you, presence: it.presence, offset: line?.offset || 0, rolling }} />`}
        ${seat && view.status !== "closed" && html`<${Reactions} onReact=${react} />`}
        <${Log} view=${view} names=${called} />
        ${it.presence?.spectators > 0 && html`<p class="small quiet">${t("web.spectators", { count: it.presence.spectators })}</p>`}
        ${view.state && html`<div class="row tools">
          <button type="button" class="slim" onClick=${() => setOpen("sheet")}>${t("web.sheet")}</button>
          <button type="button" class="slim" aria-pressed=${String(at !== null)} onClick=${() => setAt(at === null ? it.view.seq : null)}>${t("web.back")}</button>
          <button type="button" class="slim" aria-pressed=${String(sound)} onClick=${toggle}>${t("web.sound")}</button>
        </div>`}
        ${open === "sheet" && html`<${Later} load=${sheet} ...${{ view, names: called, onClose: () => setOpen(null) }} />`}
        ${seat && view.status === "playing" && html`<${Leave} game=${game} seat=${seat} navigate=${navigate} />`}
      </div>
    </div>`;
}

/** Whoever plays by keyboard stays at the dice when the die they stood on is gone. */
function useFocusKept() {
  const hands = useRef(null);
  const inside = useRef(false);
  useEffect(() => {
    const note = ({ target }) => { inside.current = Boolean(hands.current?.contains(target)); };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) document.getElementById("roll")?.focus({ preventScroll: true });
  });
  return hands;
}

/** The seed of this seat is opened as soon as everybody is bound to theirs. */
function useReveal(it, game, seat) {
  const { view } = it;
  const open = it.line?.state === "open";
  useEffect(() => {
    if (!seat || view.status !== "revealing" || !open) return;
    const known = seatIn(game);
    if (known?.seed && !view.seats[seat.seat].seed) it.line.say({ reveal: { seed: known.seed } });
  }, [view.status, open]);
}

/** Rolls, keeps and totals for whoever reads by ear. */
function Speech({ it, names: called, you }) {
  const newest = it.view.log.at(-1);
  const turn = mover(it.view) === you && you !== null && it.view.state?.turn_points === 0 && !it.view.state.rolled.length;
  return html`<p class="hidden-text" aria-live="polite">${newest && told(newest, called)} ${turn && t("web.your-turn-said", { total: it.view.state.totals[you] })}</p>`;
}

/** The state of the line, when it is not good, and what is on its way. */
function Line({ it }) {
  const { line, refused } = it;
  const waits = line && line.state !== "open" && (line.tries > 0 || it.events.length > 0);
  const unsent = line?.queue.some(({ sent }) => !sent) && waits;
  const dismiss = () => { it.refused = null; it.redraw(); };
  return html`<div class="line" role="status">
    ${waits && html`<p class="notice">${t(navigator.onLine ? "web.line.away" : "web.line.offline")}
      ${line.queue.length > 0 && html` ${t("web.line.queued")}`}
      ${unsent && html`<button type="button" class="slim" onClick=${() => line.takeBack()}>${t("web.line.take-back")}</button>`}</p>`}
    ${refused && html`<p class="notice">${refused.key ? t(refused.code === "game/conflict" ? "web.line.taken-back" : "web.line.refused", { reason: refused.message }) : refused.message}
      <button type="button" class="slim" onClick=${dismiss}>${t("web.ok")}</button></p>`}
  </div>`;
}

/** Leave for good, after a second tap. */
function Leave({ game, seat, navigate }) {
  const [sure, setSure] = useState(false);
  const leave = async () => {
    await ask("POST", `/api/games/${game}/leave`, {}, seat.token).catch(() => {});
    forget(game);
    navigate("/");
  };
  if (!sure) return html`<button type="button" class="plain slim" onClick=${() => setSure(true)}>${t("web.leave")}</button>`;
  return html`<div class="row"><span class="small quiet">${t("web.leave.sure")}</span>
    <button type="button" class="slim" onClick=${leave}>${t("web.leave")}</button>
    <button type="button" class="slim" onClick=${() => setSure(false)}>${t("web.leave.stay")}</button></div>`;
}
