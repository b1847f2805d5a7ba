// Roll and bank, always at the same place, each with what it means; and what may be taken over instead of a roll.

import { html, useState } from "../lib/preact.js";
import { t } from "../texts.js";
import { chance, endsTurn } from "../view.js";
import { keepOf, tenths } from "./felt.js";

/** `newcomer` is whoever has not read yet what a farkle is. */
export function Actions({ view, names, you, mine, rolling, busy, sending, picked, hot, best, wins, newcomer, onGo }) {
  const { state } = view;
  const keep = keepOf(state, picked);
  const wait = rolling ? t("web.rolling") : whose(view, names, you);
  const action = (name) => ({
    ...{ view, keep, names, you, mine, busy, wait, newcomer },
    ...{
      sending: sending === name,
      hot: hot === name,
      best: best === name,
      wins: wins?.[name],
      onGo: () => onGo(name),
    },
  });
  const offered = mine && state.offer; // then there is nothing to bank
  return html`<div class="actions" aria-busy=${String(busy)}>
    <${RollButton} ...${action("roll")} />
    ${offered ? html`<${TakeButton} ...${action("take")} />` : html`<${BankButton} ...${action("bank")} />`}
  </div>`;
}

/** Whose turn it is, for whoever waits. */
function whose({ state, late }, names, you) {
  if (state.over) return t("web.over");
  if (state.player !== you) return t("web.turn-of", { name: names[state.player] });
  return t(late ? "web.late.bot" : "web.your-turn");
}

const Best = () => html` <span class="best">${t("web.best")}</span>`;

/** An action with what it does, and what comes of it or why it cannot be done now; `faint` is one that hardly anybody wants. */
function Button({ name, shortcut, may, words, about, hot = false, best, faint = false, wins, onGo }) {
  return html`<button type="button" class=${may && (best || hot) ? "hot" : may && faint ? "faint" : ""} id=${name} aria-disabled=${may ? null : "true"} aria-keyshortcuts=${shortcut}
      onClick=${() => may && onGo()}>
      <span>${words}${best && html`<${Best} />`}</span>
      <small>${about}</small>
      ${may && html`<${Wins} share=${wins} />`}
    </button>`;
}

/** The chance of winning with an action, where advice is on. */
const Wins = ({ share }) =>
  share !== undefined &&
  html`<em class="wins"><b>${t("web.percent", { percent: tenths(share) })}</b> <i>${t("web.wins")}</i></em>`;

/** The chance that so many dice farkle, in words. */
const riskOf = ({ farkle }, count, newcomer) =>
  t(newcomer ? "web.risk.plain" : "web.risk", { percent: Math.round(100 * chance(farkle[count])) });

function RollButton({ view, keep, mine, busy, wait, newcomer, sending, hot, best, wins, onGo }) {
  const { state, rules } = view;
  const left = keep ? keep.left || rules.table.dice : state.dice;
  const couldRoll = mine && (keep ? true : state.may_roll);
  const ends = endsTurn(view, keep);
  const free = rules.table.mercy && !keep && !state.turn_points && !state.spared; // if nothing scores, it is no farkle
  const risk = free ? t("web.risk.free") : riskOf(rules, left, newcomer && wins === undefined); // which needs the room
  const about = !mine ? wait : !couldRoll ? t("web.pick-first") : ends ? t("web.ends") : risk;
  return html`<${Button} name="roll" shortcut="r" may=${couldRoll && !busy && !ends} words=${t("web.roll", { count: left })}
    about=${sending ? t("web.sending") : about} ...${{ hot, best, wins, onGo }} />`;
}

function TakeButton({ view, busy, newcomer, sending, best, wins, onGo }) {
  const { points, dice } = view.state.offer;
  const about =
    wins === undefined
      ? t("web.take-over.dice", { count: dice, risk: riskOf(view.rules, dice, newcomer) })
      : t("web.dice-count", { count: dice }); // the chance of winning needs the room
  return html`<${Button} name="take" shortcut="t" may=${!busy} words=${t("web.take-over", { points })}
    about=${sending ? t("web.sending") : about} ...${{ best, wins, onGo }} />`;
}

function BankButton({ view, keep, names, you, mine, busy, wait, sending, best, wins, onGo }) {
  const { gain, bank_refused: refused } = keep || view.state;
  const picked = keep && keep.points + view.state.turn_points;
  const about = !mine ? wait : refused ? refusal(refused, view, keep) : bankMeans(view, keep || view.state, names, you);
  const may = mine && !busy && !refused;
  const [asked, ask] = useState(null); // what somebody was asked about: a bank that records nothing takes two taps
  const what = `${view.seq} ${keep ? keep.dice : ""}`;
  const sure = gain > 0 || asked === what;
  return html`<${Button} name="bank" shortcut="b" may=${may} faint=${!gain} words=${may && !gain && sure ? t("web.bank-sure") : bankSaid(mine, refused, gain, picked)}
    about=${sending ? t("web.sending") : about} ...${{ best, wins, onGo: sure ? onGo : () => ask(what) }} />`;
}

/** What comes of a bank: the total, or where points go that are too few or too many. */
function bankMeans({ state, rules }, { gain, unrecorded, given }, names, you) {
  if (gain) return t("web.total", { total: (you === null ? 0 : state.totals[you]) + gain });
  if (unrecorded === "entry") return t("web.entry-needed", { entry: rules.table.entry });
  if (given) return t("web.too-much.short.given", { name: names[given.player] });
  return t(unrecorded === "target" ? "web.too-much.short" : "web.records-nothing");
}

/** What banking adds, which can be nothing; where it is refused, what is there. */
function bankSaid(mine, refused, gain, picked) {
  const points = gain || (refused ? picked : 0);
  return mine && points !== null ? t("web.bank", { points }) : t("web.bank-none");
}

function refusal(code, view, keep) {
  const { table } = view.rules;
  const points = view.state.turn_points + (keep ? keep.points : 0);
  if (code === "bank/entry") return t("web.needs-entry", { needed: table.entry - points });
  if (code === "bank/minimum") return t("web.needs-minimum", { needed: table.minimum - points });
  if (code === "bank/hot-dice") return t("web.must-roll");
  if (code === "bank/unconfirmed") return t("web.needs-confirming");
  if (code === "bank/taken-over") return t("web.needs-roll");
  return code === "bank/keep-first" ? t("web.pick-first") : t("web.nothing-yet");
}
