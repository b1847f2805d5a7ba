"""Who decides: the bots, and who sits where. A bot sees the state and never the dice to come."""

from hotdice.bots.catalogue import make as make
from hotdice.bots.catalogue import open_bot as open_bot
from hotdice.bots.failure import BotFailure as BotFailure
from hotdice.bots.failure import Guarded as Guarded
from hotdice.bots.seats import bot_name as bot_name
from hotdice.bots.seats import is_bot as is_bot
from hotdice.bots.seats import names as names
from hotdice.bots.seats import read_seats as read_seats
from hotdice.bots.source import Source as Source
