"""Names and other texts of people: on one line, and compared by their look.

The comparison is a small part of what Unicode's report 39 describes: compatibility forms (NFKC), letter case,
characters that show nothing, and letters of other alphabets that look like Latin ones, in either case.
"""

from __future__ import annotations

import unicodedata

from tablee.core.errors import Illegal

# Characters that show nothing, although Unicode counts them as printable: joiners, fillers of syllables, the
# Braille pattern without dots, and selectors of variations.
INVISIBLE = dict.fromkeys(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0]
    + [
        letter
        for first, end in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xE0100, 0xE01F0))
        for letter in range(first, end)
    ]
)
# Letters after `casefold`, and the Latin letters that they or their capitals look like: one class for both
# cases.
LOOKALIKES = {
    ord(letter): latin
    for letters, latins in (
        ("авеёһікмнорсԁѕтухјѵԛԝӏүѡғԍ", "abeëhikmhopcdstyxjvqwlywfg"),  # Cyrillic
        ("αβεζηικμνορτυχσωγϳ", "abezhikmnoptyxowyj"),  # Greek
        ("օսոհցյ", "ounhgj"),  # Armenian
        ("ıȷɑɡɩǀᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "ijagilabcdefghijklmnoprstuvwyz"),  # phonetic, small capitals
        ("ᎪᏴᏟᎬᏀᎻᎥᎫᏦᏞᎷᏢᏚᎢᏙᎳᏃ", "abceghijklmpstvwz"),  # Cherokee
        ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "abcdefghijklmnoprstuvwxyz"),  # Lisu
        ("01", "ol"),
    )
    for letter, latin in zip(letters, latins, strict=True)
}
# Alphabets that share the look of letters, as their letters are named by Unicode.
EASILY_CONFUSED = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "LISU"}


def one_line(name: str, text: str) -> str:
    """Return the text on one line, as records need it; raises Illegal for control characters."""
    line = " ".join(text.split())
    if not line.isprintable():
        raise Illegal("not-one-line", name=name)
    return line


def required_name(text: str) -> str:
    """Return a name on one line without invisible characters; raises Illegal if it shows nothing then."""
    name = one_line("name", text.translate(INVISIBLE))
    # Spaces and marks, without a letter, digit or symbol that carries them.
    if all(unicodedata.category(each)[0] in "MZ" for each in name):
        raise Illegal("no-name")
    return name


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike. It is for comparison only, never shown."""
    plain = unicodedata.normalize("NFKC", name.translate(INVISIBLE)).translate(INVISIBLE)
    folded = unicodedata.normalize("NFKC", plain.casefold())
    return " ".join(folded.translate(LOOKALIKES).split())


def mixes_scripts(name: str) -> bool:
    """Return whether letters of two EASILY_CONFUSED alphabets stand together, as no language needs."""
    names = {unicodedata.name(letter, "").split(" ")[0] for letter in unicodedata.normalize("NFKC", name)}
    return len(names & EASILY_CONFUSED) > 1
