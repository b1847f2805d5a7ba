"""`IllegalAction`: why an action is not allowed, where, and what would be legal."""

from typing import Any

from hotdice.game.actions import Action, words
from hotdice.texts import HotDiceError, say

SHOWN = 6


class IllegalAction(HotDiceError):
    """A call the rules do not allow in this position; the state it was made on is unchanged."""

    def __init__(self, code: str, position: str, legal: tuple[Action, ...], **data: Any) -> None:
        super().__init__(code, **data)
        self.position = position
        self.legal = legal

    @property
    def reason(self) -> str:
        """Only the sentence, for a screen that shows the position and the choices anyway."""
        return super().__str__()

    def __str__(self) -> str:
        shown = [words(action) for action in self.legal[:SHOWN]]
        if len(self.legal) > SHOWN:
            shown.append("…")
        legal = ", ".join(shown) or say("illegal.none")
        return say("illegal", reason=self.reason, legal=legal, position=self.position)
