// The table of a game, with everything around it.

import { html, useEffect, useMemo, useState } from "../lib/preact.js";
import { seatIn } from "../store.js";
import { t, titled } from "../texts.js";
import { EMPTY, mover, names, reduce, roundOf } from "../view.js";
import { Actions } from "./actions.js";
import { Felt, keepOf, ROLLING } from "./felt.js";
import { useHand } from "./hand.js";
import { useFocusKept, useHints, useMedia, useOwnName, useRemembered, useReveal, useTitle, useTop } from "./hooks.js";
import { idle, Later, loadAhead } from "./later.js";
import { useGame } from "./live_game.js";
import { Line, Speech } from "./people.js";
import { hasRoom, keptSeat, maySit } from "./seats.js";
import { Side } from "./side.js";

const WIDE = matchMedia("(min-width: 1180px) and (min-height: 640px)"); // what scores stands beside the felt
const SMALL = matchMedia("(max-width: 599px), (max-height: 480px)"); // a phone

export function Table({ game, seat, moved, navigate, setTop, onLost, onSit }) {
  const live = useGame(game, seat, onLost);
  const [at, setAt] = useState(null); // the event that one looks back to
  const [tip, setTip] = useState(null);
  const [open, setOpen] = useState(null);
  const hints = useHints(game, seat);
  const wide = useMedia(WIDE);
  const small = useMedia(SMALL);
  const past = useMemo(() => at !== null && live.events.slice(0, at).reduce(reduce, EMPTY), [at]);
  const now = seen(live, seat, past, tip);
  const { view, you, mine, ended } = now;
  const { state, status, rules } = view;
  const hand = useHand(game, live, now, Boolean(hints.done) && !hints.done.includes("scores")); // whoever learns what scores taps it
  useEffect(() => {
    if (!now.advised && open === "choices") setOpen(null);
  }, [now.advised]);
  useReveal(live, game, seat);
  const underWay = view.turns.length > 0;
  useEffect(() => {
    if (underWay) loadAhead("end"); // or the felt would be bare until it comes
  }, [underWay]);
  const removed = seat && status === "waiting" && !view.seats[you].taken; // by the host
  useEffect(() => {
    if (removed && seatIn(game)) onLost({ code: "token/wrong", message: "", removed });
  }, [removed]);
  useOwnName(live.view.seats[you]?.name);
  const title = useTitle(Boolean(status));
  useTop(setTop, rules, rules && roundOf(view), wide, setOpen);
  useRemembered(game, seat, live, now);
  const line = html`<${Line} line=${live.line} refused=${live.refused} onDismiss=${() => live.refuse(null)} />`;
  if (!status) return html`<p class="quiet coming" role="status">${t("web.connecting")}</p>${line}`;
  const shared = { game, seat, live, now, hand, at, setAt, setOpen, navigate };
  return html`
    <h1 class="hidden-text" tabindex="-1" ref=${title}>${view.name || titled(rules)}</h1>
    <${Speech} view=${live.view} names=${now.names} you=${you} />
    ${line}
    ${!seat && moved && html`<p class="notice watching" role="status">${t("web.moved")}</p>`}
    ${!seat && !moved && ["revealing", "playing"].includes(status) && html`<p class="notice watching">${t("web.watching")}</p>`}
    <div class="table ${hints.done ? "hinted" : ""}">
      ${wide && state && !ended && html`<aside class="card beside" tabindex="0" aria-label=${t("web.scores")}><${Later} part="scores" name="Beside" after=${idle} ...${{ view, picked: hand.picked, mine }} /></aside>`}
      <div class="stack">
        <${Before} ...${shared} onSit=${onSit} tip=${tip} onTip=${setTip} />
        ${state && html`<${Dice} ...${shared} hints=${hints} none=${tip?.none} />`}
      </div>
      <${Side} ...${shared} brief=${small && Boolean(hints.done || (seat && view.advice))} open=${open} />
    </div>`;
}

/** What whoever has a seat, or watches, sees now and may do. */
function seen(live, seat, past, tip) {
  const view = past || live.rolling || live.view;
  const you = seat ? seat.seat : null;
  const caughtUp = live.view.seq === live.events.length && !live.rolling;
  const mine = !past && caughtUp && you !== null && mover(view) === you && !view.late;
  const sent = live.line?.queue.at(-1);
  return {
    view,
    you,
    names: names(view),
    past: Boolean(past),
    caughtUp,
    mine,
    ended: view.status === "over" && !past && caughtUp,
    rolling: !past && live.rolling ? ROLLING / live.pace : 0,
    busy: Boolean(sent),
    sending: sent && (sent.action.do === "keep" ? "bank" : sent.action.do), // a keep alone ends the turn
    advised: mine && view.advice && tip?.position === view.state.position ? tip : null,
  };
}

/** Above the dice: what comes before and after a game, and the chance of winning. */
function Before({ game, seat, live, now, navigate, onSit, tip, onTip }) {
  const { view, names: called, you, past, caughtUp, ended } = now;
  const { state, status } = view;
  const sitting = { open: hasRoom(view), free: maySit(view) || keptSeat(view), onSit };
  return html`
    ${status === "revealing" && html`<section class="card"><h2>${t("web.revealing")}</h2><p>${t("web.revealing.what")}</p></section>`}
    ${status === "waiting" && html`<${Later} part="waiting" ...${{ view, you, seat, presence: live.presence, line: live.line, ...sitting }} />`}
    ${status === "closed" && html`<${Later} part="unavailable" name="Closed" game=${game} played=${Boolean(state)} reason=${view.closed} bots=${view.seats.some(({ kind }) => kind === "bot")} />`}
    ${view.day && status === "playing" && !past && html`<${Later} part="day" meanwhile=${html`<p class="notice day-line"></p>`} ...${{ game, seat, day: view.day, offset: live.line?.offset || 0 }} />`}
    ${view.advice && seat && status === "playing" && !past && html`<${Later} part="advice" after=${idle} silent meanwhile=${html`<div class="chance" aria-hidden="true"></div>`} ...${{ game, seat, view, names: called, you, caughtUp, tip, onTip }} />`}
    ${ended && html`<${Later} part="end" meanwhile=${html`<section class="end coming"></section>`} ...${{ game, seat, view, names: called, you, navigate }} />`}`;
}

/** The felt, and below it what can be done: to roll, to bank or to take over, or to look back. */
function Dice({ live, now, hand, hints, at, setAt, setOpen, none }) {
  const { view, you, past, mine, advised } = now;
  const { picked } = hand;
  const shared = { view, names: now.names, you, mine, busy: now.busy, rolling: now.rolling, picked };
  const hands = useFocusKept();
  const playing = view.status === "playing" && !past;
  const keep = keepOf(view.state, picked);
  const toRoll = hints.done && !hints.done.includes("roll") && !advised && !view.state.offer; // the hint asks for that
  const hint = {
    view,
    mine,
    rolling: now.rolling,
    picked,
    you,
    done: hints.done,
    onDone: hints.learned,
    onSkip: hints.skip,
    onScores: () => setOpen("scores"),
  };
  return html`<div class="stack" ref=${hands}>
    ${!now.ended && html`<${Felt} ...${shared} why=${hand.why} onPick=${hand.pick} />`}
    ${hints.done && playing && html`<${Later} part="hints" after=${idle} silent ...${hint} />`}
    ${past && html`<${Later} part="replay" ...${{ events: live.events, at, setAt, status: live.view.status, yours: you !== null && mover(live.view) === you }} />`}
    ${
      you !== null &&
      playing &&
      html`
      <${Actions} ...${shared} sending=${now.sending} newcomer=${hints.done && !hints.done.includes("risk")} hot=${toRoll && "roll"} best=${advised && bestNow(advised.choices[0], keep)} wins=${advised && winsNow(advised.choices, keep)} onGo=${hand.go} />
      <p class="small quiet keys">${t(view.rules.table.piggyback ? "web.keys.take" : "web.keys", { count: Math.min(9, view.rules.table.dice) })}</p>
      ${
        view.advice &&
        html`<section class="advice" aria-label=${t("web.advice")}>
        <${Later} part="advice" name="Choices" after=${idle} ...${{ tip: advised, none, view, onPick: hand.pickAll, onAll: () => setOpen("choices") }} />
      </section>`
      }`
    }
  </div>`;
}

/** Which of the two actions is the best choice: after a keep only once its dice are picked. */
function bestNow({ action, then }, kept) {
  if (action.do !== "keep") return action.do;
  return kept?.dice.join() === action.dice.join() ? (then || { do: "bank" }).do : null;
}

/** The chances of winning by rolling and by banking what is picked now. */
function winsNow(choices, kept) {
  const now = choices.filter(({ action }) =>
    kept ? action.do === "keep" && action.dice.join() === kept.dice.join() : action.do !== "keep",
  );
  return Object.fromEntries(
    now
      .filter(({ chance }) => chance !== null && chance !== undefined)
      .map(({ action, then, chance }) => [(kept ? then || { do: "bank" } : action).do, chance]),
  );
}
