// What a fault of a record is called, in words.

import { t } from "../texts.js";

/** The sentence for a code; dice are written side by side, and a refusal within as its sentence. */
export function sentence(code, data) {
  const words = Object.entries(data).map(([key, value]) => [key, Array.isArray(value) ? value.join(" ") : value]);
  const { refusal } = data;
  return t(code, { ...Object.fromEntries(words), ...(refusal && { reason: sentence(refusal.code, refusal.data) }) });
}
