"""Refusal of an unknown name: what does not exist, the nearest names, and all names if they are few."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import Final

from tetsudo.core.errors import BadInput, UnknownName

MIN_SIMILARITY: Final = 0.6
"""Minimum similarity (0 to 1) of a suggested name."""
MAX_SUGGESTIONS: Final = 3
MAX_GAP: Final = 0.1
"""Maximum difference in similarity between the best suggestion and another one."""
MAX_LISTED: Final = 12
"""Maximum number of names for a refusal to list all of them."""
MAX_NAME_LENGTH: Final = 60
"""Maximum number of characters of a user's text that a refusal repeats."""

SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "action": ("There is no action {name}.", " Actions: {known}."),
    "bot": ("There is no bot {name}.", " Bots: {known}, or PATH.py:Class."),
    "card": ("There is no card size {name}.", " Card sizes: {known}."),
    "clause": ("There is no clause {name}.", " Clauses: {known}."),
    "command": ("There is no command {name}.", " Commands: {known}."),
    "company": ("There is no company {name}.", " Companies: {known}."),
    "format": ("There is no format {name}.", " Formats: {known}."),
    "ground": ("There is no ground {name}.", " Grounds: {known}."),
    "hex": ("There is no hex {name}.", " Hexes: {known}."),
    "holder": ("There is no player {name}.", " Players: {known}."),
    "into": ("There is no company {name}.", " Companies: {known}."),
    "key": ("There is no key {name}.", " Keys: {known}."),
    "language": ("There is no language {name}.", " Languages: {known}."),
    "lot": ("There is no lot {name}.", " Lots: {known}."),
    "option": ("There is no option {name}.", " Options: {known}."),
    "owner": ("There is no owner {name}.", " Owners: {known}."),
    "paper": ("There is no paper {name}.", " Papers: {known}."),
    "passage": ("{name} is not a private with a token that companies can pay to pass.", " Privates: {known}."),
    "payout": ("There is no payout {name}.", " Payouts: {known}."),
    "phase": ("There is no phase {name}.", " Phases: {known}."),
    "player": ("There is no player {name}.", " Players: {known}."),
    "piece": ("There are no pieces {name}.", " Pieces: {known}."),
    "plot": ("There is no plot {name}.", " Plots: {known}."),
    "private": ("There is no private {name}.", " Privates: {known}."),
    "reason": ("There is no reason {name}.", " Reasons: {known}."),
    "scenario": ("There is no scenario {name}.", " Scenarios: {known}."),
    "seller": ("There is no seller {name}.", " Sellers: {known}."),
    "source": ("There is no source {name}.", " Sources: {known}."),
    "step": ("There is no step {name}.", " Steps: {known}."),
    "table": ("There is no table {name}.", " Tables: {known}."),
    "theme": ("There is no theme {name}.", " Themes: {known}."),
    "tile": ("There is no tile {name}.", " Tiles: {known}."),
    "title": ("There is no title {name}.", " Titles: {known}."),
    "trade_in": ("There is no train {name}.", " Trains: {known}."),
    "train": ("There is no train {name}.", " Trains: {known}."),
    "variant": ("There is no variant {name}.", " Variants: {known}."),
}
"""Sentence about an unknown name of a kind, and the list of all names of that kind."""


def unknown_name(
    kind: str,
    typed: str,
    names: Iterable[str],
    where: str | None = None,
    *,
    near: Iterable[str] | None = None,
    remedy: BadInput | str = "",
) -> UnknownName:
    """Refusal of a text that is none of the names.

    `where`: the field or option with the text; default: the kind. `near`: the nearest names, if the caller knows
    better. `remedy`: a sentence in the place of a list that would be too long; it begins with a space.
    """
    known = list(dict.fromkeys(names))
    sentence, listed = SENTENCES[kind]
    return UnknownName(
        "{refusal}{suggestion}{names}",
        kind if where is None else where,
        refusal=BadInput(sentence, name=quote_text(typed)),
        suggestion=suggestion(nearest(typed, known) if near is None else near),
        names=BadInput(listed, known=", ".join(known)) if 0 < len(known) <= MAX_LISTED else remedy,
    )


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """Names most similar to a text, the most similar first; letter case does not matter."""
    plain = {name.casefold(): name for name in names}
    word = typed[:MAX_NAME_LENGTH].casefold()
    found = get_close_matches(word, plain, MAX_SUGGESTIONS, MIN_SIMILARITY)
    return [plain[each] for each in found if _similarity(each, word) >= _similarity(found[0], word) - MAX_GAP]


def _similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def suggestion(names: Iterable[str]) -> BadInput | str:
    """Sentence to append to another one, " Did you mean AR?"; "" without names."""
    first, *rest = (*names,) or ("",)
    if not first:
        return ""
    meant: BadInput | str = first
    for each in rest:
        meant = BadInput("{one} or {other}", one=meant, other=each)
    return BadInput(" Did you mean {meant}?", meant=meant)


def hint(typed: str, names: Iterable[str], *, listed: bool = True) -> str:
    """End of a plain sentence about an unknown name: "; did you mean AR?".

    If no name is similar, all names are listed, unless they are many or `listed` is false. A number is similar to none:
    tile 439 is not tile 39.
    """
    known = list(dict.fromkeys(names))
    near = [] if typed.isdecimal() else nearest(typed, known)
    if near:
        return f"; did you mean {' or '.join(near)}?"
    return f"; there are {', '.join(known)}" if listed and 0 < len(known) <= MAX_LISTED else ""


def quote_text(typed: str) -> str:
    """Text of a user as a refusal repeats it: in quotes unless it is one plain word."""
    shown = typed[:MAX_NAME_LENGTH]
    is_plain = re.fullmatch(r"(?=.*\w)[^\s'\"]*[^\s'\".,;:?!]", shown) is not None and shown.isprintable()
    return shown if is_plain else repr(shown)
