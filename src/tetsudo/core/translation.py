"""In which languages sentences are told: a catalogue of gettext for each, `locale/LANGUAGE/LC_MESSAGES/django.po`.

English is what the sources say, and what a sentence or a template of one is looked up by. The
site's pages have the same catalogues, so that all words of a language stand in one file.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ENGLISH: Final = "en"
"""The language of the sources, and of names in data."""

LOCALE: Final = Path(__file__).parents[1] / "locale"

NATIVE: Final = "-x-native"
"""Stands behind the language of sentences if names are a title's own ones in every language: "en-x-native"."""

Say: TypeAlias = Callable[[str], str]
"""Tells an English sentence, or a template of one, in some language."""


@cache
def sayer(language: str) -> Say:
    """What tells English sentences in a language: as they are, where there is no catalogue of it."""
    language = language.removesuffix(NATIVE)
    if language == ENGLISH:
        return str
    look_up = gettext.translation("django", LOCALE, [language], fallback=True).gettext
    return lambda text: look_up(text) if text else ""  # gettext has its own head under nothing


def with_native_names(language: str) -> str:
    """A language, with a title's own names in it."""
    return f"{language}{NATIVE}"


def has_native_names(language: str, own: str) -> bool:
    """Whether names are told in a title's `own` language."""
    return language == own or language.endswith(NATIVE)
