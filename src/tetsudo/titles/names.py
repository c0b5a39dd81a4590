"""Titles by any spelling: 1888-N, 1888n and 1888 N are one, and so are shikoku 1889 and 1889 Shikoku."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from operator import itemgetter
from typing import Final

from tetsudo.errors import BadInput
from tetsudo.titles import files

LONGEST: Final = 100
"""Of what is longer no more is looked at."""

LIKE: Final = 0.6
"""How like a title something must be for that one to be suggested."""


def find_name(typed: str) -> str:
    """The name of the title that somebody typed; BadInput with what is nearest, if there is none."""
    found = _found(typed)
    if found is None:
        raise BadInput(f"there is no title {typed!r}; {_instead(typed)}", "title")
    return found


def is_name(typed: str) -> bool:
    """Whether somebody typed a title."""
    return _found(typed) is not None


def _found(typed: str) -> str | None:
    return _spellings().get(_joined(typed)) or _spellings().get(_sorted(typed))


def _instead(typed: str) -> str:
    """What may have been meant, and what there is."""
    there = f"are {', '.join(files.folders())}"
    likeness, nearest = max(((_likeness(typed, spelling), spelling) for spelling in _spellings()), key=itemgetter(0))
    return f"did you mean {_spellings()[nearest]}? There {there}" if likeness >= LIKE else f"there {there}"


def _likeness(typed: str, spelling: str) -> float:
    """From 0 to 1; of equals the title that comes first is meant."""
    return SequenceMatcher(None, _joined(typed), spelling).ratio()


@cache
def _spellings() -> Mapping[str, str]:
    """Every title by its name, then by its name for people, with its words in any order."""
    spellings = {_joined(title): title for title in files.folders()}
    for title in files.folders():
        full_name = str(files.read(title, files.MAIN).get("name", title))
        spellings.setdefault(_joined(full_name), title)
        spellings.setdefault(_sorted(full_name), title)
    return spellings


def _words(text: str) -> list[str]:
    """Words of letters and digits, without capitals and accents."""
    plain = unicodedata.normalize("NFKD", str(text)[:LONGEST].casefold())
    return re.findall(r"[^\W_]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _joined(text: str) -> str:
    return "".join(_words(text))


def _sorted(text: str) -> str:
    return " ".join(sorted(_words(text)))
