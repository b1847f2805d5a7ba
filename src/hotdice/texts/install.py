"""How to install an extra: in the same way as this package was installed."""

import os
import shlex
import sys


def install(extra: str) -> str:
    """The command to type."""
    place = _source()
    if place is None:
        return f"{_pip()} install {shlex.quote(f'hotdice[{extra}]')}"
    path, editable = place
    words = ["install", *(["--editable"] if editable else [])]
    here = "." if os.path.realpath(path) == os.path.realpath(os.getcwd()) else path
    return " ".join([_pip(), *words, shlex.quote(f"{here}[{extra}]")])


def _source() -> tuple[str, bool] | None:
    """The folder or file that this package was installed from if it is still there.

    With whether the folder is used as it is. None if the package came from an index.
    """
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import unquote, urlsplit

    import msgspec

    try:
        about = distribution("hotdice").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    found = msgspec.json.decode(about) if about else {}
    url = urlsplit(found.get("url", ""))
    path = unquote(url.path)
    if url.scheme != "file" or not os.path.exists(path):
        return None
    return path, bool(found.get("dir_info", {}).get("editable"))


def _pip() -> str:
    """The pip of this environment, by its path if `pip` would be another one."""
    from shutil import which

    own = os.path.join(sys.prefix, "bin", "pip")
    if sys.prefix == sys.base_prefix or which("pip") == own or not os.path.exists(own):
        return "pip"
    inside = os.path.relpath(own)
    return shlex.quote(own if inside.startswith("..") else inside)
