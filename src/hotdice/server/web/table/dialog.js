// Something beside the game, in front of it until it is closed.

import { html, useEffect, useRef } from "../lib/preact.js";
import { t } from "../texts.js";

export function Dialog({ title, onClose, children }) {
  const dialog = useRef(null);
  useEffect(() => {
    dialog.current.showModal();
  }, []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby="dialog-title" class="card">
    <h2 id="dialog-title">${title}</h2>
    <div class="scroller" tabindex="0">${children}</div>
    <form method="dialog"><button class="wide">${t("web.close")}</button></form>
  </dialog>`;
}
