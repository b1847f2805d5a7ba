// Who may sit down at a table: by the link that led here, or at a seat that is kept.

import { seatIn } from "../store.js";

/** Whether there is a seat that is kept for nobody. */
export const hasRoom = ({ status, seats }) =>
  status === "waiting" && seats.some(({ kind, taken, was }) => kind === "person" && !taken && was === null);

/** The code in a link from one's other device, or null. */
export const taking = () => location.hash.match(/^#take=(.+)/)?.[1] || null;

/** The invitation in the link that led here. */
export const invited = () => (taking() ? "" : location.hash.slice(1));

/** Whether somebody who came by this address may sit down. */
export const maySit = (game) => hasRoom(game) && (!game.by_invitation || Boolean(invited()));

/** The seat in the game before of whoever has one kept here, or null. */
export function keptSeat({ status, seats, before }) {
  const old = status === "waiting" && before && seatIn(before);
  return old && seats.some(({ taken, was }) => !taken && was === old.seat) ? old : null;
}
