// "Play these rules": who with, and a game is made.

import { html, useState } from "../lib/preact.js";
import { useName } from "../name.js";
import { hintAt, isNewcomer, keep, kept, placeOf, takeSeat } from "../store.js";
import { t } from "../texts.js";
import { LEVELS } from "../bots.js";

const FRIENDS = [2, 3, 4, 5, 6];

/**
 * A form that makes a game with `rules` (a name, or `{toml}`) and goes to its table; `about` has their title and how
 * far they go. `mistakes` is their number, which its button says.
 */
export function Play({ rules, about, navigate, disabled = false, mistakes = 0 }) {
  const { name, field, ask: askName } = useName();
  const [against, setAgainst] = useState(`bot ${kept("level") || "5"}`);
  const [advice, setAdvice] = useState(Boolean(kept("advice")));
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(null);

  const play = async (event) => {
    event.preventDefault();
    if (busy || disabled) return;
    const [kind, number] = against.split(" ");
    if (!name && kind === "friends") {
      askName(t("web.name.missing"));
      return;
    }
    setBusy(true);
    setRefused(null);
    const learns = isNewcomer();
    const me = { kind: "person", name: name || t("seat/person") };
    const others =
      kind === "bot" ? [{ kind, bot: LEVELS[number] }] : Array(Number(number) - 1).fill({ kind: "person" });
    try {
      const seated = await takeSeat("/api/games", { rules, seats: [me, ...others], advice });
      if (learns) hintAt(seated.game);
      keep("name", name);
      keep("advice", advice);
      keep("rules", rules.toml ? { ...about, toml: rules.toml } : rules);
      if (kind === "bot") keep("level", number);
      navigate(placeOf(seated));
    } catch (error) {
      setBusy(false);
      if (error.code === "seat/name") askName(error.message);
      else setRefused(error.message);
    }
  };

  return html`
    <form id="play" class="card play" onSubmit=${play}>
      <div class="grid2">
        ${field}
        <label class="field">${t("web.rules.play.with")}
          <select value=${against} onChange=${(event) => setAgainst(event.target.value)}>
            ${Object.keys(LEVELS).map((level) => html`<option value=${`bot ${level}`}>${t("web.rules.play.bot", { level: t(`level.${level}`) })}</option>`)}
            ${FRIENDS.map((count) => html`<option value=${`friends ${count}`}>${t("web.rules.play.friends", { count: count - 1 })}</option>`)}
          </select>
        </label>
      </div>
      <label class="check"><input type="checkbox" name="advice" checked=${advice} onChange=${(event) => setAdvice(event.target.checked)} />${t("web.home.advice")}</label>
      <button class="hot wide" aria-disabled=${disabled || busy}>${t("web.rules.play")}${mistakes > 0 && html`<small>${t("web.rules.mistakes", { count: mistakes })}</small>`}</button>
      <p role="alert" class="bad">${refused}</p>
    </form>`;
}
