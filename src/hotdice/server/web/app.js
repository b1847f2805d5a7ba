// The shell: which page belongs to which address, and what stands around every page.

import { html, render, useEffect, useRef, useState } from "./lib/preact.js";
import { stylesheetsOf, wear } from "./stylesheet.js";
import { languages, speak, spoken, t, usual } from "./texts.js";

/** @type {[RegExp, () => Promise<{ Page: unknown, stylesheets?: string[] }>][]} */
const PAGES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/game\/[^/]+\/?$/, () => import("./pages/table.js")],
  [/^\/games\/?$/, () => import("./pages/games.js")],
  [/^\/rules(\/[^/]+)?\/?$/, () => import("./pages/rules.js")],
  [/^\/review\/[^/]+\/?$/, () => import("./pages/review.js")],
  [/^\/fair(\/[^/]+)?\/?$/, () => import("./pages/fair.js")],
  [/^\/day(\/[^/]+)?\/?$/, () => import("./pages/day.js")],
];
const SOON = 1000; // milliseconds
const LATER = 3000;
const LATE = 15000;
const unknown = async () => ({ Page: Nowhere, stylesheets: [] });

/** The page of an address, with its style sheets. */
async function load(path) {
  const { Page, stylesheets = [] } = await (PAGES.find(([pattern]) => pattern.test(path))?.[1] ?? unknown)();
  await stylesheetsOf(stylesheets);
  return { Page, stylesheets };
}

/** Light, dark, or as the system has it. */
const themeKept = () => localStorage.getItem("theme") || "system";
function keepTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
  const wanted = { light: "#f6f3ec", dark: "#121614" };
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll("meta[name=theme-color]");
  for (const meta of metas) meta.content = wanted[theme] || wanted[meta.media.includes("dark") ? "dark" : "light"];
}

function App() {
  const { path, told, navigate, moved } = useAddress();
  const [shown, setShown] = useState(null);
  const [language, setLanguage] = useState(spoken());
  const [top, setTop] = useState(null);
  const [away, setAway] = useState(false);
  const main = useRef(null);

  useEffect(() => {
    let wanted = true;
    load(path).then(
      ({ Page, stylesheets }) => {
        if (!wanted) return;
        wear(stylesheets);
        setShown({ Page, path });
      },
      () => wanted && setAway(true),
    );
    return () => {
      wanted = false;
    };
  }, [path]);

  // Whoever reads by ear or moves by keyboard begins at the top of a page that they went to.
  useEffect(() => {
    if (moved.current || away) (main.current.querySelector("h1") || main.current).focus?.();
  }, [shown, away]);

  return html`
    <${Printed} />
    <a class="skip" href="#main">${t("web.skip")}</a>
    <header class="top">
      <a class="brand" href="/">Hot<span>Dice</span></a>
      <nav aria-label=${t("web.nav")}>
        ${
          top ||
          html`<a class="pill" href="/rules" aria-current=${path.startsWith("/rules") ? "page" : null}>${t("web.nav.rules")}</a>
        <a class="pill" href="/fair" aria-current=${path.startsWith("/fair") ? "page" : null}>${t("web.nav.fair")}</a>`
        }
      </nav>
    </header>
    <main id="main" tabindex="-1" ref=${main}>
      <p class="notice told" role="status">${told}</p>
      ${away ? html`<${Away} />` : shown && html`<${shown.Page} key=${`${shown.path} ${language}`} ...${{ path: shown.path, navigate, setTop, setAway }} />`}
    </main>
    <${Footer} language=${language} onLanguage=${setLanguage} />`;
}

/** Where one is, `{path, told, navigate, moved}`: links inside the app load no other page. */
function useAddress() {
  const [path, setPath] = useState(location.pathname);
  const moved = useRef(false);
  const [told, setTold] = useState(null); // what has come of the page before, on the one that follows it
  const navigate = (to, { replace = false, told: words = null } = {}) => {
    setTold(words);
    history[replace ? "replaceState" : "pushState"](null, "", to);
    moved.current = true;
    setPath(location.pathname);
    scrollTo(0, 0);
  };

  useEffect(() => {
    const back = () => {
      moved.current = true;
      setTold(null);
      setPath(location.pathname);
    };
    const follow = (event) => {
      const link = event.target.closest?.("a[href]");
      const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (/^\/(api|schema|metrics|health)(\/|$)/.test(link.pathname)) return;
      if (link.pathname === location.pathname && link.hash) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash);
    };
    addEventListener("popstate", back);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", back);
      document.removeEventListener("click", follow);
    };
  }, []);
  return { path, told, navigate, moved };
}

/** The choice of a language and of colours. */
function Footer({ language, onLanguage }) {
  const [theme, setTheme] = useState(themeKept());
  const choose = async (event) => {
    const wanted = event.target.value;
    localStorage.setItem("language", wanted);
    await speak(wanted).catch(() => {});
    onLanguage(spoken());
  };

  const paint = (event) => {
    keepTheme(event.target.value);
    setTheme(event.target.value);
  };

  return html`<footer class="bottom">
    <label>${t("web.language")}
      <select value=${language} onChange=${choose}>
        ${languages().map(([code, name]) => html`<option value=${code} lang=${code}>${name}</option>`)}
      </select>
    </label>
    <label>${t("web.theme")}
      <select value=${theme} onChange=${paint}>
        ${["system", "light", "dark"].map((each) => html`<option value=${each}>${t(`web.theme.${each}`)}</option>`)}
      </select>
    </label>
  </footer>`;
}

/** What stands above a page on paper: its title and the day, written just before it is printed. */
function Printed() {
  const line = useRef(null);
  useEffect(() => {
    const write = () => {
      const day = new Intl.DateTimeFormat(spoken(), { dateStyle: "long" }).format(new Date());
      line.current.textContent = `${document.title.replace("● ", "")} · ${day}`;
    };
    addEventListener("beforeprint", write);
    return () => removeEventListener("beforeprint", write);
  }, []);
  return html`<p class="printed" ref=${line}></p>`;
}

function Nowhere() {
  return html`<section class="card message">
    <h1 tabindex="-1">${t("web.nowhere")}</h1><p>${t("web.nowhere.what")}</p>
    <a class="button hot" href="/">${t("web.to-home")}</a>
  </section>`;
}

/** Instead of a page that nothing comes for: says so, and is the page again as soon as the server answers. */
function Away() {
  useEffect(() => {
    let timer;
    let pause = SOON;
    const look = async () => {
      clearTimeout(timer);
      if (
        await fetch("/health", { cache: "no-store" }).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        return location.reload();
      pause = Math.min(1.5 * pause, LATE);
      timer = setTimeout(look, pause);
      return undefined;
    };
    timer = setTimeout(look, pause);
    addEventListener("online", look);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", look);
    };
  }, []);
  return html`<section class="card message">
    <h1 tabindex="-1">${t("web.away.title")}</h1><p>${t("web.away.what")}</p>
    <p class="quiet" role="status">${t("web.away.trying")}</p>
    <button class="hot" onClick=${() => location.reload()}>${t("web.again")}</button>
  </section>`;
}

/** Not awaited: the page's bundle needs this one whole. */
async function start() {
  keepTheme(themeKept());
  load(location.pathname).catch(() => {}); // comes while the sentences do
  const speaks = await speak(usual())
    .catch(() => speak("en"))
    .then(
      () => true,
      () => false,
    );
  if (speaks) render(html`<${App} />`, document.getElementById("app"));
  else setTimeout(() => location.reload(), LATER); // a page without a word helps nobody
  setTimeout(install, LATER);
}

// What the app needs to be installed, and to open while the server is away, waits until whoever came by a link sits.
const settled = () => !location.pathname.startsWith("/game/") || localStorage.getItem("games");
const install = () => (settled() ? import("./install.js").catch(() => {}) : setTimeout(install, LATER));
start();
