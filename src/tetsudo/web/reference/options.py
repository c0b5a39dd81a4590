"""The options of a title for people."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.engine.model.title import Setup
from tetsudo.titles.loader import TitleInfo


class OptionLine(NamedTuple):
    """An option, what it is here, and what it means."""

    name: str
    value: str
    help: str


def option_lines(info: TitleInfo, setup: Setup) -> list[OptionLine]:
    """All options that players may choose."""
    return [
        OptionLine(option_name(option.name), readable(setup.options[option.name]), _(option.help))
        for option in info.options
    ]


def option_name(name: str) -> str:
    """What people read for an option."""
    return pgettext("option", name.replace("_", " ")).capitalize()


def readable(word: object) -> str:
    """A word of the data for people."""
    if isinstance(word, bool):
        return _("yes") if word else _("no")
    return pgettext("choice", str(word).replace("_", " ")) if word else ""
