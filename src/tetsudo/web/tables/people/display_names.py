"""Checks that names at a table are visible and do not look alike, against impersonation.

The look-alikes cover the letters that names are written in (Unicode's `confusables.txt`, UTS 39), so a
short table is enough. `confusable_homoglyphs`, the library for it, has had no release since the start
of 2024, and judges one text at a time ("mixes alphabets") instead of comparing two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import MAX_NAME_LENGTH

LOOKALIKES: Final = {
    "a": "аαɑ", "b": "ЬƄɓ", "c": "сϲᴄ", "d": "ԁɗ", "e": "еҽєε", "f": "ք", "g": "ɡցƍ", "h": "һհ", "i": "іıιɩɪ1l|ӏӀǀ",
    "j": "јϳ", "k": "κкĸ", "m": "мᴍ", "n": "ոռη", "o": "оοօσᴏ0", "p": "рρ", "q": "ԛզգ", "r": "гᴦ", "s": "ѕƽꜱ",
    "t": "тτᴛ", "u": "υսʋᴜ", "v": "νѵᴠ", "w": "ѡԝաωɯᴡ", "x": "хχ×", "y": "уүγʏ", "z": "ᴢ",
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "F": "Ϝ", "G": "Ԍ", "H": "НΗ", "I": "ІΙ", "J": "ЈͿ", "K": "КΚ",
    "M": "МΜϺ", "N": "ΝͶ", "O": "ОΟՕ", "P": "РΡ", "S": "ЅՏ", "T": "ТΤ", "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ХΧ",
    "Y": "УΥҮ", "Z": "Ζ", "3": "ЗзӠӡƷʒ", "ト": "卜", "ロ": "口", "ニ": "二", "カ": "力", "エ": "工", "タ": "夕",
    "ハ": "八", "チ": "千", "へ": "ヘ", "べ": "ベ", "ぺ": "ペ", "り": "リ", "ー": "一",
}  # fmt: skip
"""Look-alikes of each letter."""

LOOKALIKE_TABLE: Final = str.maketrans({alike: letter for letter, alikes in LOOKALIKES.items() for alike in alikes})
L_TO_I_TABLE: Final = str.maketrans({"l": "i"})
"""Second pass: a capital i looks like a small L, and both like a 1."""

INVISIBLE_CHARACTERS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode counts as letters or signs."""

VARIATION_SELECTORS: Final = frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810)))
)
"""Variation selectors: they only change how the preceding character is drawn."""


class Likeness(NamedTuple):
    """Skeletons of a name, with look-alikes unified. Names are alike if they share either one.

    `seen` starts from the letters as written, where a Greek capital nu is an N. `read` starts from the
    casefolded name, where it is a v, so that a name equals its capitalised form in every alphabet.
    """

    seen: str
    read: str


@lru_cache(maxsize=4096)
def likeness(name: str) -> Likeness:
    """Likeness of a name."""
    written = unicodedata.normalize("NFKC", "".join(letter for letter in name if letter not in VARIATION_SELECTORS))
    return Likeness(_skeleton(written), _skeleton(written.casefold()))


def _skeleton(text: str) -> str:
    """Letters and digits with look-alikes unified; the text itself if it has none."""
    plain = (
        unicodedata.normalize("NFKC", text.translate(LOOKALIKE_TABLE).casefold())
        .translate(LOOKALIKE_TABLE)
        .translate(L_TO_I_TABLE)
    )
    letters = "".join(each for each in plain if unicodedata.category(each)[0] not in "ZPC")
    return letters.replace("rn", "m").replace("vv", "w") or plain.strip()


def are_alike(name: str, other: str) -> bool:
    """True if one name may be mistaken for the other."""
    mine, theirs = likeness(name), likeness(other)
    return mine.seen == theirs.seen or mine.read == theirs.read


def valid_name(name: str) -> str:
    """Name as stored; BadInput if it is empty, too long, or contains invisible or direction-changing characters."""
    kept = name.strip()
    if not kept:
        raise BadInput(_("Enter your name."))
    if len(kept) > MAX_NAME_LENGTH or not is_readable(kept):
        said = _("A name has at most {count} characters, all of them visible.")
        raise BadInput(said.format(count=MAX_NAME_LENGTH))
    return kept


def is_readable(name: str) -> bool:
    """True if a name has a visible character, and none that is invisible or changes the direction."""
    shown = unicodedata.normalize("NFKC", name)
    has_sign = any(unicodedata.category(each)[0] in "LNPS" for each in shown)
    return has_sign and name.isprintable() and not INVISIBLE_CHARACTERS & {*name, *shown}


def check_name_free(name: str, others: Iterable[str]) -> None:
    """Raise BadInput if a name looks like one of `others`."""
    for other in others:
        if are_alike(name, other):
            said = _("The name {name} is taken here, or too similar.")
            raise BadInput(said.format(name=other))
