// Around the felt: players, clock, reactions, what happened, and how the line to the server is.

import { html, useEffect, useRef, useState } from "../lib/preact.js";
import { far, known, n, t } from "../texts.js";
import { LEVELS } from "../bots.js";
import { isLastRound, leaders, mover, roundOf } from "../view.js";
import { offerSaid } from "./said.js";

/** @import { LogEntry } from "../types" */

const face = html`<circle class="skin" cx="12" cy="12" r="10" />`;
const eyes = html`<circle cx="8.5" cy="9.5" r="1.5" /><circle cx="15.5" cy="9.5" r="1.5" />`;
const ring = (x, y, size, wide) =>
  [0, 1, 2, 3, 4].map(
    (at) => html`<circle cx=${x + wide * Math.sin(1.2566 * at)} cy=${y - wide * Math.cos(1.2566 * at)} r=${size} />`,
  );
const DRAWN = {
  clap: html`<path class="skin" d="M12 2l3 6.5 7 .8-5.2 4.8 1.4 7-6.2-3.5-6.2 3.5 1.4-7L2 9.3l7-.8z" />`,
  laugh: html`${face}${eyes}<path d="M6.5 13h11a5.5 5.5 0 0 1-11 0z" />`,
  wow: html`${face}${eyes}<ellipse cx="12" cy="16" rx="2.4" ry="3.2" />`,
  ouch: html`${face}<path class="stroke" d="M7 8l3 3m0-3l-3 3M14 8l3 3m0-3l-3 3M8 17.5q4-4 8 0" />`,
  luck: html`<g class="leaf">${[8, 16].flatMap((x) => [8, 15].map((y) => html`<circle cx=${x} cy=${y} r="4.6" />`))}</g><path class="stem" d="M12 12q1 6 4 10" />`,
  thanks: html`<path class="stem" d="M12 12v10m0-3q4 0 5-4" /><g class="petal">${ring(12, 8.5, 3.4, 4)}</g><circle class="skin" cx="12" cy="8.5" r="3" />`,
  hurry: html`<path class="wood" d="M5 2h14v3l-5 7 5 7v3H5v-3l5-7-5-7z" /><path class="skin" d="M8 6h8l-4 5zM12 14l4 5H8z" />`,
  heart: html`<path class="love" d="M12 21C5 15 2 12 2 8a5 5 0 0 1 10-1 5 5 0 0 1 10 1c0 4-3 7-10 13z" />`,
};
const Drawn = ({ name }) => html`<svg class="drawn" viewBox="0 0 24 24" aria-hidden="true">${DRAWN[name]}</svg>`;
const SHOWN = 4000; // milliseconds
const GUARD = 500;
const SAID = 3; // of what happened before one came
const MOST_SAID = 40;

const MOST_CARDS = 3; // more players are rows

/** Everybody's total, entry, way to go, connection and clock; `brief` where there is little room. */
export function Players({ view, names, you, presence, offset, brief }) {
  const moving = mover(view);
  return html`<ul class="players ${brief || view.seats.length > MOST_CARDS ? "compact" : ""}" aria-label=${t("web.players")}>
    ${view.seats.map((seat, at) => {
      const total = view.state ? view.state.totals[at] : 0;
      const turn = at === moving;
      return html`<li key=${at} class="card player ${turn ? "turn" : ""} ${view.winners.includes(at) ? "winner" : ""}">
        <div class="row spread"><span class="strong name">${at === you ? t("web.chance.you") : names[at] || t("web.free-seat")}</span>
          <span class="tag">${tag(view, seat, at, you, turn, presence)}</span></div>
        <div class="row spread"><span class="total">${n(total)}</span>
          ${turn && view.deadline && html`<${Countdown} deadline=${view.deadline} offset=${offset} />`}</div>
        <div class="row spread small quiet"><span>${way(view, total)}</span>
          ${view.rules.table.penalty && view.state?.farkles[at] > 0 && html`<span>${t("web.farkles", { count: view.state.farkles[at], most: view.rules.table.penalty.farkles })}</span>`}</div>
        <${Reaction} list=${view.reactions} seat=${at} />
        <${Way} ...${{ view, at, total }} />
      </li>`;
    })}
  </ul>`;
}

function tag(view, seat, at, you, turn, presence) {
  if (view.winners.includes(at)) return t("web.winner");
  if (seat.left) return t("web.gone");
  if (turn && view.late) return t("web.late");
  if (turn) return at === you ? t("web.your-turn") : t("web.their-turn");
  if (leaders(view).includes(at)) return t("web.leads");
  if (seat.kind === "bot") return botSaid(seat);
  return presence && !presence.connected[at] ? t("web.away") : "";
}

/** How well a bot plays, by the name of its level if it has one. */
export function botSaid({ bot }) {
  const named = Object.keys(LEVELS).find((level) => LEVELS[level] === bot);
  if (named) return t("web.bot-named", { level: t(`level.${named}`) });
  return bot.startsWith("human:") ? t("web.bot-level", { level: bot.slice(6) }) : t("web.bot-tag");
}

/** The way to the target, or through the rounds, as a bar. */
function Way({ view, at, total }) {
  const { target, rounds } = view.rules.table;
  const [max, value] = rounds ? [rounds, view.turns.filter(({ seat }) => seat === at).length] : [target, total];
  return html`<progress max=${max} value=${Math.max(0, Math.min(max, value))} aria-hidden="true"></progress>`;
}

function way(view, total) {
  const { table } = view.rules;
  const { entry, target } = table;
  if (entry && total <= 0) return t("web.not-in", { entry });
  const behind = view.state ? Math.max(...view.state.totals) - total : 0;
  if (behind && isLastRound(view)) return t("web.behind", { points: behind });
  if (table.rounds) return far(table, roundOf(view));
  return total >= target ? t("web.there") : t("web.to-go", { points: target - total });
}

/** The time that is left for the turn, then the grace time. */
function Countdown({ deadline, offset }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const grace = deadline.until > deadline.at && now + offset > deadline.at;
  const left = Math.max(0, Math.ceil(((grace ? deadline.until : deadline.at) - now - offset) / 1000));
  const two = (part) => String(part).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  const text = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
  return html`<span class="clock ${grace || left <= 10 ? "hurry" : ""}" role="timer" aria-label=${t(grace ? "web.clock.grace" : "web.clock", { time: text })}>${grace && html`<small>${t("web.grace")}</small> `}${text}</span>`;
}

/** The newest reaction of a seat, for a moment. */
function Reaction({ list, seat }) {
  const newest = list.filter((each) => each.seat === seat).at(-1);
  const first = useRef(newest?.seq || 0);
  const [gone, setGone] = useState(first.current);
  useEffect(() => {
    if (!newest || newest.seq <= first.current) return undefined;
    const timer = setTimeout(() => setGone(newest.seq), SHOWN);
    return () => clearTimeout(timer);
  }, [newest?.seq]);
  if (!newest || newest.seq <= gone) return null;
  return html`<span class="reaction" role="img" aria-label=${t(`web.react.${newest.reaction}`)}><${Drawn} name=${newest.reaction} /></span>`;
}

/** Buttons to react with. Where they have only just come, a second tap was meant for what was there before. */
export function Reactions({ onReact }) {
  const came = useRef(performance.now());
  const react = (name) => performance.now() - came.current > GUARD && onReact(name);
  return html`<div class="reactions" role="group" aria-label=${t("web.react")}>
    ${Object.keys(DRAWN).map((name) => html`<button type="button" key=${name} class="plain" title=${t(`web.react.${name}`)} onClick=${() => react(name)}><${Drawn} name=${name} /></button>`)}
  </div>`;
}

/**
 * One thing that happened, in sentences; whoever did it reads "you".
 * @param {LogEntry} entry
 * @param {(string | null)[]} names
 * @param {number | null} you
 */
function told(entry, names, you) {
  return entry.lines.map(([key, data = /** @type {any} */ ({})]) => {
    const seat = data.seat ?? entry.seat;
    return t(you !== null && seat === you && known(`${key}.you`) ? `${key}.you` : key, {
      name: names[seat],
      ...data,
      dice: Array.isArray(data.dice) ? data.dice.join(" ") : data.dice,
      dice_left: t("web.dice-count", { count: data.dice_left }),
      all_dice: t("web.all-dice", { number: data.all_dice }),
      reactions:
        data.reactions &&
        Object.entries(data.reactions)
          .map(([name, times]) => (times > 1 ? `${t(`web.react.${name}`)} ×${n(times)}` : t(`web.react.${name}`)))
          .join(", "),
      ...(data.thrown && rolledOff(data, names)),
    });
  });
}

/** What everybody rolled for who begins, and who is left. */
function rolledOff({ thrown, left }, names) {
  const rolls = thrown.map((die, seat) => die && t("tell.rolls-one", { name: names[seat], die })).filter(Boolean);
  return { rolls: rolls.join(", "), names: left.map((seat) => names[seat]).join(", ") };
}

/** What happened, newest first. */
export function Log({ view, names, you }) {
  return html`<section class="log" aria-label=${t("web.log")} tabindex="0">
    <ol reversed>${view.log
      .slice(-60)
      .reverse()
      .map(
        (entry) =>
          html`<li key=${entry.seq}>${told(entry, names, you)
            .reverse()
            .map((each) => html`<span key=${each}>${each}</span> `)}</li>`,
      )}</ol>
  </section>`;
}

/** Rolls, keeps and totals for whoever reads by ear: each is added, so that what comes quickly or together hides none. */
export function Speech({ view, names, you }) {
  const first = useRef(view.log.length - SAID);
  const [there, setThere] = useState(false); // only what is added to a region that is there is read
  useEffect(() => setThere(true), []);
  const turn = you !== null && mover(view) === you && !view.state.turn_points && !view.state.rolled.length;
  const offer = turn && offerSaid(view, names, you);
  return html`<div class="hidden-text" role="log">
    ${there && view.log.slice(Math.max(0, first.current, view.log.length - MOST_SAID)).map((entry) => html`<p key=${entry.seq}>${told(entry, names, you).join(" ")}</p>`)}
    ${there && turn && html`<p key="turn">${t("web.your-turn-said", { total: view.state.totals[you] })}${offer && ` ${offer}`}</p>`}
  </div>`;
}

/** The line to the server when it is not good, and what became of a move that was on its way. */
export function Line({ line, refused, onDismiss }) {
  const waits = line && line.state !== "open" && (line.tries > 0 || line.seq > 0);
  const unsent = waits && line.queue.some(({ sent }) => !sent);
  return html`<div class="line" role="status">
    ${
      waits &&
      html`<p class="notice">
      ${t(!navigator.onLine ? "web.line.offline" : line.restarting ? "web.line.restarting" : "web.line.away")} ${line.queue.length > 0 && t("web.line.queued")}
      ${unsent && html`<button type="button" class="slim" onClick=${() => line.takeBack()}>${t("web.line.take-back")}</button>`}
    </p>`
    }
    ${
      refused &&
      html`<p class="notice">
      ${refused.key ? t(refused.code === "game/conflict" ? "web.line.taken-back" : "web.line.refused", { reason: refused.message }) : refused.message}
      <button type="button" class="slim" onClick=${onDismiss}>${t("web.ok")}</button>
    </p>`
    }
  </div>`;
}
