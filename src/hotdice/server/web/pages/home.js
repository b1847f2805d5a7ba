// Home: play at once, the day's dice, go on with a game, make a table for friends, choose rules, watch.

import { html, useEffect, useState } from "../lib/preact.js";
import { DaysDice } from "../home/day.js";
import { Friends } from "../home/friends.js";
import { Watch, Yours } from "../home/games.js";
import { PlayNow } from "../home/play_now.js";
import { RulesCards } from "../home/rules_cards.js";
import { TakeOver } from "../home/take_over.js";
import { ask, hintAt, isAway, keep, kept, placeOf, takeSeat } from "../store.js";

let presets = []; // asked for while the sentences come, so that nothing on the page moves when they are there
const told = ask("GET", "/api/rules").then(
  ({ rules }) => {
    presets = rules;
  },
  () => {},
);
await told;

export const stylesheets = ["/home/home.css"];

export function Page({ navigate, setAway }) {
  const [rules, setRules] = useState(presets);
  const [chosen, setChosen] = useState(kept("rules") || "basic");
  const [wrong, setWrong] = useState(null);
  const [busy, setBusy] = useState(false);
  const [painted, setPainted] = useState(false); // what stands below Play comes after it, in a task of its own
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!rules.length)
      ask("GET", "/api/rules").then(
        (found) => setRules(found.rules),
        (refused) => (isAway(refused) ? setAway(true) : setWrong({ form: null, message: refused.message })),
      );
  }, []);

  /** Make a game from one of the forms, which shows why if there is none; the refusal. `hints` come with a first game. */
  const start = async (form, game, hints = false) => {
    setBusy(true);
    setWrong(null);
    try {
      keep("rules", chosen);
      const seated = await takeSeat("/api/games", { rules: chosen.toml ? { toml: chosen.toml } : chosen, ...game });
      if (hints) hintAt(seated.game);
      navigate(placeOf(seated));
      return null;
    } catch (refused) {
      setBusy(false);
      if (refused.code !== "seat/name") setWrong({ form, message: refused.message });
      return refused;
    }
  };
  const shared = { busy, start, wrong };
  return html`
    <${PlayNow} ...${{ ...shared, rules, chosen, setChosen }} />
    <p class="bad" role="alert">${wrong?.form === null && wrong.message}</p>
    ${
      painted
        ? html`<${DaysDice} />
    <div class="grid2 doings"><${Yours} /><${Friends} ...${shared} /></div>
    <${RulesCards} rules=${rules} />
    <${Watch} />
    <${TakeOver} navigate=${navigate} />`
        : html`<p class="coming" hidden></p>`
    }`;
}
