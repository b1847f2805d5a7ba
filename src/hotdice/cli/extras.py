"""Which extra brings a module that is missing."""

from hotdice.texts import say


def missing(error: ModuleNotFoundError, verb: str) -> str:
    """One line that tells what to install; raises the error again if no extra brings it."""
    import re
    from importlib.metadata import requires

    module = (error.name or "").partition(".")[0]
    found = [
        re.fullmatch(r"([\w-]+)\b.*extra == ['\"]([\w-]+)['\"].*", requirement)
        for requirement in requires("hotdice") or []
    ]
    extras = [match[2] for match in found if match and match[1].lower().replace("-", "_") == module]
    if not extras:
        raise error
    return say("cli.missing-extra", module=module, extra=verb if verb in extras else extras[0])
