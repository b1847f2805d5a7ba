"""What a page of the web app loads, as a `Link` header: browsers ask for all of it at once.

Without it they learn of a page's bundle and style sheets only when the app has come.
"""

from hotdice.server.http.web_app.bundles import Bundles

PAGES = {  # by the first part of a path
    "": "home",
    "game": "table",
    "games": "games",
    "rules": "rules",
    "review": "review",
    "fair": "fair",
    "day": "day",
}


def link_header(bundles: Bundles, path: str) -> bytes | None:
    """The header for the page of a path; None if there is no such page."""
    page = PAGES.get(path.strip("/").partition("/")[0])
    if page is None:
        return None
    modules, stylesheets = bundles.loaded(page)
    links = [f"</{module}>; rel=modulepreload" for module in modules]
    links += [f"</{stylesheet}>; rel=preload; as=style" for stylesheet in stylesheets]
    return ", ".join(links).encode()
