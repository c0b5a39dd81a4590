"""Companies of a draft as the map shows them: homes and their colours, and marks of privates that block hexes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.toml_text import Raw, read, with_value
from tetsudo.lab.design.workspace import COMPANIES_FILE, MAIN_FILE, Texts

DEFAULT_COLOUR: Final = "#6b6b6b"
COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
BLOCKING_POWER: Final = "blocks_hexes"


class Home(NamedTuple):
    """Home of a company: hex and city."""

    company: str
    colour: str
    hex: str
    city: int


def companies(texts: Texts) -> dict[str, Raw]:
    """Lines of the companies by symbol."""
    return _tables(texts, "companies")


def _tables(texts: Texts, name: str) -> dict[str, Raw]:
    found = read(texts.get(COMPANIES_FILE, "")).get(name, {})
    if not isinstance(found, dict):
        return {}
    return {symbol: line for symbol, line in found.items() if isinstance(line, dict)}


def homes(texts: Texts) -> Iterator[Home]:
    """Homes of all companies."""
    for symbol, line in companies(texts).items():
        colour = str(line.get("colour", ""))
        shown = colour if COLOUR.fullmatch(colour) else DEFAULT_COLOUR
        for word in str(line.get("homes", "")).split():
            hex, _, city = word.partition(":")
            yield Home(symbol, shown, hex, int(city) if city.isdecimal() else 0)


def set_home(texts: Texts, company: str, hex: str, city: int, *, is_home: bool) -> Texts:
    """Companies file after a city became a company's home, or ceased to be one.

    A company with one home moves to the new one. Raises BadInput for an unknown company.
    """
    line = companies(texts).get(company)
    if line is None:
        raise BadInput(f"there is no company {company!r}")
    word = f"{hex}:{city}" if city else hex
    words = str(line.get("homes", "")).split()
    if is_home:
        words = [word] if len(words) < 2 else [*(each for each in words if each != word), word]
    else:
        words = [each for each in words if each not in (word, f"{hex}:{city}")]
    text = with_value(texts.get(COMPANIES_FILE, ""), ["companies", company, "homes"], " ".join(words))
    return {COMPANIES_FILE: text}


def blocked(texts: Texts) -> dict[str, str]:
    """Hexes that a private blocks at the start, with its mark."""
    found: dict[str, str] = {}
    for symbol, line in _tables(texts, "privates").items():
        for power in _powers(line):
            if power.get("kind") == BLOCKING_POWER:
                found |= dict.fromkeys(str(power.get("hexes", "")).split(), str(line.get("letter", symbol)))
    return found


def _powers(line: Raw) -> list[dict[str, Any]]:
    powers = line.get("powers", [])
    return [power for power in powers if isinstance(power, dict)] if isinstance(powers, list) else []


def currency(texts: Texts) -> str:
    """Currency of the title."""
    return str(read(texts.get(MAIN_FILE, "")).get("currency", ""))


def full_name(texts: Texts) -> str:
    """Name of the title."""
    return str(read(texts.get(MAIN_FILE, "")).get("name", ""))
