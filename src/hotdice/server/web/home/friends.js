// A table for friends: how many, how fast, who may watch; others see the name, so it is asked for here.

import { html, useState } from "../lib/preact.js";
import { useName } from "../name.js";
import { isNewcomer, keep } from "../store.js";
import { t } from "../texts.js";

const CLOCKS = ["none", "30", "60", "300", "86400"];

export function Friends({ busy, start, wrong }) {
  const { name, field, ask: askName } = useName();
  const [more, setMore] = useState(false);
  const [seats, setSeats] = useState(2);
  const [clock, setClock] = useState("none");
  const [open, setOpen] = useState(false);
  const [advice, setAdvice] = useState(false);
  const [rollOff, setRollOff] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    if (!name) return askName(t("web.name.missing"));
    const refused = await start(
      "friends",
      {
        public: open,
        advice,
        roll_off: rollOff,
        seats: Array.from({ length: seats }, (_, at) => (at ? { kind: "person" } : { kind: "person", name })),
        clock:
          clock === "none"
            ? null
            : { seconds: Number(clock), grace: Math.min(60, Math.round(Number(clock) / 2)), then: "bot" },
      },
      isNewcomer(),
    );
    if (refused?.code === "seat/name") return askName(refused.message);
    if (!refused) keep("name", name);
    return undefined;
  };
  return html`<form class="card" id="friends" onSubmit=${submit}>
    <div><h2>${t("web.home.friends")}</h2><p class="quiet">${t("web.home.friends.what")}</p></div>
    <div class="row make">${field}<button disabled=${busy}>${t("web.home.make")}</button></div>
    <button type="button" class="link" aria-expanded=${String(more)} aria-controls="more" onClick=${() => setMore(!more)}>${t("web.home.more")}</button>
    <div id="more" class="stack" hidden=${!more}>
      <div class="pair">
        <label class="field">${t("web.home.seats")}
          <select name="seats" value=${seats} onChange=${(event) => setSeats(Number(event.target.value))}>
            ${[2, 3, 4, 5, 6, 7, 8].map((count) => html`<option key=${count} value=${count}>${count}</option>`)}</select></label>
        <label class="field">${t("web.home.clock")}
          <select name="clock" value=${clock} onChange=${(event) => setClock(event.target.value)}>
            ${CLOCKS.map((each) => html`<option key=${each} value=${each}>${t(`web.home.clock.${each}`)}</option>`)}</select></label>
      </div>
      <label class="check"><input type="checkbox" name="advice" checked=${advice} onChange=${(event) => setAdvice(event.target.checked)} />${t("web.home.advice")}</label>
      <label class="check"><input type="checkbox" name="roll_off" checked=${rollOff} onChange=${(event) => setRollOff(event.target.checked)} />${t("web.home.roll-off")}</label>
      <label class="check"><input type="checkbox" name="public" checked=${open} onChange=${(event) => setOpen(event.target.checked)} /><span>${t("web.home.public")} <small class="quiet">${t("web.home.public.what")}</small></span></label>
    </div>
    <p class="bad" role="alert">${wrong?.form === "friends" && wrong.message}</p>
  </form>`;
}
