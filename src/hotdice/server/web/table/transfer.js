// The link and the code that move one's seat to another device.

import { html, useEffect, useState } from "../lib/preact.js";
import { ask, groups, remember } from "../store.js";
import { spoken, t } from "../texts.js";
import { Address, useReach } from "./address.js";
import { Dialog } from "./dialog.js";

export function Part({ game, seat, line, onClose }) {
  const [offer, setOffer] = useState(null); // {code, until}, by the clock of this device
  const [wrong, setWrong] = useState(null);
  const reach = useReach();
  const look = async () => {
    setWrong(null);
    remember({ game, offered: seat.token }); // before the code can be used
    try {
      const { code, until } = await ask("POST", `/api/games/${game}/transfer`, undefined, seat.token);
      setOffer({ code, until: until - line.offset });
    } catch (refused) {
      setWrong(refused.message);
    }
  };
  useEffect(() => {
    look();
  }, []);
  useEffect(() => {
    const timer =
      offer &&
      setTimeout(() => {
        setOffer(null);
        setWrong(t("web.transfer.late"));
      }, offer.until - Date.now());
    return () => clearTimeout(timer);
  }, [offer]);
  const time = offer && new Intl.DateTimeFormat(spoken(), { hour: "numeric", minute: "2-digit" }).format(offer.until);
  return html`<${Dialog} title=${t("web.transfer")} onClose=${onClose}>
    <div class="transfer">
      <p class="bad" role="alert">${wrong}</p>
      ${wrong && html`<button type="button" class="hot" onClick=${look}>${t("web.transfer.again")}</button>`}
      ${
        offer &&
        reach &&
        html`
        <p>${t("web.transfer.what")}</p>
        <${Address} ...${{ reach, place: `/game/${game}#take=${offer.code}`, id: "transfer-address", label: t("web.transfer.link"), first: true }} />
        <p>${t("web.transfer.type")} <strong class="typed">${groups(offer.code)}</strong></p>
        <p class="small quiet">${t("web.transfer.until", { time })}</p>`
      }
    </div>
  <//>`;
}
