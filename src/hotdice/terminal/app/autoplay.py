"""What happens between two decisions of people: dice that roll, and bots that play.

Everything shown is on disk already; a key shows the rest at once and is then taken as usual.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from hotdice.bots import bot_name, is_bot
from hotdice.game import Action, Roll, Step
from hotdice.terminal.app.background import beside
from hotdice.terminal.app.felt import Felt
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.hand import Hand
from hotdice.texts import HotDiceError, say

if TYPE_CHECKING:
    from hotdice.terminal.app.table_screen import TableScreen

FRAME, FRAMES = 0.06, 7
MOMENT = 0.6  # between two steps of a bot
PLAYING = ("r", "b", "enter")
GLANCE = 0.5  # between two looks at long work
FARKLE = 1.0  # to see what was lost


class Autoplay:
    """Shows steps in their time; `at_work` until somebody at the table is to decide."""

    def __init__(self, screen: "TableScreen", hand: Hand, fast: bool) -> None:
        self._screen = screen
        self._hand = hand
        self._fast = fast
        self._values = Adviser(hand.table.state.rules, len(hand.table.names))
        self._hurry = asyncio.Event()
        self._part = 0.0  # of the work that best play rests on
        self._keys: list[str] = []
        self.at_work = False

    def begin(self, steps: Sequence[Step]) -> None:
        """Show steps that were taken, then let bots play until a person is to decide."""
        self.at_work = True
        self._hurry.clear()
        self._keys = []
        self._screen.run_worker(self._work(steps), group="conductor", exclusive=True)

    def hurry(self, key: str) -> None:
        """Show the rest at once; what picks dice counts, what plays on does not.

        Whoever skips with the key of an action has not seen yet what it would do.
        """
        self._hurry.set()
        if key not in PLAYING:
            self._keys.append(key)

    async def _work(self, steps: Sequence[Step]) -> None:
        mover = steps[0].before.player if steps else None
        for step in steps:
            await self._show(step)
        try:
            await self._bots()
        except OSError:
            if not self._screen.ended:
                raise
            return  # a bot that was left in mid-thought lost its pipes
        except HotDiceError as failure:
            if self._screen.ended:
                return
            await self._on_top()
            self._screen.leave(failure)
            return
        if self._hand.table.state.over:
            await self._on_top()
        self.at_work = False
        self._screen.settled()
        if self._hand.table.state.player == mover:
            for key in self._keys:
                self._screen.action_press(key)

    async def _on_top(self) -> None:
        """Wait until nothing covers the table."""
        while not self._screen.on_top:
            await asyncio.sleep(FRAME)

    async def _bots(self) -> None:
        """Let bots play as long as it is their turn."""
        table, hand = self._hand.table, self._hand
        while not table.state.over and is_bot(table.seats[table.state.player]):
            action = await self._chosen()
            if isinstance(action, Roll) and table.real_dice:
                hand.await_dice()
                self._screen.tell(say("app.throw-for", name=table.names[table.state.player]))
                return
            await self._show(table.act(action))
            await self._pause(MOMENT)
        if hand.typed is None:  # or else real dice are waited for already
            hand.settle()

    async def _chosen(self) -> Action:
        table = self._hand.table
        seat, state = table.state.player, table.state
        self._screen.tell(say("app.thinking", name=table.names[seat]))
        if bot_name(table.seats[seat]).lower() == "optimal":
            await self._prepare()
        action = await beside(lambda: table.bot(seat).choose(state))
        self._screen.tell("")
        return action

    async def _prepare(self) -> None:
        """Have what best play rests on, and tell how far it is if that takes long."""
        work = asyncio.ensure_future(beside(lambda: self._values.prepare(self._so_far)))
        while not (await asyncio.wait([work], timeout=GLANCE))[0]:
            self._screen.tell(say("app.solving", done=f"{100 * self._part:.0f}"))
        await work

    def _so_far(self, part: float) -> None:
        self._part = part

    async def _show(self, step: Step) -> None:
        """One step; a roll tumbles first, and a farkle is looked at."""
        if isinstance(step.action, Roll) and not self._hand.table.real_dice:
            for _ in range(FRAMES):
                if self._fast or self._hurry.is_set():
                    break
                self._screen.query_one(Felt).tumble(len(step.dice))
                await self._pause(FRAME)
        self._screen.told(step)
        farkle = any(event.kind == "farkle" for event in step.events)
        if farkle and not self._hand.table.real_dice:
            await self._pause(FARKLE)

    async def _pause(self, seconds: float) -> None:
        if not self._fast:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), seconds)
