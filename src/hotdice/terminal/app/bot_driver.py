"""Plays the bots and animates the steps between two decisions of people.

Every step is saved before it is shown. A key skips the animation; keys that pick dice are then
handled as usual.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from hotdice.bots import bot_name, is_bot
from hotdice.bots.built_in import needs
from hotdice.game import Action, Roll, Step
from hotdice.terminal.app.background import in_thread
from hotdice.terminal.app.widgets.felt import Felt
from hotdice.terminal.session.adviser import Adviser
from hotdice.terminal.session.hand import Hand
from hotdice.texts import HotDiceError, say

if TYPE_CHECKING:
    from hotdice.terminal.app.table_screen import TableScreen

FRAME, FRAMES = 0.06, 7  # seconds of a frame of the rolling dice, and how many there are
BOT_PAUSE = 0.6  # seconds between two steps of a bot
PLAYING = ("r", "b", "t", "enter")  # keys that roll, bank or take over
PROGRESS_INTERVAL = 0.5  # seconds
FARKLE_PAUSE = 1.0  # seconds to see what was lost


class BotDriver:
    """Shows steps one by one; `busy` until a person has to decide."""

    def __init__(self, screen: "TableScreen", hand: Hand, fast: bool) -> None:
        self._screen = screen
        self._hand = hand
        self._fast = fast
        self._values = Adviser(hand.session.state.rules, len(hand.session.names))
        self._skip = asyncio.Event()
        self._progress = 0.0  # of solving the rules
        self._keys: list[str] = []
        self.busy = False

    def begin(self, steps: Sequence[Step]) -> None:
        """Show these steps, then let bots play until a person has to decide."""
        self.busy = True
        self._skip.clear()
        self._keys = []
        self._screen.run_worker(self._run(steps), group="bots", exclusive=True)

    def skip(self, key: str) -> None:
        """Skip the animation; keys that pick dice are handled afterwards, roll and bank are not.

        Whoever skips with the key of an action has not yet seen what it would do.
        """
        self._skip.set()
        if key not in PLAYING:
            self._keys.append(key)

    async def _run(self, steps: Sequence[Step]) -> None:
        mover = steps[0].before.player if steps else None
        for step in steps:
            await self._show(step)
        try:
            await self._play_bots()
        except OSError:
            if not self._screen.ended:
                raise
            return  # the screen was closed while the bot was choosing
        except HotDiceError as failure:
            if self._screen.ended:
                return
            await self._wait_until_on_top()
            self._screen.leave(failure)
            return
        if self._hand.session.state.over:
            await self._wait_until_on_top()
        self.busy = False
        self._screen.wait_for_player()
        if self._hand.session.state.player == mover:
            for key in self._keys:
                self._screen.action_press(key)

    async def _wait_until_on_top(self) -> None:
        """Wait until no popup covers the table."""
        while not self._screen.on_top:
            await asyncio.sleep(FRAME)

    async def _play_bots(self) -> None:
        """Let bots play as long as it is their turn."""
        session, hand = self._hand.session, self._hand
        while not session.state.over and is_bot(session.seats[session.state.player]):
            action = await self._choose()
            if isinstance(action, Roll) and session.real_dice:
                hand.await_dice()
                self._screen.set_status(
                    say("app.throw-for", name=session.names[session.state.player])
                )
                return
            await self._show(session.act(action))
            await self._pause(BOT_PAUSE)
        if hand.typed is None:  # otherwise real dice are already awaited
            hand.update()

    async def _choose(self) -> Action:
        session = self._hand.session
        seat, state = session.state.player, session.state
        self._screen.set_status(say("app.thinking", name=session.names[seat]))
        if needs(bot_name(session.seats[seat]).lower()) == "solution":
            await self._prepare()
        action = await in_thread(lambda: session.bot(seat).choose(state))
        self._screen.set_status("")
        return action

    async def _prepare(self) -> None:
        """Solve the rules if needed, and show the progress if that takes long."""
        work = asyncio.ensure_future(in_thread(lambda: self._values.prepare(self._report_progress)))
        while not (await asyncio.wait([work], timeout=PROGRESS_INTERVAL))[0]:
            self._screen.set_status(say("app.solving", done=f"{100 * self._progress:.0f}"))
        await work

    def _report_progress(self, part: float) -> None:
        self._progress = part

    async def _show(self, step: Step) -> None:
        """Show one step: dice tumble first, and a farkle stays visible for a while."""
        if isinstance(step.action, Roll) and not self._hand.session.real_dice:
            for _ in range(FRAMES):
                if self._fast or self._skip.is_set():
                    break
                self._screen.query_one(Felt).tumble(len(step.dice))
                await self._pause(FRAME)
        self._screen.show_step(step)
        farkle = any(event.kind == "farkle" for event in step.events)
        if farkle and not self._hand.session.real_dice:
            await self._pause(FARKLE_PAUSE)

    async def _pause(self, seconds: float) -> None:
        if not self._fast:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._skip.wait(), seconds)
