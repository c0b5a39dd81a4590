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

from tetsudo.core.unknown_names import unknown_name
from tetsudo.titles.data import discovery, toml_files

MAX_COMPARED_LENGTH: Final = 100
"""Maximum length compared, in characters. Longer text is cut."""

MIN_SIMILARITY: Final = 0.6
"""Minimum similarity (0 to 1) for suggesting a title."""


def find_name(typed: str) -> str:
    """Name of the title that the user typed; raise UnknownName for an unknown one."""
    found = _exact_match(typed)
    if found is not None:
        return found
    raise unknown_name("title", typed, sorted(toml_files.sorted_titles()), near=_nearest_title(typed))


def name_of_title(title: str | os.PathLike[str]) -> str:
    """Name of a title given by any spelling or by the path of its folder.

    Never call this with untrusted input: a title's folder may contain code.
    """
    if discovery.is_path(title) or (title and not is_name(str(title)) and Path(title, discovery.MAIN_FILE).is_file()):
        return discovery.register_folder(title)
    return find_name(str(title))


def portable_name(title: str) -> str:
    """Identifier that other processes can find: the folder's path if the title was added by path, else its name."""
    folder = discovery.find(title)
    return folder.path or title if folder else title


def is_name(typed: str) -> bool:
    """True if the text is the name of a title in any spelling."""
    return _exact_match(typed) is not None


def _exact_match(typed: str) -> str | None:
    if discovery.find(typed) is not None:
        return typed  # other spellings are in the files of all titles, which takes longer
    spellings = _spellings(toml_files.sorted_titles())
    return spellings.get(_joined_words(typed)) or spellings.get(_sorted_words(typed))


def _nearest_title(typed: str) -> tuple[str, ...]:
    """Title most similar to the text, in any spelling; none if no title is similar enough."""
    spellings = _spellings(toml_files.sorted_titles())
    likeness, nearest = max(((_similarity(typed, spelling), spelling) for spelling in spellings), key=itemgetter(0))
    return (spellings[nearest],) if likeness >= MIN_SIMILARITY else ()


def _similarity(typed: str, spelling: str) -> float:
    """Similarity from 0 to 1. In a tie the first title wins."""
    return SequenceMatcher(None, _joined_words(typed), spelling).ratio()


@cache
def _spellings(titles: tuple[str, ...]) -> Mapping[str, str]:
    """Titles by name, then by full name, then by full name with its words sorted."""
    spellings = {_joined_words(title): title for title in titles}
    for title in titles:
        full_name = str(toml_files.read(title, discovery.MAIN_FILE).get("name", title))
        spellings.setdefault(_joined_words(full_name), title)
        spellings.setdefault(_sorted_words(full_name), title)
    return spellings


def _words(text: str) -> list[str]:
    """Words of letters and digits, in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", str(text)[:MAX_COMPARED_LENGTH].casefold())
    return re.findall(r"[^\W_]+", "".join(letter for letter in plain if not unicodedata.combining(letter)))


def _joined_words(text: str) -> str:
    return "".join(_words(text))


def _sorted_words(text: str) -> str:
    return " ".join(sorted(_words(text)))
