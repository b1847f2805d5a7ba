"""The modules of the web app as browsers get them: one bundle a page, put together at start-up.

The source is many small native modules. A page loads two files made of them: the app's bundle, with
the app itself and what most pages use, and the page's own. In a bundle each module is a function
that is called once, and what it exports is one object, called like the module. Modules loaded on
demand stay files; they take what is in a bundle from there, so that a page has each module once.
"""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from posixpath import dirname, join, normpath

APP = "app.js"
PAGES = ("home", "table", "games", "rules", "review", "fair", "day")  # each is a module in `pages/`
SHARED = 3  # pages; what so many of them use is in the app's bundle

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";$', re.MULTILINE)
IMPORT_LATER = re.compile(r'\bimport\(("|`)(\.[^"`$]*)("\))?')
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
EXPORT_LIST = re.compile(r"\bexport ?\{([^}]*)\};?\s*$")  # at the end of a library
AWAIT = re.compile(r"^(?!\s)(?!.*\basync\b).*\bawait\b", re.MULTILINE)  # outside any function
STYLESHEET = re.compile(r'"/([^"]+\.css)"')


class Bundles:
    """What is made of the modules in a folder: `files` has all texts by their paths."""

    def __init__(self, folder: str) -> None:
        self._sources = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in Path(folder).rglob("*.js")
        }
        needed = {_bundle(page): self._needed([f"pages/{page}.js"]) for page in PAGES}
        pages = Counter(module for modules in needed.values() for module in modules)
        shared = self._needed([*(module for module in pages if pages[module] >= SHARED), APP])
        self._modules = {_bundle("app"): shared} | {
            bundle: [module for module in modules if module not in shared]
            for bundle, modules in needed.items()
        }
        self._bundle_of = {
            module: bundle
            for bundle, modules in self._modules.items()
            for module in modules
            if module in shared or pages[module] == 1  # of others each bundle has a copy
        }
        self.files = {module: self._alone(module) for module in self._sources}
        self.files |= {bundle: self._together(modules) for bundle, modules in self._modules.items()}

    def loaded(self, page: str) -> tuple[list[str], list[str]]:
        """The bundles of a page, and the style sheets that it loads."""
        sources = (self._sources[module] for module in self._modules[_bundle(page)])
        stylesheets = dict.fromkeys(name for text in sources for name in STYLESHEET.findall(text))
        return [_bundle("app"), _bundle(page)], list(stylesheets)

    def _needed(self, modules: Iterable[str]) -> list[str]:
        """These modules and all that they import, each after what it imports."""
        found: dict[str, None] = {}

        def visit(module: str, importers: tuple[str, ...]) -> None:
            if module in importers:
                raise ValueError(f"modules that import one another: {importers}")
            if module not in found:
                for _, path in IMPORT.findall(self._sources[module]):
                    visit(_resolved(module, path), (*importers, module))
                found[module] = None

        for module in modules:
            visit(module, ())
        return list(found)

    def _together(self, modules: list[str]) -> str:
        """The text of a bundle."""
        head: dict[str, None] = {}
        parts: list[str] = []
        for module in modules:
            source, taken = self._linked(module, inside=modules)
            head |= dict.fromkeys(taken)
            source = EXPORT_LIST.sub("", EXPORT.sub("", source))
            call = "await (async () =>" if AWAIT.search(source) else "(() =>"
            exported = ", ".join(f"{name}: {own}" for name, own in self._exports(module).items())
            parts += [f"// {module}", f"export const {_constant(module)} = {call} {{"]
            parts += [source, f"return {{ {exported} }};", "})();"]
        return "\n".join([*head, *parts])

    def _alone(self, module: str) -> str:
        """The text of a module at its own address; of one in a bundle, only its exports."""
        if module in self._bundle_of:
            exported = ", ".join(self._exports(module))
            return f"{self._taken(module)}\nexport const {{ {exported} }} = {_constant(module)};\n"
        source, taken = self._linked(module, inside=[])
        return "\n".join([*taken, source])

    def _linked(self, module: str, inside: list[str]) -> tuple[str, list[str]]:
        """The source with its imports from bundles rewritten, and the lines that take those."""
        taken: list[str] = []

        def link(found: re.Match[str]) -> str:
            names, target = found[1], _resolved(module, found[2])
            if target not in inside and target not in self._bundle_of:
                return found[0]
            if target not in inside:
                taken.append(self._taken(target))
            return f"const {{{names.replace(' as ', ': ')}}} = {_constant(target)};"

        def link_later(found: re.Match[str]) -> str:
            quote, path, end = found.groups("")
            target, slash = _resolved(module, path), "/" if path.endswith("/") else ""
            if target not in self._bundle_of:
                return f"import({quote}/{target}{slash}{end}"
            bundle, constant = self._bundle_of[target], _constant(target)
            return f'import("/{bundle}").then(({{ {constant} }}) => {constant})'

        return IMPORT_LATER.sub(link_later, IMPORT.sub(link, self._sources[module])), taken

    def _taken(self, module: str) -> str:
        """The line that takes a module from its bundle."""
        return f'import {{ {_constant(module)} }} from "/{self._bundle_of[module]}";'

    def _exports(self, module: str) -> dict[str, str]:
        """What a module exports, and what it calls that itself."""
        source = self._sources[module]
        listed = EXPORT_LIST.search(source)
        renamed = [each.split(" as ") for each in listed[1].split(",")] if listed else []
        return {name: name for name in EXPORT.findall(source)} | {new: own for own, new in renamed}


def _bundle(page: str) -> str:
    return f"bundles/{page}.js"


def _resolved(module: str, path: str) -> str:
    return normpath(join(dirname(module), path))


def _constant(module: str) -> str:
    return re.sub(r"\W", "_", module)
