"""The options of each command, for error messages without importing the commands."""

OPTIONS = {
    "play": "--seats --totals --roll-off --set --dice --seed --record --resume --plain --no-advice "
    "--fast",
    "history": "--rules --delete --review --plot --json",
    "replay": "--json",
    "review": "--plot --html --json",
    "verify": "--json",
    "rules list": "--json",
    "rules show": "--set --markdown --json",
    "rules check": "--json",
    "rules new": "--rules --set",
    "score": "--rules --set --json",
    "odds": "--reach --set --json",
    "advise": "--rules --set --json",
    "solve": "--players --totals --fresh --check --set --json",
    "simulate": (
        "--rules --set --games --seed --workers --cluster --limit --plot --csv --adjusted --json"
    ),
    "tournament": (
        "--rules --set --games --seed --workers --cluster --limit --out --plot --adjusted --json"
    ),
    "serve": "--host --port --database --workers --proxy --keep-finished",
    "backup": "--database --json",
    "restore": "--database --json",
}  # in the order of the help


def owners(below: str) -> dict[str, str]:
    """The options of all subcommands, each with the first command that has it.

    >>> owners("hotdice")["--json"], owners("hotdice rules")["--json"]
    ('hotdice history', 'hotdice rules list')
    """
    found: dict[str, str] = {}
    for verb, options in OPTIONS.items():
        command = f"hotdice {verb}"
        if command.startswith(f"{below} "):
            for option in options.split():
                found.setdefault(option, command)
    return found
