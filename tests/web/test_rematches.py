"""Many games in one tab: what the games before have used is given back."""

from typing import Any

from support.browsing import CHROMIUM
from support.needed import needed
from support.rematching import again, finish, used
from support.serving import Server, make

pytestmark = needed(CHROMIUM, "chromium", "tests of the web app are")
# every roll is worth 100, so every game has as much to tell
ALIKE = {"toml": 'name = "greedy"\nkeep = "all"\ndice = 1\ntarget = 200\n[score]\na = 100\n'}


def test_games_in_one_tab_leave_nothing_behind(server: Server, people: Any, long_run: bool) -> None:
    """No more than one table is kept beside the one that is seen, however many there were."""
    ann = people()
    ann.sit(make(server, "Ann", "bot:bold", rules=ALIKE, fair=False))
    finish(ann, server)
    again(ann, server)
    again(ann, server)
    nodes, listeners = used(ann)
    for _ in range(16 if long_run else 3):
        again(ann, server)
    after = used(ann)
    assert after[0] < nodes + 150, (nodes, after)
    assert after[1] <= listeners + 5, (listeners, after)
