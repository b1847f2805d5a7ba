// Felt, dice and one large Play, which starts what was played last; Change opens rules and bot.

import { html, useEffect, useState } from "../lib/preact.js";
import { isNewcomer, keep, kept, myName } from "../store.js";
import { Die, still } from "../table/felt.js";
import { far, t, titled } from "../texts.js";
import { LEVELS } from "../bots.js";

const FACES = [1, 5, 1, 2, 1, 6]; // a phone shows all but the fourth
const ROLLING = 600; // milliseconds, once when the page opens
const OWN = "own"; // rules of one's own, as an option

/** Dice that roll onto the felt once. */
function Dice() {
  const [rolling, setRolling] = useState(still() ? 0 : ROLLING);
  useEffect(() => {
    const timer = setTimeout(() => setRolling(0), ROLLING);
    return () => clearTimeout(timer);
  }, []);
  return html`<div class="thrown" aria-hidden="true">
    ${FACES.map((face, at) => html`<span key=${at} class="die ${rolling ? "rolling" : ""}"><${Die} face=${face} rolling=${rolling} order=${at} /></span>`)}
  </div>`;
}

/** Rules in a few words: their title, and how far it is. */
function rulesSaid(rules, chosen) {
  const found = chosen.toml ? chosen : rules.find(({ name }) => name === chosen);
  return found ? t("web.home.to", { title: titled(found), far: far(found) }) : "…";
}

export function PlayNow({ busy, start, wrong, rules, chosen, setChosen }) {
  const [level, setLevel] = useState(kept("level") in LEVELS ? kept("level") : "5");
  const [advice, setAdvice] = useState(Boolean(kept("advice")));
  const [open, setOpen] = useState(false);
  const [own] = useState(chosen.toml ? chosen : null);
  const play = async (against, hints, advised) => {
    const named = (name) =>
      start(
        "bot",
        {
          seats: [
            { kind: "person", name },
            { kind: "bot", bot: LEVELS[against] },
          ],
          advice: advised,
        },
        hints,
      );
    const refused = await named(myName() || t("seat/person"));
    if (refused?.code === "seat/name") await named(t("seat/person")); // one that was kept and is a name no more
  };
  const submit = async (event) => {
    event.preventDefault();
    keep("level", level);
    keep("advice", advice);
    await play(level, isNewcomer(), advice);
  };
  const choose = (event) => setChosen(event.target.value === OWN ? own : event.target.value);
  return html`<form id="bot" class="felt hello" onSubmit=${submit}>
    <h1 tabindex="-1">${t("web.home.title")}</h1>
    <p class="what">${t("web.home.what")}</p>
    <${Dice} />
    <button class="hot" disabled=${busy}>${t("web.home.play")}</button>
    <p class="starts"><span>${t("web.home.starts", { rules: rulesSaid(rules, chosen), level: t(`level.${level}`) })}</span>
      <button type="button" class="link" aria-expanded=${String(open)} aria-controls="change" onClick=${() => setOpen(!open)}>${t("web.home.change")}</button>
      <button type="button" class="link" id="learn" disabled=${busy} onClick=${() => play("3", true, false)}>${t("web.home.learn")}</button></p>
    <p class="bad" role="alert">${wrong?.form === "bot" && wrong.message}</p>
    <div id="change" class="card" hidden=${!open}>
      <label class="field">${t("web.home.rules")}
        <select name="rules" value=${chosen.toml ? OWN : chosen} onChange=${choose}>
          ${own && html`<option value=${OWN}>${t("web.home.to", { title: titled(own), far: far(own) })}</option>`}
          ${rules.map((each) => html`<option key=${each.name} value=${each.name}>${t("web.home.to", { title: titled(each), far: far(each) })}</option>`)}
        </select></label>
      <fieldset class="choice"><legend>${t("web.home.level")}</legend>
        ${Object.keys(LEVELS).map(
          (each) => html`<label key=${each}>
          <input type="radio" name="level" value=${each} checked=${level === each} onChange=${() => setLevel(each)} /><span>${t(`level.${each}`)}</span></label>`,
        )}
      </fieldset>
      <label class="check"><input type="checkbox" name="advice" checked=${advice} onChange=${(event) => setAdvice(event.target.checked)} />${t("web.home.advice")}</label>
    </div>
  </form>`;
}
