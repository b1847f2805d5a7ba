// The style sheets of single pages and parts: each applies while that is shown, and to nothing else.

import { useEffect, useState } from "./lib/preact.js";

const OFF = "not all"; // a medium that there is none of

/** @type {Map<string, { link: HTMLLinkElement, there: Promise<unknown>, users: number }>} */
const sheets = new Map();

function sheet(href) {
  const known = sheets.get(href);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", media: OFF, href });
  const there = new Promise((done) => {
    link.onload = link.onerror = done; // a page without it is better than none
  });
  document.head.append(link);
  sheets.set(href, { link, there, users: 0 });
  return sheet(href);
}

function use(hrefs, more) {
  for (const href of hrefs) {
    const used = sheet(href);
    used.users += more;
    used.link.media = used.users ? "all" : OFF;
  }
}

/** Wait until style sheets have come; none of them applies yet. */
export const stylesheetsOf = (hrefs) => Promise.all(hrefs.map((href) => sheet(href).there));

/** @type {string[]} */
let worn = [];

/** The page that is shown from now on has these style sheets, and no longer those of the page before. */
export function wear(hrefs) {
  use(hrefs, 1);
  use(worn, -1);
  worn = hrefs;
}

/** Style sheets of a part of a page, for as long as the part is there; whether they apply. */
export function useStylesheets(hrefs) {
  const [there, setThere] = useState(false);
  useEffect(() => {
    let end = () => {};
    let gone = false;
    stylesheetsOf(hrefs).then(() => {
      if (gone) return;
      use(hrefs, 1);
      end = () => use(hrefs, -1);
      setThere(true);
    });
    return () => {
      gone = true;
      end();
    };
  }, []);
  return there;
}
