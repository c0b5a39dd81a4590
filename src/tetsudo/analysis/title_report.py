"""Report of titles as plain data: names, numbers of players, scenarios, variants and options."""

from __future__ import annotations

from typing import Any

from tetsudo.titles.data.options import OptionInfo
from tetsudo.titles.loader import Choice, TitleInfo, titles


def titles_data() -> dict[str, Any]:
    """All titles."""
    return {"titles": [_title_data(info) for info in titles()]}


def _title_data(info: TitleInfo) -> dict[str, Any]:
    return {
        "name": info.name,
        "full_name": info.full_name,
        "designer": info.designer,
        "publisher": info.publisher or None,
        "minimum_players": info.minimum_players,
        "maximum_players": info.maximum_players,
    }


def title_data(info: TitleInfo) -> dict[str, Any]:
    """A title and its choices."""
    return {
        **_title_data(info),
        "scenarios": [_choice_data(choice) for choice in info.scenarios],
        "variants": [_choice_data(choice) for choice in info.variants],
        "options": [_option_data(info, option) for option in info.options],
    }


def _choice_data(choice: Choice) -> dict[str, Any]:
    return {
        "name": choice.name,
        "title": choice.title,
        "help": choice.help,
        "minimum_players": choice.minimum_players or None,
        "maximum_players": choice.maximum_players or None,
        "scenarios": list(choice.scenarios),
        "source": choice.source or None,
        "pace": choice.pace or None,
        "excludes": {other.name: other.reason for other in choice.excludes},
    }


def _option_data(info: TitleInfo, option: OptionInfo) -> dict[str, Any]:
    is_number = option.type in ("number", "numbers")
    return {
        "name": option.name,
        "type": option.type,
        "defaults": {str(players): option.default_for(players) for players in info.seats("")},
        "minimum": option.minimum if is_number else None,
        "maximum": option.maximum if is_number else None,
        "step": option.step if is_number else None,
        "choices": list(option.choices),
        "help": option.help,
    }
