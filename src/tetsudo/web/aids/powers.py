"""What privates' powers do, in words made from their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.model.title import PowerData, Setup
from tetsudo.names import Labels

SENTENCES: Final[Mapping[str, object]] = {
    "blocks_hexes": gettext_lazy("No track is laid in {hexes} until a company owns it or it is closed."),
    "lays_tile": gettext_lazy("{owner} may lay {tiles} in {hexes}{untiled}, {when}{uses}."),
    "terrain_discount": gettext_lazy("{owner} pays {cost} for a hex whose only terrain is {terrain}."),
    "exchange_for_share": gettext_lazy("{owner} may exchange it for a share of {company} from {sources}."),
    "stays_with_player": gettext_lazy(
        "It stays if a player owns it as phase {phase} begins; then it pays {income} and cannot be sold."
    ),
}
"""By kind of power. A title's own kinds, which are not here, say their values."""

OWNERS: Final = {
    "player": gettext_lazy("The player who owns it"),
    "company": gettext_lazy("The company that owns it"),
    "any": gettext_lazy("Its owner"),
}
WHEN: Final = {
    "anytime": gettext_lazy("in stock rounds, between turns and in turns of the owner's companies"),
    "sold": gettext_lazy("at once when it is sold to a company"),
    "track": gettext_lazy("in the track step"),
}
SOURCES: Final = {"ipo": gettext_lazy("the initial offering"), "market": gettext_lazy("the market")}


def sentence(power: PowerData, setup: Setup) -> str:
    """What a power does."""
    words = {key: _word(key, value, setup) for key, value in power.values.items()}
    words["owner"] = str(OWNERS[power.owner_kind])
    if power.kind in SENTENCES:
        return str(SENTENCES[power.kind]).format(**words)
    values = ", ".join(f"{key.replace('_', ' ')} {word}" for key, word in words.items() if key != "owner")
    return f"{words['owner']}: {power.kind.replace('_', ' ')} ({values})."


def _word(key: str, value: Any, setup: Setup) -> str:
    """A value of a power for people; the loader has made ids of names."""
    return READERS[key](value, Labels(setup, ())) if key in READERS else str(value).replace("_", " ")


def _listed(field: str) -> Callable[[Any, Labels], str]:
    return lambda values, labels: ", ".join(labels.label(field, value) for value in values)


def _times(uses: int, labels: Labels) -> str:
    return {0: "", 1: _(", once")}.get(uses, _(", {uses} times").format(uses=uses))


READERS: Final[Mapping[str, Callable[[Any, Labels], str]]] = {
    "hexes": _listed("hex"),
    "tiles": _listed("tile"),
    "company": lambda value, labels: labels.label("company", value),
    "phase": lambda value, labels: labels.setup.phases[value].name,
    "income": lambda value, labels: labels.money(value),
    "cost": lambda value, labels: labels.money(value) if value else _("nothing"),
    "when": lambda value, labels: str(WHEN[value]),
    "sources": lambda values, labels: _(" or ").join(str(SOURCES[value]) for value in values),
    "untiled": lambda value, labels: _(" if no tile lies there") if value else "",
    "uses": _times,
}
