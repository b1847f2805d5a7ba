// What this browser remembers (seats, seeds, the name), and one way to ask the server.

import { spoken, t } from "./texts.js";

/** @import { KnownSeat } from "./types" */

const MOST = 40; // games; open ones are remembered all
const ENDED = ["over", "closed"];

/** Why something was refused: a stable code, a sentence, and data. */
export class RequestError extends Error {
  constructor(status, { code, message, data = {} }) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/**
 * Ask the server; a refusal is thrown as `RequestError`, and so is a network that is away.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function ask(method, path, body, token) {
  const headers = { "Accept-Language": spoken() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  let told;
  try {
    answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    told = await answer.json();
  } catch {
    throw new RequestError(0, { code: "network", message: t("web.network") });
  }
  if (!answer.ok) throw new RequestError(answer.status, told);
  return told;
}

/** Whether the server is away for the moment: it did not answer, or is about to restart. */
export const isAway = ({ status }) => status === 0 || status === 503;

/** What an address is about: the second part of its path, as it stands there if it is no name. */
export function subject(path) {
  const part = path.split("/")[2] ?? "";
  try {
    const name = decodeURIComponent(part);
    return name.includes("/") ? part : name;
  } catch {
    return part;
  }
}

/**
 * Something kept in this browser, or null.
 * @param {string} name
 * @returns {any}
 */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something in this browser, if it lets us. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    /* a private window without room */
  }
}

/** The hints that every first game comes with, in their order. */
export const FIRST_HINTS = ["roll", "scores", "risk"];

/** Whether hints have begun and go on in the next game: they were neither read to the end nor skipped. */
const hintsGoOn = () => Boolean(kept("hints")) && FIRST_HINTS.some((step) => !kept("hints").done.includes(step));

/** Whether the next game comes with hints: it is the first one, or those of the one before were not read. */
export const isNewcomer = () => !games().length || hintsGoOn();

/** Hints come with this game. */
export const hintAt = (game) => keep("hints", { game, done: [] });

/** The games that this browser has a seat in, newest first. */
export const games = () => kept("games") || [];

/**
 * The seat in a game, or null.
 * @param {string} game
 * @returns {KnownSeat | null}
 */
export const seatIn = (game) => games().find((known) => known.game === game) || null;

/** Whether a game goes on, as far as is known here. */
export const isOpen = ({ status }) => !ENDED.includes(status);

/**
 * Remember a seat, or what has become of it.
 * @param {{ game: string, [more: string]: unknown }} known
 */
export function remember(known) {
  const list = seatIn(known.game)
    ? games().map((each) => (each.game === known.game ? { ...each, ...known } : each))
    : [known, ...games()];
  keep(
    "games",
    list.filter((each, at) => at < MOST || isOpen(each)),
  );
}

/** The page of a game, with the invitation that others need who come by this address. */
export const placeOf = ({ game, invite }) => `/game/${game}${invite ? `#${invite}` : ""}`;

/** Forget a game. */
export const forget = (game) =>
  keep(
    "games",
    games().filter((known) => known.game !== game),
  );

/** The name that was used last. */
export const myName = () => kept("name") || "";

/** A seed for the dice that only this browser knows, and the commitment to it. */
async function drawSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  // Pages that came by plain http from another machine have no Web Crypto.
  const digest = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    : await (await import("./engine/sha256.js")).sha256(bytes);
  return { seed: hex(bytes), commitment: hex(digest) };
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** A code as people read and type it, in two groups. */
export const groups = (code) => `${code.slice(0, 5)} ${code.slice(5)}`;

/** Take over one's seat from another device; remembers it. */
export const takeOver = (code) =>
  takeSeat("/api/take", { code }).catch((refused) => {
    throw refused.code === "code/wrong"
      ? new RequestError(refused.status, { ...refused, message: t("web.take.wrong") })
      : refused;
  });

const asking = new Map(); // requests under way: a second tap asks for nothing more

/** Ask for a seat (a new game, a join, a rematch) with a seed of our own; remembers both. */
export function takeSeat(path, body, token) {
  const what = JSON.stringify([path, body]);
  if (!asking.has(what))
    asking.set(
      what,
      askForSeat(what, path, body, token).finally(() => asking.delete(what)),
    );
  return asking.get(what);
}

/** Until there is an answer the same request has the same key and the same seed, so that it gives the same seat. */
async function askForSeat(what, path, body, token) {
  const before = kept("asked");
  const mine =
    before?.what === what
      ? before
      : { what, key: hex(crypto.getRandomValues(new Uint8Array(16))), ...(await drawSeed()) };
  const { key, seed, commitment } = mine;
  keep("asked", mine);
  const seated = await ask("POST", path, { ...body, commitment, ...(!token && { key }) }, token).catch((refused) => {
    if (refused.status >= 400 && refused.status < 500) keep("asked", null);
    throw refused;
  });
  if (seated.token) remember({ game: seated.game, seat: seated.seat, token: seated.token, seed, since: Date.now() });
  keep("asked", null);
  return seated;
}
