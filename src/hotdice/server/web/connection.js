// One game's line to the server: comes back by itself, goes on from the last event, and sends every action once.

/** @import { Action, GameEvent, Listener, Sending } from "./types" */

const PAUSES = [300, 700, 1500, 3000, 6000, 12000, 20000];
const PING = 20000;
const PATIENCE = 8000;
const ELSEWHERE = 4409; // the seat is open in many other places
const FINAL = { 4401: "token/wrong", 4403: "request/origin", 4404: "game/unknown" };

export class Connection {
  /**
   * `seat` is null for whoever watches.
   * @param {{ game: string, seat: number | null, token: string | null, language: string, on: Listener }} given
   */
  constructor({ game, seat, token, language, on }) {
    this.game = game;
    this.seat = seat;
    this.token = token;
    this.language = language;
    this.on = on;
    this.seq = 0;
    /** @type {Sending[]} */
    this.queue = seat === null ? [] : unsent(game);
    this.tries = 0;
    this.state = "connecting";
    this.offset = 0;
    this.wake = () => this.#hurry();
    this.cut = () => this.#dropped();
    addEventListener("online", this.wake);
    addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.wake);
    this.#open();
  }

  /** End it for good. */
  close() {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.wake);
    this.#forgetSocket();
  }

  /**
   * Do these one after the other, each after the event of the one before, as long as the turn goes on.
   * @param {Action[]} actions
   */
  act(actions) {
    const expected = this.seq;
    this.#wait([
      ...this.queue,
      ...actions.map((action, at) => ({ action, key: newKey(), expected: at ? null : expected, sent: false })),
    ]);
    this.#flush();
    this.on.change();
  }

  /** Take back what has not been sent; true if nothing is left to wait for. */
  takeBack() {
    this.#wait(this.queue.filter(({ sent }) => sent));
    this.on.change();
    return !this.queue.length;
  }

  /** Say something now or never: a reaction, a name, a seed. */
  say(frame) {
    if (this.state === "open") this.socket?.send(JSON.stringify(frame));
    else this.on.unsent();
  }

  #open() {
    clearTimeout(this.timer);
    this.#forgetSocket();
    this.#become("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/games/${this.game}/socket`);
    this.socket = socket;
    this.#expect();
    socket.onopen = () =>
      socket.send(JSON.stringify({ hello: { token: this.token, from: this.seq, language: this.language } }));
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(data));
    socket.onclose = ({ code }) => this.#dropped(code);
    socket.onerror = () => {};
  }

  #heard(frame) {
    this.#expect();
    if ("seq" in frame) this.#happened(frame);
    else if (frame.welcome) this.#welcomed(frame.welcome);
    else if (frame.presence) this.on.presence(frame.presence);
    else if (frame.repeated) this.#done(frame.repeated.key);
    else if (frame.error) this.#refused(frame.error);
    else if (frame.bye) Object.assign(this, { pause: 1000 * frame.bye.retry, restarting: true });
    else if (frame.pong) this.offset = frame.pong.now - Date.now();
  }

  #welcomed({ seq, you, now, invite }) {
    this.offset = now - Date.now();
    this.invite = invite;
    if (seq < this.seq) return this.on.lost("game/other");
    this.tries = 0;
    this.restarting = false;
    this.newest = seq;
    for (const item of this.queue) item.sent = false;
    this.#become("open");
    this.on.welcome({ seq, you });
    if (seq === this.seq) this.#flush();
  }

  /** @param {GameEvent} event */
  #happened(event) {
    if (event.seq <= this.seq) return;
    if (event.seq > this.seq + 1) return this.#open();
    this.seq = event.seq;
    this.on.event(event, event.seq <= this.newest);
    if (event.key) this.#done(event.key, event);
    else if (this.seq === this.newest) this.#flush();
  }

  #done(key, event) {
    const [head, next, ...rest] = this.queue;
    if (head?.key !== key) return this.#flush();
    const goesOn = !event || (event.data.state?.player === this.seat && event.data.state.turn_points > 0);
    this.#wait(next && goesOn ? [{ ...next, expected: event?.seq ?? null }, ...rest] : []);
    this.#flush();
    this.on.change();
  }

  #refused({ code, message, data, key }) {
    if (code === "request/too-many") {
      for (const item of this.queue) item.sent = false;
      setTimeout(() => this.#flush(), 1000 * (data?.retry_after || 1));
      return;
    }
    if (key && this.queue.some((item) => item.key === key)) this.#wait([]);
    this.on.refused({ code, message, data, key });
    this.on.change();
  }

  /** What is to be sent outlives the page. */
  #wait(queue) {
    this.queue = queue;
    try {
      if (queue.length) sessionStorage.setItem(waiting(this.game), JSON.stringify(queue));
      else sessionStorage.removeItem(waiting(this.game));
    } catch {
      /* a private window without room */
    }
  }

  /** Send the first in the queue, if all that came before it has been heard. */
  #flush() {
    const [head] = this.queue;
    if (!head || head.sent || this.state !== "open" || this.seq < this.newest) return;
    head.expected ??= this.seq;
    head.sent = true;
    this.socket?.send(JSON.stringify({ action: head.action, expected: head.expected, key: head.key }));
  }

  #dropped(code) {
    if (this.ended || this.state === "waiting") return;
    this.#forgetSocket();
    clearTimeout(this.pulse);
    if (FINAL[code]) {
      this.#wait([]);
      this.close();
      return this.on.lost(FINAL[code]);
    }
    if (code === ELSEWHERE && document.hidden) return this.#become("waiting"); // until somebody looks at this one
    if (code === ELSEWHERE) this.pause = PAUSES.at(-1);
    const usual = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
    const pause = (this.pause || usual) * (0.6 + 0.8 * Math.random());
    this.pause = null;
    this.tries += 1;
    this.retryAt = Date.now() + pause;
    this.#become("waiting");
    this.timer = setTimeout(() => this.#open(), pause);
  }

  #hurry() {
    if (this.ended || document.hidden) return;
    if (this.state === "waiting") this.#open();
    else if (this.state === "open") this.#ping();
  }

  /** Something has to be heard within a while, or the line is dead without knowing it. */
  #expect() {
    clearTimeout(this.pulse);
    const wait = this.state === "open" ? PING : PATIENCE;
    this.pulse = setTimeout(() => (this.state === "open" ? this.#ping() : this.#dropped()), wait);
  }

  #ping() {
    this.say({ ping: {} });
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => this.#dropped(), PATIENCE);
  }

  #forgetSocket() {
    if (!this.socket) return;
    const old = this.socket;
    old.onopen = old.onmessage = old.onclose = old.onerror = null; // until it is closed it holds what these know
    old.close();
    this.socket = null;
  }

  #become(state) {
    this.state = state;
    this.on.change();
  }
}

const waiting = (game) => `moves ${game}`;

/** The moves that this tab has not sent, or of which it has not heard. */
function unsent(game) {
  try {
    return (JSON.parse(sessionStorage.getItem(waiting(game)) ?? "null") || []).map((item) => ({
      ...item,
      sent: false,
    }));
  } catch {
    return [];
  }
}

/** A key that no other action has. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
