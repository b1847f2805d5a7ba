"""Fair dice: a record from anywhere is verified as a file and as a text."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.browsing import CHROMIUM, PHONE
from support.needed import needed
from support.serving import QUICK, Server, make, play_out

pytestmark = needed(CHROMIUM, "chromium", "tests of the page of fair dice are")


@pytest.mark.parametrize("place", ["/fair", "/fair/{game}"])
def test_a_file_that_was_chosen_is_what_the_button_verifies(
    place: str, server: Server, people: Any
) -> None:
    made = make(server, "Ann", "bot:bold", rules=QUICK)
    play_out([made])
    record = server.get(f"{made.path}/record").content
    page = people(PHONE).page
    page.goto(server.url + place.format(game=made.game))
    button = page.get_by_role("button", name="Verify", exact=True)
    expect(button).to_be_disabled()  # there is nothing yet
    file = {"name": "game.jsonl", "mimeType": "application/x-ndjson", "buffer": record}
    page.get_by_label("A record file").set_input_files(files=[file])
    for _ in range(2):
        expect(page.locator("#verdict")).to_contain_text("are fair")
        button.click()
    page.get_by_label("Or its text").fill("nothing of that kind")
    button.click()
    expect(page.locator("#verdict")).to_contain_text("This is not a record of a game")
