"""`hotdice serve --database`: what is no address is told in one sentence."""

import subprocess
import sys

import pytest

from hotdice.server.settings import Settings
from hotdice.texts import HotDiceError

WRONG = (
    "foo",
    "/tmp/x/foo.db",
    "foo://x",
    "mysql://x/y",
    "postgresql://a:b:c/d",
    "postgresql://[::1/x",
    "postgresql+asyncpg://x/y",
    "sqlite:///",
    "sqlite://",
    "sqlite://x",
    "sqlite:////folder/",
    "sqlite:///:memory:",
)


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(HotDiceError) as refused:
        print(Settings(database=address).url)
    assert refused.value.code == "database/address"


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("", False),
        ("sqlite:///games.sqlite", False),
        ("sqlite:////var/lib/hotdice/games.sqlite", False),
        ("postgresql://hotdice:PASS%20WORD@localhost/hotdice", True),
        ("postgres://hotdice@127.0.0.1:5433/hotdice", True),
        ("postgresql:///hotdice?host=/run/postgresql", True),
        ("postgresql://hotdice@[::1]:5432/hotdice", True),
    ],
)
def test_addresses_of_files_and_of_postgresql_are_taken(address: str, shared: bool) -> None:
    assert Settings(database=address).shared is shared


def test_it_is_one_sentence_that_tells_no_password() -> None:
    words = [sys.executable, "-m", "hotdice", "serve", "--port", "0", "--database"]
    done = subprocess.run(
        [*words, "postgresql://ann:pass:word/dice"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("hotdice: ")
    assert done.stderr.count("\n") == 1
    assert "sqlite:////folder/games.sqlite" in done.stderr
    assert "postgresql://user:password@host/name" in done.stderr
    assert "pass:word" not in done.stderr
