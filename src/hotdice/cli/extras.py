"""Which extra provides a missing module."""

from hotdice.texts import say
from hotdice.texts.install import install

EXTRA_OF = {
    "play": "solve",
    "odds": "solve",
    "advise": "solve",
    "review": "solve",
    "simulate": "solve",
    "tournament": "solve",
}  # commands whose name is not that of their extra
TOGETHER = ("all", "arena", "dev")  # extras that combine others


def missing(error: ImportError, verb: str) -> str:
    """A line that says what to install; raises the error again if no extra provides it."""
    import re
    from importlib.metadata import requires

    module = (error.name or "").partition(".")[0]
    found = [
        re.fullmatch(r"([\w-]+)\b.*extra == ['\"]([\w-]+)['\"].*", requirement)
        for requirement in requires("hotdice") or []
    ]
    extras = [match[2] for match in found if match and match[1].lower().replace("-", "_") == module]
    extras = [extra for extra in extras if extra not in TOGETHER]
    if not extras:
        raise error
    wanted = EXTRA_OF.get(verb, verb)
    extra = wanted if wanted in extras else extras[0]
    return say("cli.missing-extra", module=module, extra=extra, install=install(extra))
