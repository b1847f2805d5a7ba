// The style sheets of single pages, there before the page is.

/** Wait until a style sheet applies; a page without it is better than none. */
export function loadStylesheet(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
