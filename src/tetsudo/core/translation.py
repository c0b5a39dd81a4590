"""Languages of the sentences: one gettext catalogue each, `locale/LANGUAGE/LC_MESSAGES/django.po`.

The sources are in English, and English sentences and templates are the lookup keys. The site's pages use the same
catalogues, so one file holds all the words of a language.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

ENGLISH: Final = "en"
"""Language of the sources, and of the names in data."""

LOCALE_DIR: Final = Path(__file__).parents[1] / "locale"

NATIVE_SUFFIX: Final = "-x-native"
"""Suffix of a language tag that keeps a title's native names in every language: "en-x-native"."""

TranslateFunction: TypeAlias = Callable[[str], str]
"""Translator of an English sentence or template."""


@cache
def translator(language: str) -> TranslateFunction:
    """Translator of English sentences to a language; without a catalogue they stay unchanged."""
    language = language.removesuffix(NATIVE_SUFFIX)
    if language == ENGLISH:
        return str
    look_up = gettext.translation("django", LOCALE_DIR, [language], fallback=True).gettext
    return lambda text: look_up(text) if text else ""  # gettext returns the catalogue's header for ""


def with_native_names(language: str) -> str:
    """Tag of a language with a title's native names."""
    return f"{language}{NATIVE_SUFFIX}"


def has_native_names(language: str, own: str) -> bool:
    """True if names are shown in the title's `own` language."""
    return language == own or language.endswith(NATIVE_SUFFIX)
