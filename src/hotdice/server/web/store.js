// What this browser remembers (seats, seeds, the name), and one way to ask the server.

import { spoken, t } from "./texts.js";

const MOST = 40;

/** Why something was refused: a stable code, a sentence, and data. */
export class Refused extends Error {
  constructor(status, { code, message, data = {} }) {
    super(message);
    Object.assign(this, { status, code, data });
  }
}

/** Ask the server; a refusal is thrown as `Refused`, and so is a network that is away. */
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
    throw new Refused(0, { code: "network", message: t("web.network") });
  }
  if (!answer.ok) throw new Refused(answer.status, told);
  return told;
}

/** Whether the server is away for the moment: it did not answer, or is about to restart. */
export const isAway = ({ status }) => status === 0 || status === 503;

/** Something kept in this browser, or null. */
export function kept(name) {
  try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
}

/** Keep something in this browser, if it lets us. */
export function keep(name, value) {
  try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* a private window without room */ }
}

/** The games that this browser has a seat in, newest first. */
export const games = () => kept("games") || [];

/** The seat in a game, `{game, seat, token}`, or null. */
export const seatIn = (game) => games().find((known) => known.game === game) || null;

/** Remember a seat, or what has become of it. */
export function remember(known) {
  const old = seatIn(known.game);
  keep("games", [{ ...old, ...known }, ...games().filter(({ game }) => game !== known.game)].slice(0, MOST));
}

/** Forget a game. */
export const forget = (game) => keep("games", games().filter((known) => known.game !== game));

/** The name that was used last. */
export const myName = () => kept("name") || "";

/** A seed for the dice that only this browser knows, and the commitment to it. */
async function drawSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  // Pages that came by plain http from another machine have no Web Crypto.
  const digest = crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : await (await import("./fair/sha256.js")).sha256(bytes);
  return { seed: hex(bytes), commitment: hex(digest) };
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Ask for a seat (a new game, a join, a rematch) with a seed of our own; remembers both. */
export async function takeSeat(path, body, token) {
  const { seed, commitment } = await drawSeed();
  const seated = await ask("POST", path, { ...body, commitment }, token);
  if (seated.token) remember({ game: seated.game, seat: seated.seat, token: seated.token, seed, since: Date.now() });
  return seated;
}
