// The game as it comes: events are shown one by one at a pace that people can follow.

import { useEffect, useRef, useState } from "../lib/preact.js";
import { Connection } from "../connection.js";
import { keep, kept } from "../store.js";
import { spoken, t } from "../texts.js";
import { EMPTY, feltOf, keptBefore, reduce } from "../view.js";
import { ROLLING, still } from "./felt.js";

/** @import { Felt, GameEvent, KnownSeat, Presence, View } from "../types" */

const BEHIND = 2; // moves of people, a roll and its keep; with more of them all are shown faster
const BOTS_BEHIND = 14; // moves of bots, which make a whole turn at once
const HASTE = 3; // times as fast: dice then roll for 0.3 s, and can still be seen to
const SPEEDS = { usual: 1, fast: 2.5, slow: 0.6 }; // times, for bots
const FAR_BEHIND = 20; // events that are not shown one by one any more
const GUARD = 400; // milliseconds in which the second of two taps is not meant for the dice that have just come

export class LiveGame {
  /** @type {GameEvent[]} */
  events = []; // all that have come
  /** @type {View} */
  view = EMPTY; // after those that have been shown
  /** @type {View & { felt: Felt } | null} */
  rolling = null; // the view while dice roll
  /** @type {Presence | null} */
  presence = null;
  /** @type {{ code?: string, message: string, key?: string } | null} */
  refused = null;
  /** @type {Connection | null} */
  line = null;
  pace = 1;
  listeners = new Set(); // what is called with each event that is shown
  speed = kept("speed") in SPEEDS ? kept("speed") : "usual";
  #landed = -GUARD; // when one's own dice came to rest
  #haste = 1;
  /** @type {number | null} */
  #shown = null; // the seat whose event was shown last
  #start = 0; // the events before it happened before one came
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * `you` is a seat, or null for whoever watches; `redraw` is called after each change.
   * @param {number | null} you
   * @param {() => void} redraw
   */
  constructor(you, redraw) {
    this.you = you;
    this.redraw = redraw;
  }

  /**
   * Connect; returns a function that disconnects.
   * @param {string} game
   * @param {KnownSeat | null} seat
   */
  connect(game, seat, onLost) {
    const line = new Connection({
      game,
      seat: this.you,
      token: seat?.token || null,
      language: spoken(),
      on: {
        event: (event) => this.#hear(event),
        welcome: ({ seq }) => {
          if (!this.events.length) this.#start = seq;
        },
        presence: (presence) => {
          this.presence = presence;
          this.redraw();
        },
        refused: (refused) => this.refuse(refused),
        unsent: () => this.refuse({ message: t("web.line.unsent") }),
        lost: (code) => onLost({ code, message: code }),
        change: this.redraw,
      },
    });
    this.line = line;
    return () => {
      clearTimeout(this.#timer);
      line.close();
    };
  }

  /** Show why something was refused, or null again. */
  refuse(refused) {
    this.refused = refused;
    this.redraw();
  }

  /** Whether one's own dice have come only just now. */
  hasJustLanded() {
    return performance.now() - this.#landed < GUARD;
  }

  /** Bots play at the next speed. */
  changeSpeed() {
    const all = Object.keys(SPEEDS);
    this.speed = all[(all.indexOf(this.speed) + 1) % all.length];
    keep("speed", this.speed);
    this.redraw();
  }

  /**
   * What has come waits for what is being shown, unless it is one's own, makes it one's turn, or is too much.
   * @param {GameEvent} event
   */
  #hear(event) {
    this.events.push(event);
    const { state } = event.data;
    const urgent = event.by === "person" && state && (event.seat === this.you || state.player === this.you);
    if (!this.#timer || urgent || (this.#haste === 1 && this.#isHurried() && !this.#ownIsShown())) this.#step();
  }

  /** Show the next event, and those at once that are not shown one by one. */
  #step() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waitedFor = this.events.length - this.view.seq > 1 && isMoverAfter(this.events, this.you);
    while (this.view.seq < this.events.length) {
      const event = this.events[this.view.seq];
      const last = event.seq === this.events.length;
      const atOnce = waitedFor && event.by === "person" && event.seat !== this.you; // while bots are always watched
      const passedOver =
        event.seq <= this.#start || document.hidden || (atOnce && !last) || this.#waiting().length > FAR_BEHIND;
      if (!passedOver) return this.#show(event, atOnce);
      this.view = reduce(this.view, event);
      this.rolling = null;
      if (last && event.seq >= this.#start) this.redraw();
    }
    return undefined;
  }

  #show(event, atOnce) {
    this.#haste = event.seat !== this.you && this.#isHurried() ? HASTE : 1;
    this.pace = this.#haste * (event.by === "bot" ? SPEEDS[this.speed] : 1);
    const begins = event.kind === "rolled" && !this.rolling;
    if (begins) this.#tell({ kind: "rolling" });
    if (begins && !atOnce && !still()) {
      const felt = feltOf(event, event.data.dice);
      this.rolling = { ...this.view, hot: false, kept: keptBefore(this.view), felt };
      this.#later(ROLLING);
      return this.redraw();
    }
    this.#settle(event);
    return this.#later(pause(event, this.you));
  }

  #settle(event) {
    this.view = reduce(this.view, event);
    this.rolling = null;
    this.#shown = event.seat;
    if (event.kind === "rolled" && event.seat === this.you) this.#landed = performance.now();
    this.#tell(event);
    this.redraw();
  }

  #later(milliseconds) {
    this.#timer = setTimeout(() => this.#step(), milliseconds / this.pace);
  }

  #tell(event) {
    for (const listener of this.listeners) listener(event, this.view);
  }

  /** The moves that have come and are not shown yet. */
  #waiting() {
    return this.events.slice(this.view.seq).filter(({ data }) => data.state);
  }

  /** Whether others have left one behind; bots move all at once, and a turn of theirs is watched. */
  #isHurried() {
    const others = this.#waiting().filter(({ seat }) => seat !== this.you);
    const people = others.filter(({ by }) => by === "person").length;
    return people > BEHIND || others.length - people > BOTS_BEHIND;
  }

  /** One's own dice are shown whole, whatever comes after them. */
  #ownIsShown() {
    return (this.rolling ? this.rolling.felt.seat : this.#shown) === this.you && this.you !== null;
  }
}

/** A live game that a component shows. */
export function useGame(game, seat, onLost) {
  const [, again] = useState(0);
  const self = useRef(null);
  /** @type {LiveGame} */
  const live = (self.current ??= new LiveGame(seat ? seat.seat : null, () => again((count) => count + 1)));
  useEffect(() => live.connect(game, seat, onLost), []);
  return live;
}

/** Whether a seat is to move after these events. */
function isMoverAfter(events, seat) {
  const state = events.findLast(({ data }) => data.state)?.data.state;
  return Boolean(state) && state.player === seat && !state.over;
}

const TO_READ = ["farkle", "given", "overshot", "roll-won"]; // how turns end that need a word

/** How long an event is looked at before the next one is shown. */
function pause(event, seat) {
  const ends = event.data.happened?.some(({ kind }) => TO_READ.includes(kind));
  if (event.seat === seat && event.by === "person") return ends ? 2300 : event.kind === "banked" ? 1000 : 0;
  if (ends) return 1600;
  if (event.kind === "rolled") return event.data.state.spared ? 1200 : 700;
  return ["kept", "banked", "took", "passed"].includes(event.kind) ? 800 : 0;
}
