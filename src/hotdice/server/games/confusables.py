"""Names that look the same though they are written with different letters.

After Unicode's UTS #39, "Unicode Security Mechanisms", section 4: two texts are confusable when
they have the same skeleton. The table here has the letters that look like Latin ones in the scripts
that have many of them; compatible forms (full-width, mathematical, in circles) are left to NFKC.
"""

import unicodedata
from typing import Literal

from hotdice.texts.signs import seen

_OTHER_SCRIPTS = str.maketrans(
    # Cyrillic
    dict(zip("АВЕЅІЈКМНОРСТУХԀԌԚԜҮӀѴЬ", "ABESIJKMHOPCTYXdGQWYIVb", strict=True))
    | dict(zip("аеѕіјкорсухԁԛԝһүӏѵгь", "aesijkopcyxdqwhylvrb", strict=True))
    # Greek
    | dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿϜ", "ABEZHIKMNOPTYXCJF", strict=True))
    | dict(zip("αγικνορσυϲϳ", "ayikvopoucj", strict=True))
    # Armenian
    | dict(zip("ՍՏՕԼօսհոցզյ", "USOLouhngqj", strict=True))
    # Cherokee
    | dict(zip("ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᏙᎳᏃ", "ABCDEGHJKLMPRSVWZ", strict=True))
    # Lisu
    | dict(zip("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHIJKLMNOPRSTUVWXYZ", strict=True))
    # phonetic and African letters
    | dict(zip("ıɩɑɡɪʏƖ", "iiagIYI", strict=True))
)
_ONE_STROKE = str.maketrans("I1|ǀ0", "llllO")


def skeletons(name: str) -> set[tuple[Literal["drawn", "spoken"], str]]:
    """The skeletons of a name, as written and in lower case; confusable names share one.

    >>> ann = skeletons("Ann")
    >>> bool(ann & skeletons("\N{CYRILLIC CAPITAL LETTER A}NN")), bool(ann & skeletons("Anna"))
    (True, False)
    >>> ian = skeletons("Ian")
    >>> bool(ian & skeletons("lan")), bool(ian & skeletons("IAN")), bool(ian & skeletons("Lan"))
    (True, True, False)
    """
    latin = seen(unicodedata.normalize("NFKC", name)).translate(_OTHER_SCRIPTS)
    return {("drawn", latin.translate(_ONE_STROKE)), ("spoken", latin.casefold())}
