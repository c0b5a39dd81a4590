"""Display texts of a title's options."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tetsudo.engine.model.title import Setup
from tetsudo.titles.loader import TitleInfo


class OptionLine(NamedTuple):
    """An option: its name, value and meaning."""

    name: str
    value: str
    help: str


def option_lines(info: TitleInfo, setup: Setup) -> list[OptionLine]:
    """All options that players can choose."""
    return [
        OptionLine(option_name(option.name), value_text(setup.options[option.name]), _(option.help))
        for option in info.options
    ]


def option_name(name: str) -> str:
    """Display name of an option."""
    return pgettext("option", name.replace("_", " ")).capitalize()


def value_text(word: object) -> str:
    """Display text of a data value."""
    if isinstance(word, bool):
        return _("yes") if word else _("no")
    return pgettext("choice", str(word).replace("_", " ")) if word else ""
