"""What a page of the web app loads, as a `Link` header: browsers ask for all of it at once.

Without it they learn of a module only when the one that imports it has come.
"""

import os
import re
from functools import cache

PAGE_MODULES = {
    "": "pages/home.js",
    "game": "pages/table.js",
    "rules": "pages/rules.js",
    "review": "pages/review.js",
    "fair": "pages/fair.js",
}  # by the first part of a path
IMPORT = re.compile(r'^import [^"]*"(\.[^"]+)";$', re.MULTILINE)
STYLESHEET = re.compile(r'loadStylesheet\("/([^"]+)"\)')


def link_header(folder: str, path: str) -> bytes | None:
    """The header for the page of a path; None if there is no such page."""
    module = PAGE_MODULES.get(path.strip("/").partition("/")[0])
    return None if module is None else _link_header(folder, module)


@cache
def _link_header(folder: str, page: str) -> bytes:
    modules, stylesheets = loaded(folder, page)
    links = [f"</{module}>; rel=modulepreload" for module in modules]
    links += [f"</{stylesheet}>; rel=preload; as=style" for stylesheet in stylesheets]
    return ", ".join(links).encode()


def loaded(folder: str, page: str) -> tuple[list[str], list[str]]:
    """The modules that a module imports, itself first, and the style sheets that they load."""
    modules = [page]
    stylesheets: dict[str, None] = {}
    for module in modules:  # which grows meanwhile
        with open(os.path.join(folder, module), encoding="utf-8") as file:
            source = file.read()
        stylesheets |= dict.fromkeys(STYLESHEET.findall(source))
        for imported in IMPORT.findall(source):
            found = os.path.normpath(os.path.join(os.path.dirname(module), imported))
            if found not in modules:
                modules.append(found)
    return modules, list(stylesheets)
