"""Every language says everything, and nothing that programs read depends on it."""

import json
import os
import pickle
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

from hotdice import HotDiceError, IllegalAction, Rules, State
from hotdice.cli.main import main
from hotdice.jobs.parcel import Parcel
from hotdice.rules.files import preset_names
from hotdice.terminal.plain.person import WORDS, parse_command
from hotdice.texts import say, speak, spoken
from hotdice.texts.languages import LANGUAGES, of_environment

SENTENCES: dict[str, dict[str, str]] = {
    language: import_module(f"hotdice.texts.{language}").SENTENCES for language in LANGUAGES
}
ENGLISH = SENTENCES["en"]
OTHERS = [language for language in LANGUAGES if language != "en"]
SAME = {
    "advise.best",
    "advise.best-solo",
    "app.adds",
    "app.aim",
    "web.home.to",
    "web.join.rules",
    "web.rules-to",
    "app.chance-about",
    "app.title",
    "app.watch",
    "aim.turn",
    "advise.other",
    "advise.other-solo",
    "app.menu.name",
    "choice",
    "cli.error",
    "cli.score",
    "help.value.STR",
    "record/move",
    "sheet.title",
    "standings",
    "verify.person",
    "web.farkle",
    "web.log.reacted",
    "web.percent",
    "web.review.change",
    "web.review.judged",
    "why.plan",
    "review.picture",
}  # numbers, names and signs alone
TYPED = [key for key in ENGLISH if key.startswith("words.")]
ENGLISH_WORDS = ("kept", "rolled", "banked", "press", "type", "turn points", "total", "wins")


@pytest.fixture
def german() -> Iterator[None]:
    """A test that speaks German."""
    speak("de")
    yield
    speak("en")


def fields(sentence: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def hotdice(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [sys.executable, "-m", "hotdice", *words],
        capture_output=True,
        input=stdin,
        encoding="utf-8",
        env=clean | {"PYTHONUTF8": "1"} | environment,
        timeout=300,
    )


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_there(language: str) -> None:
    other = SENTENCES[language]
    assert {*ENGLISH} - {*other} == set()
    more = {*other} - {*ENGLISH}
    assert {key for key in more if key.removesuffix(".one") not in ENGLISH} == set()


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_tells_the_same(language: str) -> None:
    for key, sentence in SENTENCES[language].items():
        model = ENGLISH[key if key in ENGLISH else key.removesuffix(".one")]
        assert fields(sentence) == fields(model), key
        assert sentence.count("\n") == model.count("\n"), key
        assert sentence.count("|") == model.count("|"), key
        assert (sentence[-1] in ":.") == (model[-1] in ":."), key


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    assert {key for key in ENGLISH if ENGLISH[key] == SENTENCES[language][key]} == SAME


@pytest.mark.parametrize("language", OTHERS)
def test_heads_stand_above_their_columns(language: str) -> None:
    for key in ("odds.head", "advise.head"):
        assert len(SENTENCES[language][key]) == len(ENGLISH[key]), key
    for key in ("sheet-table.round", "sheet-table.total", "sheet-table.farkle"):
        assert len(SENTENCES[language][key]) <= 7, key
    for count in range(4):
        assert len(SENTENCES[language]["odds.column"].format(count=count)) <= 16


@pytest.mark.parametrize("language", OTHERS)
def test_english_words_are_understood_in_every_language(language: str) -> None:
    for key in TYPED:
        assert {*ENGLISH[key].split()} < {*SENTENCES[language][key].split()}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_typed_word_means_one_thing(language: str) -> None:
    """But for "new", which is never asked together with "no"."""
    typed = {key: {*SENTENCES[language][key].split()} for key in TYPED}
    for one, other in combinations(TYPED, 2):
        assert {one, other} == {"words.new", "words.no"} or not typed[one] & typed[other], (
            one,
            other,
        )


@pytest.mark.usefixtures("german")
def test_words_that_are_offered_are_understood() -> None:
    offered = ["alle", "werfen", "sichern", "übernehmen"]
    offered += ["rat", "chancen", "hilfe", "zurück", "ende"]
    assert [parse_command(word) for word in offered] == list(WORDS)
    assert parse_command("ZURÜCK ") == "undo"
    for word in offered:
        assert any(word in say(f"expected.{phase}") for phase in ("keep", "choose", "offer")), word


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "DE_CH"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANG": "../de"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "de_DE"}, "de"),
        ({"LC_MESSAGES": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "", "LC_ALL": ""}, "de"),
    ],
)
def test_the_environment_tells_the_language(environment: dict[str, str], language: str) -> None:
    assert of_environment(environment) == language


def test_commands_follow_the_environment_and_the_option() -> None:
    told = {"en": "2 3 = 0 in basic: a farkle\n", "de": "2 3 = 0 in basic: ein Farkle\n"}
    score = ("score", "2", "3")
    assert hotdice(*score, LANG="de_DE.UTF-8").stdout == told["de"]
    assert hotdice(*score, LANG="de_DE.UTF-8", LC_ALL="C.UTF-8").stdout == told["en"]
    assert hotdice("--language", "de", *score, LANG="en_GB").stdout == told["de"]
    assert hotdice("score", "2", "--language=de", "3").stdout == told["de"]


@pytest.mark.parametrize(
    "words",
    [
        "odds facebook",
        "solve pig",
        "simulate bold cautious random --rules greed --games 1200 --seed 1",
        "tournament bold cautious --rules greed --games 1000 --seed 1",
        "solve basic --players 4",
    ],
)
def test_numbers_are_those_of_the_language(words: str, tmp_path: Path) -> None:
    """The same as in English but for the signs, whatever the numbers are."""
    state = {"XDG_STATE_HOME": str(tmp_path)}
    told, deutsch = (hotdice(*words.split(), LANG=name, **state) for name in ("en", "de"))
    assert told.returncode == deutsch.returncode
    english = _numbers(told)
    assert english
    assert any("." in number or "," in number for number in english)
    assert _numbers(deutsch) == [each.translate({44: ".", 46: ","}) for each in english]


def _numbers(done: subprocess.CompletedProcess[str]) -> list[str]:
    """All numbers that are told, but for speeds, bounds and totals as they are typed."""
    beside = r".* (s in all|insgesamt .* s)\.|\S*e-\d+|\b0,0\b"
    timeless = re.sub(beside, "", done.stdout + done.stderr)
    return re.findall(r"\d+(?:[.,]\d+)*", timeless)


def test_mistakes_are_told_in_the_language() -> None:
    done = hotdice("score", "7", "--language", "de")
    wrong = "7 ist kein Wurf: Würfel zeigen 1 bis 6, wie in 1 1 5 oder 115"
    assert (done.returncode, done.stderr) == (2, f"hotdice: {wrong}\n")


def test_a_language_that_is_not_spoken_is_one_line() -> None:
    for words, sentence in {
        "score 1 --language fr": "unknown language fr; there are en and de",
        "score 1 --language": "--language needs a language; there are en and de",
    }.items():
        done = hotdice(*words.split())
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"hotdice: {sentence}\n")
    for name in ("languages", "say", "", "../de"):
        with pytest.raises(HotDiceError):
            speak(name)
    assert spoken() == "en"


def test_only_the_language_that_is_spoken_is_loaded() -> None:
    program = "import sys; from hotdice.texts import say; {}; print(*sys.modules)"
    environment = os.environ | {"LC_ALL": "de_DE.UTF-8"}
    for line, loaded in {"pass": set(), "say('dice', count=2)": {"hotdice.texts.de"}}.items():
        words = [sys.executable, "-c", program.format(line)]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, timeout=300)
        assert {"hotdice.texts.de", "hotdice.texts.en"} & {*done.stdout.split()} == loaded


def test_a_whole_game_in_german_is_the_same_game(tmp_path: Path) -> None:
    typed = {
        "de": ["hilfe", *["werfen", "alle", "zurück", "a", "s", "w", "alles", "sichern"] * 60],
        "en": ["help", *["roll", "all", "undo", "a", "b", "r", "all", "bank"] * 60],
    }
    told = {}
    for language, words in typed.items():
        record = tmp_path / f"{language}.jsonl"
        options = ["--seed", "4", "--record", str(record), "--language", language]
        game = ["play", "basic", "--set", "target=2000", "--seats", "Anna,bot:bold", *options]
        done = hotdice(*game, stdin="\n".join([*words, ""]))
        assert (done.returncode, done.stderr) == (0, "")
        told[language] = done.stdout
    records = [(tmp_path / f"{language}.jsonl").read_bytes() for language in typed]
    assert records[0] == records[1]
    for word in (
        "Dein Zug",
        "legt 1",
        "beiseite",
        "Zurückgenommen.",
        "Punktezettel",
        "gewinnt mit",
    ):
        assert word in told["de"], word
    for word in ENGLISH_WORDS:
        assert f" {word} " not in told["de"], word
        assert f" {word}" in told["en"].lower(), word
    printed = [line for line in told["de"].splitlines() if not line.startswith("Anna,")]
    assert max(map(len, printed)) <= 79


@pytest.mark.usefixtures("german")
def test_errors_keep_their_codes_and_positions() -> None:
    state = State.parse("basic 0,0 p1 t0 d6 r123446")
    with pytest.raises(IllegalAction) as refused:
        state.keep([2])
    assert refused.value.code == "keep/not-scoring"
    assert str(refused.value) == (
        "2 beiseitelegen geht nicht: das zählt nicht in 1 2 3 4 4 6; "
        "erlaubt: 1 beiseitelegen (basic 0,0 p1 t0 d6 r123446)"
    )
    speak("en")
    assert str(refused.value).startswith("cannot keep 2: it scores nothing in 1 2 3 4 4 6; legal:")


@pytest.mark.usefixtures("german")
def test_rules_are_the_same_in_every_language() -> None:
    for name in preset_names():
        rules = Rules.load(name)
        assert Rules.parse(rules.toml(), name) == rules
        sheet = rules.sheet()
        assert max(map(len, sheet.splitlines())) <= 78
        assert f"{rules.target:,}".replace(",", ".") in sheet


@pytest.mark.parametrize(
    "words",
    [
        "score 115234 --json",
        "rules list --json",
        "advise basic 0,0 p1 t0 d6 r115234 --json",
        "odds greed --json",
        "solve greed --json",
    ],
)
def test_what_programs_read_is_the_same_in_every_language(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for language in ("de", "en"):
        monkeypatch.setattr(sys, "argv", ["hotdice", "--language", language, *words.split()])
        main()
        found.append(json.loads(capsys.readouterr().out))
        found[-1].pop("seconds", None)
    assert found[0] == found[1]


def test_workers_speak_as_whoever_sent_the_work(german: None) -> None:
    letter = pickle.dumps(Parcel(pickle.dumps(say)))
    speak("en")
    assert pickle.loads(letter)(pickle.dumps("sheet.turn")) == "Dein Zug"
