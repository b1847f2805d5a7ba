"""The rules of a game: their file, scoring, keeps and chances. Knows no players and no turns."""

from hotdice.rules.form import Mistake as Mistake
from hotdice.rules.form import RulesError as RulesError
from hotdice.rules.rules import DiceError as DiceError
from hotdice.rules.rules import Options as Options
from hotdice.rules.rules import Outcome as Outcome
from hotdice.rules.rules import Penalty as Penalty
from hotdice.rules.rules import Rules as Rules
from hotdice.rules.scoring import Keep as Keep
