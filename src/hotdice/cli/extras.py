"""Which extra brings a module that is missing."""

from hotdice.texts import say

EXTRA_OF = {
    "play": "solve",
    "odds": "solve",
    "advise": "solve",
    "simulate": "arena",
    "tournament": "arena",
}  # commands that are not called like their extra


def missing(error: ImportError, verb: str) -> str:
    """One line that tells what to install; raises the error again if no extra brings it."""
    import re
    from importlib.metadata import requires

    cause = error.__cause__ if isinstance(error.__cause__, ImportError) else error
    module = (cause.name or "").partition(".")[0]
    found = [
        re.fullmatch(r"([\w-]+)\b.*extra == ['\"]([\w-]+)['\"].*", requirement)
        for requirement in requires("hotdice") or []
    ]
    extras = [match[2] for match in found if match and match[1].lower().replace("-", "_") == module]
    if not extras:
        raise error
    wanted = EXTRA_OF.get(verb, verb)
    return say("cli.missing-extra", module=module, extra=wanted if wanted in extras else extras[0])
