"""Title lookup by any spelling: 1888-N, 1888n and 1888 N are the same, and so are shikoku 1889 and 1889 Shikoku."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Final

from tetsudo.core.errors import BadInput
from tetsudo.titles.data import discovery, toml_files

LONGEST: Final = 100
"""Maximum length compared, in characters. Longer text is cut."""

LIKE: Final = 0.6
"""Minimum similarity (0 to 1) for suggesting a title."""


def find_name(typed: str) -> str:
    """Name of the title that the user typed; raise BadInput, with a suggestion if possible, for an unknown one."""
    found = _found(typed)
    if found is not None:
        return found
    nearest, known = _nearest(typed), ", ".join(toml_files.folders())
    if nearest:
        raise BadInput(
            "there is no title {typed!r}; did you mean {nearest}? There are {known}",
            "title",
            typed=typed,
            nearest=nearest,
            known=known,
        )
    raise BadInput("there is no title {typed!r}; there are {known}", "title", typed=typed, known=known)


def name_of_title(title: str | os.PathLike[str]) -> str:
    """Name of a title given by any spelling or by the path of its folder.

    Never call this with untrusted input: a title's folder may contain code.
    """
    if discovery.is_path(title) or (title and not is_name(str(title)) and Path(title, discovery.MAIN).is_file()):
        return discovery.add(title)
    return find_name(str(title))


def address(title: str) -> str:
    """Identifier that other processes can find: the folder's path if the title was added by path, else its name."""
    folder = discovery.find(title)
    return folder.path or title if folder else title


def is_name(typed: str) -> bool:
    """True if the text is the name of a title in any spelling."""
    return _found(typed) is not None


def _found(typed: str) -> str | None:
    spellings = _spellings(toml_files.folders())
    return spellings.get(_joined(typed)) or spellings.get(_sorted(typed))


def _nearest(typed: str) -> str:
    """Title most similar to the text; "" if none is similar enough."""
    spellings = _spellings(toml_files.folders())
    likeness, nearest = max(((_likeness(typed, spelling), spelling) for spelling in spellings), key=itemgetter(0))
    return spellings[nearest] if likeness >= LIKE else ""


def _likeness(typed: str, spelling: str) -> float:
    """Similarity from 0 to 1. In a tie the first title wins."""
    return SequenceMatcher(None, _joined(typed), spelling).ratio()


@cache
def _spellings(titles: tuple[str, ...]) -> Mapping[str, str]:
    """Titles by name, then by full name, then by full name with its words sorted."""
    spellings = {_joined(title): title for title in titles}
    for title in titles:
        full_name = str(toml_files.read(title, discovery.MAIN).get("name", title))
        spellings.setdefault(_joined(full_name), title)
        spellings.setdefault(_sorted(full_name), title)
    return spellings


def _words(text: str) -> list[str]:
    """Words of letters and digits, in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", str(text)[:LONGEST].casefold())
    return re.findall(r"[^\W_]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _joined(text: str) -> str:
    return "".join(_words(text))


def _sorted(text: str) -> str:
    return " ".join(sorted(_words(text)))
