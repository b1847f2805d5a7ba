"""Every sentence a person reads, in each language."""

from hotdice.texts.errors import HotDiceError as HotDiceError
from hotdice.texts.languages import speaking as speaking
from hotdice.texts.say import faces as faces
from hotdice.texts.say import grouped as grouped
from hotdice.texts.say import listed as listed
from hotdice.texts.say import say as say
from hotdice.texts.speak import speak as speak
from hotdice.texts.speak import spoken as spoken
