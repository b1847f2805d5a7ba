// The ended games of this browser in its own database: they stay when the server has long removed them.

/** @import { MyGame } from "../types" */

const NAME = "hotdice";
const STORE = "games";

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "game" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  return opened;
}

/**
 * Do something with the games; it is on disk when this is done.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T> | void} work
 * @returns {Promise<T | undefined>}
 */
async function within(mode, work) {
  const transaction = (await open()).transaction(STORE, mode, { durability: "strict" });
  const asked = work(transaction.objectStore(STORE));
  await new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = transaction.onerror = () => fail(transaction.error);
  });
  return asked?.result;
}

/**
 * All games, newest first.
 * @returns {Promise<MyGame[]>}
 */
export const archived = async () =>
  ((await within("readonly", (games) => games.getAll())) ?? []).sort((one, other) => other.since - one.since);

/** Whether a game is there. */
export const isArchived = async (game) => (await within("readonly", (games) => games.count(game))) === 1;

/**
 * Keep some games; of one that was there before this is the new version.
 * @param {MyGame[]} some
 */
export const archive = (some) => within("readwrite", (games) => some.forEach((each) => games.put(each)));

/**
 * Remove some games.
 * @param {string[]} some
 */
export const unarchive = (some) => within("readwrite", (games) => some.forEach((game) => games.delete(game)));
