// The rules of this game, house rules too, as a sheet beside the table.

import { html, useEffect, useState } from "../lib/preact.js";
import { Sheet } from "../rules/sheet.js";
import { ask } from "../store.js";
import { useStylesheets } from "../stylesheet.js";
import { titled } from "../texts.js";
import { Dialog } from "./dialog.js";

export function Part({ game, onClose }) {
  const [rules, setRules] = useState(null);
  const styled = useStylesheets(["/rules/rules.css"]);
  useEffect(() => {
    ask("GET", `/api/games/${game}/rules`).then(setRules, onClose);
  }, []);
  return (
    rules &&
    styled &&
    html`<${Dialog} title=${titled(rules)} onClose=${onClose}>
    <${Sheet} markdown=${rules.sheet} level=${2} untitled />
  <//>`
  );
}
