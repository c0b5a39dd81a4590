"""Names that can be told apart by who reads them: nobody at a table is taken for another.

The look-alikes are those of the letters that people write names with (Unicode's `confusables.txt`,
UTS 39), so a short table serves. `confusable_homoglyphs`, the library for it, has had no release since
the start of 2024, and judges one text at a time ("mixes alphabets"), not whether two look the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.game.play import LONGEST_NAME

LOOKS: Final = {
    "a": "аαɑ", "b": "ЬƄɓ", "c": "сϲᴄ", "d": "ԁɗ", "e": "еҽєε", "f": "ք", "g": "ɡցƍ", "h": "һհ", "i": "іıιɩɪ1l|ӏӀǀ",
    "j": "јϳ", "k": "κкĸ", "m": "мᴍ", "n": "ոռη", "o": "оοօσᴏ0", "p": "рρ", "q": "ԛզգ", "r": "гᴦ", "s": "ѕƽꜱ",
    "t": "тτᴛ", "u": "υսʋᴜ", "v": "νѵᴠ", "w": "ѡԝաωɯᴡ", "x": "хχ×", "y": "уүγʏ", "z": "ᴢ",
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "F": "Ϝ", "G": "Ԍ", "H": "НΗ", "I": "ІΙ", "J": "ЈͿ", "K": "КΚ",
    "M": "МΜϺ", "N": "ΝͶ", "O": "ОΟՕ", "P": "РΡ", "S": "ЅՏ", "T": "ТΤ", "U": "Ս", "V": "Ѵ", "W": "Ԝ", "X": "ХΧ",
    "Y": "УΥҮ", "Z": "Ζ", "3": "ЗзӠӡƷʒ", "ト": "卜", "ロ": "口", "ニ": "二", "カ": "力", "エ": "工", "タ": "夕",
    "ハ": "八", "チ": "千", "へ": "ヘ", "べ": "ベ", "ぺ": "ペ", "り": "リ", "ー": "一",
}  # fmt: skip
"""Letters, each with those that look like it."""

PLAIN: Final = str.maketrans({alike: letter for letter, alikes in LOOKS.items() for alike in alikes})
ROUND: Final = str.maketrans({"l": "i"})
"""A capital i looks like a small L, and both like a 1."""

UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that count as letters or signs, and show nothing."""

STYLES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810))))
"""They choose how the character before them is drawn."""


class Likeness(NamedTuple):
    """What is left of a name once what looks the same is the same. Names with either in common are alike.

    `seen` begins with the letters as they stand: a Greek capital nu is an N. `read` begins with small ones,
    where it is a v: so the same name in capitals is the same in every alphabet.
    """

    seen: str
    read: str


@lru_cache(maxsize=4096)
def likeness(name: str) -> Likeness:
    """The likeness of a name."""
    written = unicodedata.normalize("NFKC", "".join(letter for letter in name if letter not in STYLES))
    return Likeness(_bare(written), _bare(written.casefold()))


def _bare(text: str) -> str:
    """Letters and digits, those alike made one; the text itself if it has none."""
    plain = unicodedata.normalize("NFKC", text.translate(PLAIN).casefold()).translate(PLAIN).translate(ROUND)
    letters = "".join(each for each in plain if unicodedata.category(each)[0] not in "ZPC")
    return letters.replace("rn", "m").replace("vv", "w") or plain.strip()


def are_alike(name: str, other: str) -> bool:
    """Whether one may be taken for the other."""
    mine, theirs = likeness(name), likeness(other)
    return mine.seen == theirs.seen or mine.read == theirs.read


def checked_name(name: str) -> str:
    """A name as it is kept; BadInput if there is something in it that cannot be seen, or that turns text round."""
    kept = name.strip()
    if not kept:
        raise BadInput(_("Say what you are called."))
    if len(kept) > LONGEST_NAME or not _can_be_read(kept):
        said = _("A name has at most {count} characters, and all of them can be seen.")
        raise BadInput(said.format(count=LONGEST_NAME))
    return kept


def _can_be_read(name: str) -> bool:
    shown = unicodedata.normalize("NFKC", name)
    has_sign = any(unicodedata.category(each)[0] in "LNPS" for each in shown)
    return has_sign and name.isprintable() and not UNSEEN & {*name, *shown}


def check_free(name: str, others: Iterable[str]) -> None:
    """BadInput if a name looks like one of others."""
    for other in others:
        if are_alike(name, other):
            said = _("Somebody here is called {name} already, and the two would be taken for each other.")
            raise BadInput(said.format(name=other))
