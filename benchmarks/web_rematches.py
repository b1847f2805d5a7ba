"""What 20 rematches in one tab leave behind there; part of `web.py`.

At the end of every game there are as many nodes and listeners as before, once garbage is gone. A
log has more lines after one game than after another, and those are nodes too; so the last ten games
are compared with the first ten.
"""

from statistics import mean

from playwright.sync_api import Browser
from support.browsing import PHONE, Person
from support.rematching import again, finish, used
from support.serving import QUICK, Server, make

REMATCHES = 20


def measure(browser: Browser, server: Server) -> None:
    """Play, and print what is there after each half."""
    ann = Person(browser, server, PHONE)
    ann.sit(make(server, "Ann", "bot:bold", rules=QUICK, fair=False))
    finish(ann, server)
    for _ in range(2):  # what is loaded once
        again(ann, server)
    found = []
    for _ in range(REMATCHES):
        again(ann, server)
        found.append(used(ann))
    ann.close()
    print(f"\nafter each of {REMATCHES} rematches      first half  second half")
    for at, name in enumerate(("nodes", "listeners")):
        halves = (found[: REMATCHES // 2], found[REMATCHES // 2 :])
        first, second = (mean(each[at] for each in half) for half in halves)
        print(f"{name:<30} {first:10.1f} {second:12.1f}")
    print("The second half has no more than the first.")
