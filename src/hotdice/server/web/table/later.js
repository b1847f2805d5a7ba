// Parts of the table that few people need, or that can wait, are loaded on demand.

import { html, useEffect, useState } from "../lib/preact.js";
import { t } from "../texts.js";

const AGAIN = 3000; // milliseconds until a part that did not come is asked for again

/** When the table stands and nothing else is to be done. */
export const idle = () => new Promise((free) => (window.requestIdleCallback || setTimeout)(free));

/** @type {Map<string, Record<string, any>>} */
const loaded = new Map();

/** Load a part; what a browser once failed to load it never asks for again under the same address. */
async function load(part, tries = 0) {
  const found = await import(`./${part}.js${tries ? `?${tries}` : ""}`);
  loaded.set(part, found);
  return found;
}

/** Load a part before it is wanted, so that it stands there at once. */
export const loadAhead = (part) =>
  idle()
    .then(() => load(part))
    .catch(() => {}); // it is asked for again when it is wanted

/** A part of `table/` that is loaded when it is wanted, so that a link leads to the table quickly. */
export function Later({ part, name = "Part", after = () => {}, meanwhile = null, silent = false, ...props }) {
  const [Loaded, setLoaded] = useState(() => loaded.get(part)?.[name]);
  const [tries, setTries] = useState(0);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (Loaded) return undefined;
    let timer;
    Promise.resolve(after())
      .then(() => load(part, tries))
      .then(
        (found) => setLoaded(() => found[name]),
        () => {
          setMissing(true);
          timer = setTimeout(() => setTries(tries + 1), AGAIN);
        },
      );
    return () => clearTimeout(timer);
  }, [tries]);
  if (Loaded) return html`<${Loaded} ...${props} />`;
  return missing && !silent ? html`<p class="notice" role="status">${t("web.line.away")}</p>` : meanwhile;
}
