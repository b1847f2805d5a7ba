"""The players as they are being chosen: seats can be added, removed, moved and changed."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hotdice.bots import bot_name, is_bot, read_seats
from hotdice.bots.built_in import BUILT_IN, built_in
from hotdice.bots.catalogue import can_play
from hotdice.texts import HotDiceError, say
from hotdice.texts.install import install

MOST = 8


class SeatChoice(Struct, frozen=True):
    """A person by name, or a bot; a bot's seat keeps the name for a person to return."""

    name: str
    bot: str | None = None

    @property
    def text(self) -> str:
        """The seat as people type it."""
        return self.name if self.bot is None else f"bot:{self.bot}"


class Lineup(Struct, frozen=True):
    """The seats in order; one of them is selected for changes."""

    seats: tuple[SeatChoice, ...]
    chosen: int = 0

    @staticmethod
    def of(texts: tuple[str, ...]) -> "Lineup":
        """From seats as they are typed."""
        lineup = Lineup(())
        for text in texts[:MOST]:
            bot = bot_name(text) if is_bot(text) else None
            name = lineup.free_name() if bot is not None else text
            lineup = Lineup((*lineup.seats, SeatChoice(name, bot)))
        return lineup

    @property
    def seat(self) -> SeatChoice:
        """The selected seat."""
        return self.seats[self.chosen]

    def choose(self, index: int) -> "Lineup":
        """Select a seat; a number out of range becomes the nearest."""
        return replace(self, chosen=max(0, min(index, len(self.seats) - 1)))

    def add(self) -> "Lineup":
        """Add a seat for a person and select it."""
        if len(self.seats) == MOST:
            raise HotDiceError("app.menu/full", most=MOST)
        return Lineup((*self.seats, SeatChoice(self.free_name())), len(self.seats))

    def remove(self) -> "Lineup":
        """Remove the selected seat."""
        if len(self.seats) == 1:
            raise HotDiceError("app.menu/last-seat")
        rest = self.seats[: self.chosen] + self.seats[self.chosen + 1 :]
        return Lineup(rest).choose(self.chosen)

    def move(self, by: int) -> "Lineup":
        """Move the selected seat up (-1) or down (1)."""
        to = self.chosen + by
        if not 0 <= to < len(self.seats):
            raise HotDiceError("app.menu/first" if by < 0 else "app.menu/last")
        seats = list(self.seats)
        seats[self.chosen], seats[to] = seats[to], seats[self.chosen]
        return Lineup(tuple(seats), to)

    def cycle(self, by: int) -> "Lineup":
        """Give the selected seat to the next (1) or previous (-1) kind of player."""
        kinds = (None, *offered_bots())
        bot = self.seat.bot
        at = kinds.index(bot) if bot in kinds else 0
        seat = replace(self.seat, bot=kinds[(at + by) % len(kinds)])
        if seat.bot is None and seat.name in self._people():
            seat = SeatChoice(self.free_name())
        return self._with(seat)

    def typed(self, text: str) -> "Lineup":
        """Give the selected seat to who was typed: a person's name, or `bot:` and a bot's name."""
        if not text.strip():
            raise HotDiceError("app.menu/no-name")
        seats = read_seats(text)
        if len(seats) > 1:
            raise HotDiceError("app.menu/comma")
        if is_bot(seats[0]):
            return self._with(replace(self.seat, bot=bot_name(seats[0])))
        if seats[0] in self._people():
            raise HotDiceError("seat/twice", name=seats[0])
        return self._with(SeatChoice(seats[0]))

    def free_name(self) -> str:
        """A default name that nobody has yet."""
        taken = {seat.name for seat in self.seats}
        usual = say("seat/person")
        names = [usual, *(f"{usual} {number}" for number in range(2, MOST + 2))]
        return next(name for name in names if name not in taken)

    def texts(self) -> tuple[str, ...]:
        """The seats in the form of a record, checked."""
        return read_seats(",".join(seat.text for seat in self.seats))

    def first_problem(self) -> tuple[int, HotDiceError] | None:
        """The index of the first invalid seat and its error, or nothing if a game can start."""
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

    def _with(self, seat: SeatChoice) -> "Lineup":
        seats = list(self.seats)
        seats[self.chosen] = seat
        return replace(self, seats=tuple(seats))


def offered_bots() -> list[str]:
    """The built-in bots with all their levels; those that take any number come last."""
    bots = sorted(BUILT_IN.values(), key=lambda bot: bot.parameter is not None and not bot.levels)
    return [
        name
        for bot in bots
        for name in ([f"{bot.name}:{level}" for level in bot.levels or ()] or [bot.example])
    ]


def described(seat: SeatChoice) -> str:
    """What a bot does in a few words, or what is missing if it cannot play."""
    bot = (seat.bot or "").lower()
    declared = built_in(bot)
    if not can_play(bot):
        return say("bot/missing", name=seat.bot, install=install("solve"))
    if declared is None:
        return say("app.menu.bot.other", bot=seat.bot)
    if declared.parameter is None:
        return say(f"bot.about.{bot}")
    data: dict[str, Any] = {"parameter": bot.partition(":")[2]}
    if declared.levels:
        data["most"] = declared.levels[-1]
    return say(f"app.menu.bot.{declared.name}", **data)
