// Takes from package-lock.json what names other places on the web: where packages may be paid for.

import { readFileSync, writeFileSync } from "node:fs";

const LOCK = "package-lock.json";
const lock = JSON.parse(readFileSync(LOCK, "utf8"));
for (const each of Object.values(lock.packages)) delete each.funding;
writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
