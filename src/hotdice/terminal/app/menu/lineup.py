"""Who plays, as it is being put together: seats to be added, taken away, moved and changed."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hotdice.bots import bot_name, is_bot, read_seats
from hotdice.bots.catalogue import LEVELS, can_play
from hotdice.texts import HotDiceError, say
from hotdice.texts.install import install

MOST = 8
BOTS = (
    "random",
    "cautious",
    "bold",
    *(f"human:{level}" for level in LEVELS),
    "turn",
    "optimal",
    "threshold:300",
)


class Seat(Struct, frozen=True):
    """A person by name, or a bot; a bot's seat remembers the name for a person to come back."""

    name: str
    bot: str | None = None

    @property
    def text(self) -> str:
        """The seat as people type it."""
        return self.name if self.bot is None else f"bot:{self.bot}"

    @property
    def missing(self) -> str | None:
        """Why the bot cannot play here, if it cannot."""
        if self.bot is None or can_play(self.bot.lower()):
            return None
        return say("bot/missing", name=self.bot, install=install("solve"))


class Lineup(Struct, frozen=True):
    """The seats in their order, one of which is chosen to be changed."""

    seats: tuple[Seat, ...]
    chosen: int = 0

    @staticmethod
    def of(texts: tuple[str, ...]) -> "Lineup":
        """The seats that people have typed."""
        lineup = Lineup(())
        for text in texts[:MOST]:
            bot = bot_name(text) if is_bot(text) else None
            name = lineup.free_name() if bot is not None else text
            lineup = Lineup((*lineup.seats, Seat(name, bot)))
        return lineup

    @property
    def seat(self) -> Seat:
        """The chosen seat."""
        return self.seats[self.chosen]

    def choose(self, index: int) -> "Lineup":
        """The seat of that number, or the nearest there is."""
        return replace(self, chosen=max(0, min(index, len(self.seats) - 1)))

    def add(self) -> "Lineup":
        """One more seat, for a person, chosen to be changed."""
        if len(self.seats) == MOST:
            raise HotDiceError("app.menu/full", most=MOST)
        return Lineup((*self.seats, Seat(self.free_name())), len(self.seats))

    def remove(self) -> "Lineup":
        """Without the chosen seat."""
        if len(self.seats) == 1:
            raise HotDiceError("app.menu/last-seat")
        rest = self.seats[: self.chosen] + self.seats[self.chosen + 1 :]
        return Lineup(rest).choose(self.chosen)

    def move(self, by: int) -> "Lineup":
        """The chosen seat one place up (-1) or down (1)."""
        to = self.chosen + by
        if not 0 <= to < len(self.seats):
            raise HotDiceError("app.menu/first" if by < 0 else "app.menu/last")
        seats = list(self.seats)
        seats[self.chosen], seats[to] = seats[to], seats[self.chosen]
        return Lineup(tuple(seats), to)

    def turn(self, by: int) -> "Lineup":
        """The next (1) or the previous (-1) who can sit on the chosen seat: a person or a bot."""
        kinds = (None, *BOTS)
        bot = self.seat.bot
        at = kinds.index(bot) if bot in kinds else 0
        seat = replace(self.seat, bot=kinds[(at + by) % len(kinds)])
        if seat.bot is None and seat.name in self._people():
            seat = Seat(self.free_name())
        return self._with(seat)

    def typed(self, text: str) -> "Lineup":
        """Whoever was typed sits on the chosen seat: a person's name, or `bot:` and a bot's."""
        if not text.strip():
            raise HotDiceError("app.menu/no-name")
        seats = read_seats(text)
        if len(seats) > 1:
            raise HotDiceError("app.menu/comma")
        if is_bot(seats[0]):
            return self._with(replace(self.seat, bot=bot_name(seats[0])))
        if seats[0] in self._people():
            raise HotDiceError("seat/twice", name=seats[0])
        return self._with(Seat(seats[0]))

    def free_name(self) -> str:
        """A name for one more person that nobody has."""
        taken = {seat.name for seat in self.seats}
        usual = say("seat/person")
        names = [usual, *(f"{usual} {number}" for number in range(2, MOST + 2))]
        return next(name for name in names if name not in taken)

    def texts(self) -> tuple[str, ...]:
        """The seats as a game takes them, all of them checked."""
        return read_seats(",".join(seat.text for seat in self.seats))

    def trouble(self) -> tuple[int, HotDiceError] | None:
        """The first seat that nobody can sit on, and why; nothing if a game can begin."""
        for index in range(len(self.seats)):
            try:
                self.choose(index).typed(self.seats[index].text)
            except HotDiceError as error:
                return index, error
        return None

    def _people(self) -> set[str]:
        """The names of the people on the other seats."""
        others = self.seats[: self.chosen] + self.seats[self.chosen + 1 :]
        return {seat.name for seat in others if seat.bot is None}

    def _with(self, seat: Seat) -> "Lineup":
        seats = list(self.seats)
        seats[self.chosen] = seat
        return replace(self, seats=tuple(seats))


def described(seat: Seat) -> str:
    """What a bot does, in a few words; what is missing where it cannot play."""
    bot = (seat.bot or "").lower()
    kind, _, parameter = bot.partition(":")
    data: dict[str, Any] = {"bot": seat.bot, "most": LEVELS[-1], "parameter": parameter}
    if seat.missing is not None:
        return seat.missing
    if kind in ("human", "threshold"):
        return say(f"app.menu.bot.{kind}", **data)
    return say(f"menu.bot.{bot}") if bot in BOTS else say("app.menu.bot.other", **data)
