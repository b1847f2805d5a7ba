"""Commands, well and badly typed, in the installs that people have. The whole matrix runs long."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from support.installs import EXTRAS, install
from support.lengths import cases

from hotdice import __version__
from hotdice.cli.main import VERBS

NEEDS = {
    "odds": "solve",
    "advise": "solve",
    "solve": "solve",
    "simulate": "solve",
    "tournament": "solve",
    "serve": "serve",
    "backup": "serve",
    "restore": "serve",
}  # the extra that each command needs; the others need none
WORKS = {
    "core": set(VERBS) - NEEDS.keys(),
    "terminal": set(VERBS) - NEEDS.keys(),
    "play": set(VERBS) - {"serve", "backup", "restore"},
    "all": set(VERBS),
}
RIGHT = {
    "play": "play greed --seed 1",
    "history": "history",
    "replay": "replay game.jsonl",
    "verify": "verify game.jsonl",
    "rules": "rules list",
    "score": "score 1 1 5",
    "odds": "odds greed",
    "advise": "advise greed 1000,2000 p2 t400 d2",
    "solve": "solve greed",
    "simulate": "simulate bold cautious --games 20",
    "tournament": "tournament bold cautious --games 20",
    "serve": "serve --port 70000",  # a server that starts is tried elsewhere
    "backup": "backup copy.sqlite",  # there is no database yet
    "restore": "restore copy.sqlite",
}
RECORDED = "play greed --seed 1 --record game.jsonl"
WRONG = {
    "play": "play --plian",
    "history": "history --ruls basic",
    "replay": "replay",
    "verify": "verify no.jsonl more",
    "rules": "rules lits",
    "score": "score 9",
    "odds": "odds --reach many",
    "advise": "advise --jsn",
    "solve": "solve basic --players two",
    "simulate": "simulate bold --games --json",
    "tournament": "tournament --limit soon",
    "serve": "serve --port http",
    "backup": "backup",
    "restore": "restore --database",
}
REFUSED = {"serve": "70000", "backup": "server.sqlite", "restore": "copy.sqlite"}
ENOUGH = 300  # seconds, on a busy machine
SOME = ("play", "odds")

everywhere = pytest.mark.parametrize("name", EXTRAS)
# where most is missing; the others say the same
least = pytest.mark.parametrize("name", cases(EXTRAS, lambda name: name == "core"))


class Person:
    """Somebody with one of the installs and a home in which nothing was ever done."""

    def __init__(self, name: str, home: Path) -> None:
        self._program = install(name) / "bin" / "hotdice"
        self._home = home

    def types(self, words: str, language: str = "C") -> subprocess.CompletedProcess[str]:
        """What a command says; a traceback is never right."""
        done = subprocess.run(
            [str(self._program), *words.split()],
            cwd=self._home,
            env={"HOME": str(self._home), "PATH": os.environ["PATH"], "LC_ALL": language},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=ENOUGH,
        )
        assert "Traceback" not in done.stderr, (words, done.stderr)
        return done

    def is_told(self, words: str, language: str = "C") -> str:
        """The one sentence about a mistake."""
        done = self.types(words, language)
        assert (done.returncode, done.stdout) == (2, ""), (words, done)
        assert re.fullmatch("hotdice: .+\n", done.stderr), (words, done.stderr)
        return done.stderr


@pytest.fixture
def person(name: str, tmp_path: Path) -> Person:
    return Person(name, tmp_path)


@pytest.fixture
def tried(long_run: bool) -> tuple[str, ...]:
    """The commands that there is time for."""
    return VERBS if long_run else SOME


@least
def test_a_mistyped_command_is_one_sentence(person: Person) -> None:
    assert "unknown command plya; did you mean play?" in person.is_told("plya")
    assert "unbekannter Befehl plya; meintest du play?" in person.is_told("plya", "de_DE.UTF-8")
    assert "unknown command xyz" in person.is_told("xyz --help")


@least
def test_help_and_version_by_every_name(person: Person) -> None:
    pages = {person.types(word).stdout for word in ("help", "--help", "-h")}
    (page,) = pages
    assert [line.split()[0] for line in page.splitlines()[5:][: len(VERBS)]] == list(VERBS)
    versions = {person.types(word).stdout for word in ("version", "--version", "-V")}
    assert versions == {f"{__version__}\n"}


@least
def test_every_command_has_its_help(person: Person, long_run: bool) -> None:
    for verb in (*VERBS, "rules new") if long_run else ("tournament", "rules new"):
        for language, usage in {"C": "Usage", "de_DE.UTF-8": "Aufruf"}.items():
            done = person.types(f"{verb} --help", language)
            assert (done.returncode, done.stderr) == (0, ""), verb
            assert done.stdout.startswith(f"{usage}: hotdice {verb} ")
            assert max(map(len, done.stdout.splitlines())) < 80
        assert person.types(f"help {verb}").stdout == person.types(f"{verb} --help").stdout


@everywhere
def test_what_is_typed_well_works_or_names_its_extra(
    person: Person, name: str, tried: tuple[str, ...]
) -> None:
    person.types(RECORDED)  # which some of them read
    for verb in tried:
        if verb not in WORKS[name]:
            _names_extra(person.is_told(RIGHT[verb]), NEEDS[verb])
        elif verb in REFUSED:
            assert REFUSED[verb] in person.is_told(RIGHT[verb])
        else:
            done = person.types(RIGHT[verb])
            assert (done.returncode, done.stderr) == (verb == "verify", ""), verb


@least
def test_what_is_typed_badly_is_one_sentence_in_both_languages(
    person: Person, tried: tuple[str, ...]
) -> None:
    for verb in tried:
        english, german = (person.is_told(WRONG[verb], each) for each in ("C", "de_DE.UTF-8"))
        assert english != german
        for word in ("Tokens", "convert", "Parameter", "Invalid"):
            assert word not in english + german


@everywhere
def test_options_name_the_extra_that_they_need(person: Person, name: str, long_run: bool) -> None:
    if name == "play":
        bots = "simulate bold bold --games 20"
        _names_extra(person.is_told(f"{bots} --plot x.png"), "plot")
        if long_run:  # which plays before it comes to that
            _names_extra(person.is_told(f"{bots} --cluster tcp://127.0.0.1:1"), "cluster")
    if name in ("core", "terminal"):
        _names_extra(person.is_told("play --seats bot:optimal,bot:bold"), "solve")


def _names_extra(told: str, extra: str) -> None:
    assert f"the extra {extra}" in told
    assert re.search(rf"install it with: \S*pip install \S+\[{extra}\]", told), told
