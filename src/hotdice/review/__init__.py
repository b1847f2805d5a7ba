"""One game explained: its luck and its choices in winning chances. Changes and decides nothing."""

from hotdice.review.moments import Moment as Moment
from hotdice.review.moments import moments as moments
from hotdice.review.moments import swings as swings
