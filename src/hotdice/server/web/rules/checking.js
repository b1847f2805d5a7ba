// The server's word on a text, asked for when typing pauses; answers to older texts are dropped.

import { useEffect, useState } from "../lib/preact.js";
import { ask } from "../store.js";

const PAUSE = 200;

/** `{text, answer, trouble}`: what was said last, about which text, and why nothing can be said. */
export function useChecking(text) {
  /** @type {[{ text: string | null, answer: any, trouble: any }, Function]} */
  const [checked, setChecked] = useState({ text: null, answer: null, trouble: null });
  useEffect(() => {
    if (text === null) return undefined;
    let wanted = true;
    let timer;
    const check = async () => {
      try {
        const answer = await ask("POST", "/api/rules/check", { toml: text });
        if (wanted) setChecked({ text, answer, trouble: null });
      } catch (error) {
        if (!wanted) return;
        setChecked((before) => ({ ...before, trouble: error.message }));
        const again = error.status === 0 ? 3 : error.data.retry_after;
        if (again) timer = setTimeout(check, 1000 * again);
      }
    };
    timer = setTimeout(check, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  return checked;
}
