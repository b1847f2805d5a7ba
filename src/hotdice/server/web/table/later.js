// Parts of the table that few people need, or that can wait, are loaded on demand.

import { html, useEffect, useState } from "../lib/preact.js";
import { t } from "../texts.js";

const AGAIN = 3000; // milliseconds until a part that did not come is asked for again

/** When the table stands and nothing else is to be done. */
export const idle = () => new Promise((free) => (window.requestIdleCallback || setTimeout)(free));

/** A part of `table/` that is loaded when it is wanted, so that a link leads to the table quickly. */
export function Later({ part, name = "Part", after = () => {}, meanwhile = null, silent = false, ...props }) {
  const [Loaded, setLoaded] = useState(null);
  const [tries, setTries] = useState(0);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let timer;
    // What a browser once failed to load it never asks for again under the same address.
    Promise.resolve(after())
      .then(() => import(`./${part}.js${tries ? `?${tries}` : ""}`))
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
