"""What a chat shows of a link: a title, a line and a picture, as the page says them in its head."""

import html
from collections.abc import Sequence
from typing import NamedTuple

from hotdice.game import State
from hotdice.game.day import number_of, read_day
from hotdice.rules import Rules
from hotdice.rules.sheet import aim, brief
from hotdice.server.games.game import EventSourcedGame
from hotdice.texts import grouped, listed, say

WIDE = 10_000  # columns: a sentence is not broken


class LinkPreview(NamedTuple):
    """What a chat shows; `picture` is one of those in `web/previews/`."""

    title: str
    line: str
    picture: str

    def tags(self, origin: str) -> str:
        """The lines for the head of a page of the server with this address."""
        properties = {
            "og:site_name": "Hot Dice",
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.line,
            "og:image": f"{origin}/previews/{self.picture}.png",
            "og:image:width": "1200",
            "og:image:height": "630",
        }
        lines = [
            f'<meta property="{name}" content="{html.escape(text)}">'
            for name, text in properties.items()
        ]
        return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def preview_of_app() -> LinkPreview:
    """For pages that are nobody's in particular."""
    return LinkPreview("Hot Dice", say("preview.what"), "dice")


def preview_of_day(date: str) -> LinkPreview:
    """For the page of a day."""
    return LinkPreview(
        say("preview.day", number=number_of(read_day(date))), say("preview.day.what"), "dice"
    )


def preview_of_rules(rules: Rules) -> LinkPreview:
    """For the page of a preset."""
    title = say("web.home.to", title=rules.title, far=aim(rules))
    return LinkPreview(title, brief(rules, width=WIDE).replace("\n", " "), "dice")


def preview_of_game(game: EventSourcedGame) -> LinkPreview:
    """For the pages of a game: an invitation, who plays, or how it ended."""
    rules = say("web.home.to", title=game.rules.title, far=aim(game.rules))
    names = [seat.name or "?" for seat in game.seats if seat.taken]
    hosts = [seat.name or "?" for seat in game.seats if seat.plays]
    match game.status:
        case "waiting" if hosts:
            title = say("preview.invites", name=hosts[0], rules=rules)
            return LinkPreview(title, say("preview.sit-down"), "invitation")
        case "over" if game.state is not None:
            line = f"{rules}. {_standings(game.state, names)}"
            return LinkPreview(_result(game.state, names), line, "result")
        case "revealing" | "playing":
            title = say("preview.plays", count=len(names), names=listed(names), rules=rules)
            return LinkPreview(title, say("preview.watch"), "dice")
    return LinkPreview(rules, say("preview.what"), "dice")


def _result(state: State, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in state.winners]
    points = state.totals[state.winners[0]]  # not the most if a roll has won
    key = "result.roll" if state.extras.won else "result"
    return say(key, count=len(winners), names=listed(winners), points=points)


def _standings(state: State, names: Sequence[str]) -> str:
    """Everybody's total, the winners' first."""
    places = sorted(
        range(len(names)), key=lambda seat: (seat not in state.winners, -state.totals[seat])
    )
    return " · ".join(f"{names[seat]} {grouped(state.totals[seat])}" for seat in places)
