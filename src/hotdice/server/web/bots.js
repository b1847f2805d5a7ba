// Bots as a table has them.

/** What bots are called, the first that no person at the table is called. */
export const BOT_NAMES = ["Mira", "Otto", "Pia", "Theo", "Juno", "Kaj", "Lena", "Bo", "Ines"];

/** The bots that have a level with a name, weakest first. */
export const LEVELS = { 3: "human:3", 5: "human:5", 8: "human:8", best: "optimal" };
