// One game: whoever has a seat plays, anybody else joins or watches.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib/preact.js";
import { Connection } from "../connection.js";
import { ask, forget, hintAt, isAway, isNewcomer, keep, kept, myName, placeOf, remember, seatIn, takeSeat } from "../store.js";
import { Actions, Felt, indexesOf, keepOf, ROLLING, still, tapped } from "../table/felt.js";
import { Line, Log, Players, Reactions, Speech } from "../table/people.js";
import { apart, spoken, t, titled } from "../texts.js";
import { EMPTY, hasOthers, isSlow, keptBefore, mover, names, reduce } from "../view.js";

const BEHIND = 2; // moves of people; more of them are shown faster
const BOTS_BEHIND = 14; // moves of bots, which make a whole turn at once
const HASTE = 3; // times
const SPEEDS = { usual: 1, fast: 2.5, slow: 0.6 }; // times, for bots
const FAR_BEHIND = 20; // events that are not shown one by one any more
const GUARD = 400; // milliseconds in which the second of two taps is not meant for the dice that have just come
const WIDE = matchMedia("(min-width: 1180px) and (min-height: 640px)");
const AGAIN = 3000; // milliseconds until a part that did not come is asked for again

let hand = { game: null, seq: 0, list: [] }; // the dice picked last, also for a page made anew in another language

export function Page({ path, navigate, setTop, setAway }) {
  const game = path.split("/")[2];
  const [seat, setSeat] = useState(() => seatIn(game));
  const [watching, setWatching] = useState(false);
  const [code, setCode] = useState(taking);
  const [moved, setMoved] = useState(false);
  const [lost, setLost] = useState(null);
  const [snapshot, setSnapshot] = useState(null);
  const look = () => {
    setLost(null);
    ask("GET", `/api/games/${game}`).then(setSnapshot, (refused) => (isAway(refused) ? setAway(true) : setLost(refused)));
  };
  const again = () => {
    setSeat(seatIn(game));
    look();
  };
  const sitAfterAll = () => {
    setSnapshot(null);
    setWatching(false);
    setCode(taking());
    look();
  };
  /** A key that counts no more: another tab has a newer one, or another device has the seat. */
  const loseSeat = (refused) => {
    const known = seatIn(game);
    if (refused.code !== "token/wrong" || refused.removed) return setLost(refused);
    if (known && known.token !== seat.token) return setSeat(known);
    if (known && known.offered !== seat.token) return setLost(refused);
    setMoved(Boolean(known));
    forget(game);
    setWatching(true);
    return setSeat(null);
  };
  useEffect(() => {
    if (seat) return undefined;
    look();
    addEventListener("hashchange", sitAfterAll); // whoever watches may get the link that invites
    return () => removeEventListener("hashchange", sitAfterAll);
  }, [seat]);
  if (lost) return html`<${Later} key=${lost.code} part="unavailable" game=${game} refused=${lost} again=${again} />`;
  if (!seat && !snapshot) return html`<p class="quiet coming" role="status">${t("web.connecting")}</p>`;
  if (!seat && code) {
    const take = { code, snapshot, navigate, onSeat: () => { setCode(null); setMoved(false); setSeat(seatIn(game)); }, onWatch: () => setCode(null) };
    return html`<${Later} key=${code} part="take" ...${take} />`;
  }
  if (!seat && !watching && (maySit(snapshot) || keptSeat(snapshot))) {
    const join = { game, snapshot, navigate, onSeat: () => setSeat(seatIn(game)), onWatch: () => setWatching(true), again: look };
    return html`<${Join} ...${join} />`;
  }
  return html`<${Table} key=${`${game} ${seat?.token}`} ...${{ game, seat, moved, navigate, setTop, onLost: loseSeat, onSit: sitAfterAll }} />`;
}

/** Whether there is a seat that is kept for nobody. */
const hasRoom = ({ status, seats }) =>
  status === "waiting" && seats.some(({ kind, taken, was }) => kind === "person" && !taken && was === null);

/** The code in a link from one's other device, or null. */
const taking = () => location.hash.match(/^#take=(.+)/)?.[1] || null;

/** The invitation in the link that led here. */
const invited = () => (taking() ? "" : location.hash.slice(1));

/** Whether somebody who came by this address may sit down. */
const maySit = (game) => hasRoom(game) && (!game.by_invitation || Boolean(invited()));

/** The seat in the game before of whoever has one kept here, or null. */
function keptSeat({ status, seats, before }) {
  const old = status === "waiting" && before && seatIn(before);
  return old && seats.some(({ taken, was }) => !taken && was === old.seat) ? old : null;
}

/** Sit down under a name, or at the seat that is kept. */
function Join({ game, snapshot, navigate, onSeat, onWatch, again }) {
  const old = keptSeat(snapshot);
  const title = useRef(null);
  useEffect(() => { if (document.activeElement === document.body) title.current.focus(); }, []);
  const [name, setName] = useState(myName());
  const [wrong, setWrong] = useState(null);
  const [hint, setHint] = useState(false); // what is wrong is nobody's mistake
  const input = useRef(null);
  const [busy, setBusy] = useState(false);
  const [rules, setRules] = useState(false);
  const { rules: played } = snapshot;
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const learns = isNewcomer();
    try {
      const seated = await (old ? takeSeat(`/api/games/${old.game}/rematch`, {}, old.token) : takeSeat(`/api/games/${game}/join`, { name, ...(invited() && { invite: invited() }) }));
      if (!old) keep("name", name.trim());
      if (learns) hintAt(seated.game);
      if (seated.game === game) onSeat();
      else navigate(placeOf(seated));
    } catch (refused) {
      setBusy(false);
      if (["game/full", "game/taken"].includes(refused.code)) return again();
      const { suggestion } = refused.data;
      setHint(Boolean(suggestion));
      if (suggestion) {
        setName(suggestion);
        input.current.focus();
      }
      setWrong(suggestion ? t("web.name.taken", refused.data) : refused.message);
    }
    return undefined;
  };
  return html`<form class="card message" onSubmit=${submit}>
    <h1 tabindex="-1" ref=${title}>${snapshot.name || t("web.join.title")}</h1>
    <p>${t("web.join.with", { names: names(snapshot).filter(Boolean).map(apart).join(", ") })}</p>
    <p class="row spread quiet">
      ${t("web.join.rules", { title: titled(played), target: played.table.target })}
      <button type="button" class="pill" onClick=${() => setRules(true)}>${t("web.nav.rules")}</button>
    </p>
    ${old ? html`<p>${t("web.join.kept")}</p>` : html`<label class="field">${t("web.name")}
      <input name="name" ref=${input} required maxlength="24" autocomplete="nickname" value=${name} aria-describedby="wrong"
        onInput=${(event) => setName(event.target.value)} /></label>`}
    <p id="wrong" class=${hint ? "hint" : "bad"} role="alert">${wrong}</p>
    <button class="hot" disabled=${busy}>${t("web.join.sit")}</button>
    <button type="button" class="plain" onClick=${onWatch}>${t("web.join.watch")}</button>
    ${rules && html`<${Later} part="rules" game=${game} onClose=${() => setRules(false)} />`}
  </form>`;
}

/** When the table stands and nothing else is to be done. */
const idle = () => new Promise((free) => (window.requestIdleCallback || setTimeout)(free));

/** A part of `table/` that is loaded when it is wanted, so that a link leads to the table quickly. */
function Later({ part, name = "Part", after = null, meanwhile = null, silent = false, ...props }) {
  const [Loaded, setLoaded] = useState(null);
  const [tries, setTries] = useState(0);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let timer;
    // What a browser once failed to load it never asks for again under the same address.
    Promise.resolve(after?.()).then(() => import(`../table/${part}.js${tries ? `?${tries}` : ""}`)).then(
      (found) => setLoaded(() => found[name]),
      () => { setMissing(true); timer = setTimeout(() => setTries(tries + 1), AGAIN); },
    );
    return () => clearTimeout(timer);
  }, [tries]);
  if (Loaded) return html`<${Loaded} ...${props} />`;
  return missing && !silent ? html`<p class="notice" role="status">${t("web.line.away")}</p>` : meanwhile;
}

/** The game as it comes: events are shown one by one at a pace that people can follow. */
function useGame(game, seat, onLost) {
  const [, again] = useState(0);
  const self = useRef(null);
  self.current ??= {
    events: [], view: EMPTY, rolling: null, presence: null, refused: null, timer: null, haste: 1, landed: -GUARD, shown: null, start: 0, heard: new Set(), speed: kept("speed") in SPEEDS ? kept("speed") : "usual", pace: 1,
  };
  const it = self.current;
  const you = seat ? seat.seat : null;
  const redraw = () => again((count) => count + 1);

  const tell = (event) => { for (const heard of it.heard) heard(event, it.view); };
  const later = (milliseconds) => { it.timer = setTimeout(step, milliseconds / it.pace); };
  const settle = (event) => {
    it.view = reduce(it.view, event);
    it.rolling = null;
    it.shown = event.seat;
    if (event.kind === "rolled" && event.seat === you) it.landed = performance.now();
    tell(event);
    redraw();
  };
  /** The moves that have come and are not shown yet. */
  const waiting = () => it.events.slice(it.view.seq).filter(({ data }) => data.state);
  /** Whether others have left one behind; bots move all at once, and a turn of theirs is watched. */
  const hurried = () => {
    const others = waiting().filter(({ seat: mover }) => mover !== you);
    const people = others.filter(({ by }) => by === "person").length;
    return people > BEHIND || others.length - people > BOTS_BEHIND;
  };
  /** One's own dice are shown whole, whatever comes after them. */
  const ownIsShown = () => (it.rolling ? it.rolling.felt.seat : it.shown) === you && you !== null;
  const step = () => {
    clearTimeout(it.timer);
    it.timer = null;
    const waitedFor = it.events.length - it.view.seq > 1 && isMoverAfter(it.events, you);
    while (it.view.seq < it.events.length) {
      const event = it.events[it.view.seq];
      const last = event.seq === it.events.length;
      const atOnce = waitedFor && event.by === "person" && event.seat !== you; // while bots are always watched
      if (event.seq <= it.start || document.hidden || (atOnce && !last) || waiting().length > FAR_BEHIND) {
        it.view = reduce(it.view, event);
        it.rolling = null;
        if (last && event.seq >= it.start) redraw();
        continue;
      }
      it.haste = event.seat !== you && hurried() ? HASTE : 1;
      it.pace = it.haste * (event.by === "bot" ? SPEEDS[it.speed] : 1);
      if (event.kind === "rolled" && !it.rolling) tell({ kind: "rolling" });
      if (event.kind === "rolled" && !it.rolling && !atOnce && !still()) {
        const felt = { seq: event.seq, seat: event.seat, dice: event.data.dice, taken: null, lost: null };
        it.rolling = { ...it.view, hot: false, kept: keptBefore(it.view), felt };
        later(ROLLING);
        return redraw();
      }
      settle(event);
      later(pause(event, you));
      return undefined;
    }
    return undefined;
  };
  /** What has come waits for what is being shown, unless it is one's own, makes it one's turn, or is too much. */
  const hear = (event) => {
    it.events.push(event);
    const { state } = event.data;
    const urgent = event.by === "person" && state && (event.seat === you || state.player === you);
    if (!it.timer || urgent || (it.haste === 1 && hurried() && !ownIsShown())) step();
  };

  useEffect(() => {
    const line = new Connection({
      game, seat: seat?.seat ?? null, token: seat?.token || null, language: spoken(),
      on: {
        event: hear,
        welcome({ seq }) { if (!it.events.length) it.start = seq; },
        presence(presence) { it.presence = presence; redraw(); },
        refused(refused) { it.refused = refused; redraw(); },
        unsent() { it.refused = { message: t("web.line.unsent") }; redraw(); },
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

/** Whether a seat is to move after these events. */
function isMoverAfter(events, seat) {
  const state = events.findLast(({ data }) => data.state)?.data.state;
  return Boolean(state) && state.player === seat && !state.over;
}

/** How long an event is looked at before the next one is shown. */
function pause(event, seat) {
  const farkle = event.data.happened?.some(({ kind }) => kind === "farkle");
  if (event.seat === seat && event.by === "person") return farkle ? 2300 : 0; // which is read to its end
  if (event.kind === "rolled") return farkle ? 1600 : 700;
  return ["kept", "banked", "passed"].includes(event.kind) ? 800 : 0;
}

/** The table with everything around it. */
function Table({ game, seat, moved, navigate, setTop, onLost, onSit }) {
  const it = useGame(game, seat, onLost);
  const [at, setAt] = useState(null);
  const [picks, setPicks] = useState(hand);
  const [why, setWhy] = useState("");
  const [tip, setTip] = useState(null);
  const [open, setOpen] = useState(null);
  const [leaving, setLeaving] = useState(false);
  const [sound, setSound] = useSound(it, seat);
  const [told, setTold] = useState(() => kept("notice")); // whether one wants to be told of one's turn; null until that was said
  const wide = useWide();
  const [hints, setHints] = useState(() => (seat && kept("hints")?.game === game ? kept("hints") : null));
  const learn = (now) => {
    keep("hints", now);
    setHints(now);
  };
  const learned = (step) => setHints((now) => {
    const next = now && { ...now, done: [...now.done, step] };
    keep("hints", next);
    return next;
  });
  const [speed, setSpeed] = useState(it.speed);
  const { line } = it;
  const past = useMemo(() => at !== null && it.events.slice(0, at).reduce(reduce, EMPTY), [at]);
  const view = past || it.rolling || it.view;
  const { state, status, rules } = view;
  const you = seat ? seat.seat : null;
  const called = names(view);
  const rolling = !past && it.rolling ? ROLLING / it.pace : 0;
  const caughtUp = it.view.seq === it.events.length && !it.rolling;
  const mine = !past && caughtUp && you !== null && mover(view) === you && !view.late;
  const busy = Boolean(line?.queue.length);
  const sending = busy && (line.queue.at(-1).action.do === "roll" ? "roll" : "bank"); // a keep alone ends the turn
  const advised = mine && view.advice && tip?.position === state.position ? tip : null;
  useEffect(() => { if (!advised && open === "choices") setOpen(null); }, [advised]);

  // One keep alone needs no tap.
  const rollSeq = view.felt?.seq || 0;
  const learning = hints && !hints.done.includes("scores"); // whoever learns what scores taps it
  const single = mine && !learning && state.keeps.length === 1 ? indexesOf(state.keeps[0], state.fell, []) : [];
  const chosen = picks.game === game && picks.seq === rollSeq;
  const picked = !mine || !state.fell.length ? [] : chosen ? picks.list : single;
  const choose = (list) => {
    hand = { game, seq: rollSeq, list };
    setPicks(hand);
  };

  const hands = useFocusKept();
  useReveal(it, game, seat);
  const removed = seat && status === "waiting" && !view.seats[you].taken; // by the host
  useEffect(() => { if (removed && seatIn(game)) onLost({ code: "token/wrong", message: "", removed }); }, [removed]);
  useOwnName(it.view.seats[you]?.name);
  const title = useRef(null);
  useEffect(() => {
    if (status && ["BODY", "MAIN"].includes(document.activeElement.tagName)) title.current.focus({ preventScroll: true });
  }, [Boolean(status)]);
  useEffect(() => setWhy(""), [view.seq]);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !leaving) document.getElementById("leave")?.focus(); // whoever stays goes on from there
    asked.current = leaving;
  }, [leaving]);
  useEffect(() => {
    if (rules) setTop(html`<${RulesPill} rules=${rules} onOpen=${() => setOpen("rules")} />
      ${!wide && html`<button type="button" class="pill scores" onClick=${() => setOpen("scores")}>${t("web.scores")}</button>`}`);
    return () => setTop(null);
  }, [rules, wide]);
  useEffect(() => {
    if (seat && status && seatIn(game)) { // whoever has left is not reminded of it
      remember({ game, status, title: rules.title, digest: rules.digest, names: called, totals: state?.totals });
    }
    document.title = `${mine ? "● " : ""}${view.name || (rules ? titled(rules) : "")} · Hot Dice`;
    return () => { document.title = "Hot Dice"; };
  }, [it.view.status, mine, it.view.seats]);

  const pick = (index) => {
    const found = tapped(state.keeps, state.fell, picked, index);
    if (!found) {
      const scores = state.keeps.some(({ dice }) => dice.includes(state.fell[index]));
      return setWhy(t(scores ? "web.why.together" : "web.why.nothing", { face: state.fell[index] }));
    }
    setWhy("");
    const first = picked.includes(index) ? picked.filter((each) => each !== index) : [...picked, index];
    return choose(indexesOf(found, state.fell, first));
  };
  const pickAll = (dice) => choose(indexesOf({ dice }, state.fell, []));
  const go = (action) => {
    if (performance.now() - it.landed < GUARD) return;
    const taken = keepOf(state, picked);
    const keeps = taken ? [{ do: "keep", dice: taken.dice }] : [];
    const ends = taken && !taken.left && rules.table.hot_dice === "end";
    it.refused = null;
    line.act(ends ? keeps : [...keeps, { do: action }]);
  };
  const shortcut = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !mine || busy) return;
    const number = Number(event.key);
    if (number >= 1 && number <= state.fell.length) pick(number - 1);
    else if (event.key === "n" && state.keeps.length) {
      const now = state.keeps.indexOf(keepOf(state, picked));
      pickAll(state.keeps[(now + 1) % state.keeps.length].dice);
    } else if (event.key === "r" || event.key === "b") document.getElementById(event.key === "r" ? "roll" : "bank").click();
    else return;
    event.preventDefault();
  };

  const tellMe = (wanted) => {
    keep("notice", wanted);
    setTold(wanted);
    if (wanted && isSlow(view, you)) globalThis.Notification?.requestPermission();
  };
  const faster = () => {
    const all = Object.keys(SPEEDS);
    it.speed = all[(all.indexOf(speed) + 1) % all.length];
    keep("speed", it.speed);
    setSpeed(it.speed);
  };
  const dismiss = () => {
    it.refused = null;
    it.redraw();
  };
  const lineShown = html`<${Line} line=${line} refused=${it.refused} onDismiss=${dismiss} />`;
  if (!status) return html`<p class="quiet coming" role="status">${t("web.connecting")}</p>${lineShown}`;
  const shared = { view, names: called, you, mine, busy, rolling, picked };
  const playing = status === "playing";
  const mayLeave = seat && ["waiting", "playing"].includes(it.view.status);
  const nameless = seat && playing && called[you] === t("seat/person"); // whoever played at once
  const advice = { game, seat, view, names: called, you, caughtUp, tip, onTip: setTip };
  return html`
    <h1 class="hidden-text" tabindex="-1" ref=${title} onKeyDown=${shortcut}>${view.name || titled(rules)}</h1>
    <${Speech} view=${it.view} names=${called} you=${you} />
    ${lineShown}
    ${!seat && moved && html`<p class="notice watching" role="status">${t("web.moved")}</p>`}
    ${!seat && !moved && ["revealing", "playing"].includes(status) && html`<p class="notice watching">${t("web.watching")}</p>`}
    <div class="table">
      ${wide && state && (status !== "over" || past || !caughtUp) && html`<aside class="card beside" aria-label=${t("web.scores")}><${Later} part="scores" name="Beside" after=${idle} ...${{ view, picked, mine }} /></aside>`}
      <div class="stack">
        ${status === "revealing" && html`<section class="card"><h2>${t("web.revealing")}</h2><p>${t("web.revealing.what")}</p></section>`}
        ${status === "waiting" && html`<${Later} part="waiting" ...${{ view, you, seat, presence: it.presence, line, open: hasRoom(view), free: maySit(view) || keptSeat(view), onSit }} />`}
        ${status === "closed" && html`<${Later} part="unavailable" name="Closed" game=${game} played=${Boolean(state)} reason=${view.closed} bots=${view.seats.some(({ kind }) => kind === "bot")} />`}
        ${view.advice && seat && playing && !past && html`<${Later} part="advice" after=${idle} silent meanwhile=${html`<div class="chance" aria-hidden="true"></div>`} ...${advice} />`}
        ${status === "over" && !past && caughtUp && html`<${Later} part="end" meanwhile=${html`<section class="end coming"></section>`} ...${{ game, seat, view, names: called, you, navigate }} />`}
        ${state && html`<div class="stack" ref=${hands} onKeyDown=${shortcut}>
          ${(status !== "over" || past || !caughtUp) && html`<${Felt} ...${shared} why=${why} onPick=${pick} />`}
          ${hints && playing && !past && html`<${Later} part="hints" after=${idle} silent ...${{ view, mine, picked, you, done: hints.done, onDone: learned, onSkip: () => learn(null), onScores: () => setOpen("scores") }} />`}
          ${past && html`<${Later} part="replay" ...${{ events: it.events, at, setAt, status: it.view.status, yours: you !== null && mover(it.view) === you }} />`}
          ${you !== null && playing && !past && html`
            <${Actions} ...${shared} sending=${sending} best=${advised && bestNow(advised.choices[0], keepOf(state, picked))} wins=${advised && winsNow(advised.choices, keepOf(state, picked))} onRoll=${() => go("roll")} onBank=${() => go("bank")} />
            <p class="small quiet keys">${t("web.keys", { count: Math.min(9, rules.table.dice) })}</p>
            ${view.advice && html`<section class="advice" aria-label=${t("web.advice")}>
              <${Later} part="advice" name="Choices" after=${idle} ...${{ tip: advised, none: tip?.none, view, onPick: pickAll, onAll: () => setOpen("choices") }} />
            </section>`}`}
        </div>`}
      </div>
      <div class="stack side">
        ${nameless && html`<${Later} part="rename" ...${{ known: called[you], line }} />`}
        ${state && html`<${Players} ...${shared} brief=${Boolean(hints) && !wide} presence=${it.presence} offset=${line?.offset || 0} />`}
        ${seat && playing && hasOthers(view, you) && html`<${Later} part="notice" after=${idle} silent ...${{ game, view: it.view, names: called, you, wanted: told, slow: isSlow(view, you), onWanted: tellMe }} />`}
        ${seat && status !== "closed" && html`<${Reactions} onReact=${(reaction) => line.say({ react: { reaction } })} />`}
        <${Log} view=${view} names=${called} you=${you} />
        ${it.presence?.spectators > 0 && html`<p class="small quiet">${t("web.spectators", { count: it.presence.spectators })}</p>`}
        ${state && html`<div class="row tools">
          <button type="button" class="slim" onClick=${() => setOpen("sheet")}>${t("web.sheet")}</button>
          <button type="button" class="slim" aria-pressed=${String(at !== null)} onClick=${() => setAt(at === null ? it.view.seq : null)}>${t("web.back")}</button>
          <button type="button" class="slim" aria-pressed=${String(sound)} onClick=${() => setSound(!sound)}>${t("web.sound")}</button>
          ${seat && playing && hasOthers(view, you) && html`<button type="button" class="slim" aria-pressed=${String(told !== false)} onClick=${() => tellMe(told === false)}>${t("web.notice")}</button>`}
          ${view.seats.some(({ kind }) => kind === "bot") && html`<button type="button" class="slim" id="speed" onClick=${faster}>${t(`web.speed.${speed}`)}</button>`}
        </div>`}
        ${open && html`<${Later} key=${open} part=${open} ...${{ game, seat, line, view, names: called, you, mine, picked, tip: advised, onPick: pickAll, onClose: () => setOpen(null) }} />`}
        ${mayLeave && html`<button type="button" id="transfer" class="plain slim" onClick=${() => setOpen("transfer")}>${t("web.transfer")}</button>`}
        ${mayLeave && !leaving && html`
          <button type="button" id="leave" class="plain slim" onClick=${() => setLeaving(true)}>${t("web.leave")}</button>`}
        ${mayLeave && leaving && html`<${Later} part="leave" ...${{ game, seat, view: it.view, navigate, onStay: () => setLeaving(false) }} />`}
      </div>
    </div>`;
}

/** Which of the two actions is the best choice: after a keep only once its dice are picked. */
function bestNow({ action, then }, keep) {
  if (action.do !== "keep") return action.do;
  return keep?.dice.join() === action.dice.join() ? (then || { do: "bank" }).do : null;
}

/** The chances of winning by rolling and by banking what is picked now. */
function winsNow(choices, keep) {
  const now = choices.filter(({ action }) => (keep ? action.do === "keep" && action.dice.join() === keep.dice.join() : action.do !== "keep"));
  return Object.fromEntries(now.filter(({ chance }) => chance !== null && chance !== undefined).map(({ action, then, chance }) => [(keep ? then || { do: "bank" } : action).do, chance]));
}

/** The rules of the game in a few words; the whole of them is a tap away. */
function RulesPill({ rules, onOpen }) {
  const [name, far] = t("web.rules-to", { name: titled(rules), target: rules.table.target }).split(/(?= · )/);
  return html`<button type="button" class="pill" title=${name} onClick=${onOpen}><span>${name}<span class="far">${far}</span></span></button>`;
}

/** Whether there is room for what scores beside the felt. */
function useWide() {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const look = () => setWide(WIDE.matches);
    WIDE.addEventListener("change", look);
    return () => WIDE.removeEventListener("change", look);
  }, []);
  return wide;
}

/** Whether there are sounds, and how to change that. */
function useSound(it, seat) {
  const [on, setOn] = useState(() => Boolean(kept("sound")));
  useEffect(() => {
    if (!on) return undefined;
    let heard = null;
    import("../table/sound.js").then(({ play }) => {
      heard = (event, view) => play(event, view, seat?.seat);
      it.heard.add(heard);
    }, () => {});
    return () => it.heard.delete(heard);
  }, [on]);
  const change = (wanted) => {
    keep("sound", wanted);
    setOn(wanted);
  };
  return [on, change];
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

/** Another name that the server has taken is one's own from now on. */
function useOwnName(name) {
  const before = useRef(null);
  useLayoutEffect(() => { // before the name is seen, and the page perhaps left
    if (before.current && name && name !== before.current) keep("name", name);
    before.current = name || before.current;
  }, [name]);
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
