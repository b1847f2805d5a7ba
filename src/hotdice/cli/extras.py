"""Which extra brings a module that is missing."""

from hotdice.texts import say


def missing(error: ModuleNotFoundError) -> str:
    """One line that tells what to install; raises the error again if it is not an extra's."""
    import re
    from importlib.metadata import requires

    module = (error.name or "").partition(".")[0]
    for requirement in requires("hotdice") or []:
        found = re.fullmatch(r"([\w-]+)\b.*extra == ['\"]([\w-]+)['\"].*", requirement)
        if found and found[1].lower().replace("-", "_") == module:
            return say("cli.missing-extra", module=module, extra=found[2])
    raise error
