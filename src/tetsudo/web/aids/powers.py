"""What privates' powers do, in words made from their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.model.title import PowerData, Setup
from tetsudo.names import Labels
from tetsudo.units import COLOURS, NOBODY, HexId, TileId

SENTENCES: Final[Mapping[str, object]] = {
    "blocks_hexes": gettext_lazy("No track is laid in {hexes} until a company owns it or it is closed."),
    "lays_tile": gettext_lazy("{owner} may lay {tiles} in {hexes}{untiled}, {when}{uses}{amount}."),
    "terrain_discount": gettext_lazy("{owner} pays {cost} for a hex whose only terrain is {terrain}."),
    "exchange_for_share": gettext_lazy(
        "{owner} may exchange it for a share of {company}{token_on} from {sources}{moment}."
    ),
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
    "turn": gettext_lazy("at any point of its turn"),
}
REST: Final = {
    "may": gettext_lazy(": up to {together} tiles together"),
    "must": gettext_lazy(": {together} tiles together"),
    "follows": gettext_lazy(": {together} tiles together"),
}
SOURCES: Final = {"ipo": gettext_lazy("the initial offering"), "market": gettext_lazy("the market")}


FEW: Final = 5
"""So many hexes are named with their places."""

ANY_OF: Final = {
    "yellow": gettext_lazy("any yellow tile"),
    "green": gettext_lazy("any green tile"),
    "brown": gettext_lazy("any brown tile"),
    "grey": gettext_lazy("any grey tile"),
}


def sentence(power: PowerData, setup: Setup) -> str:
    """What a power does."""
    words = {key: _word(key, value, setup) for key, value in power.values.items()}
    words |= {"owner": str(OWNERS[power.owner_kind]), "amount": _amount(power.values), "moment": _moment(power.values)}
    if power.kind in SENTENCES:
        return str(SENTENCES[power.kind]).format(**words)
    values = ", ".join(f"{key.replace('_', ' ')} {word}" for key, word in words.items() if key in power.values)
    return f"{words['owner']}: {power.kind.replace('_', ' ')} ({values})."


def _word(key: str, value: Any, setup: Setup) -> str:
    """A value of a power for people; the loader has made ids of names."""
    return READERS[key](value, Labels(setup, ())) if key in READERS else str(value).replace("_", " ")


def _amount(values: Mapping[str, Any]) -> str:
    """How many tiles one use lays, where it is not one."""
    if values.get("together", 1) == 1:
        return ""
    joined = _(", the later ones joined to the first") if values["joined"] else ""
    return str(REST[values["rest"]]).format(together=values["together"]) + joined


def _moment(values: Mapping[str, Any]) -> str:
    """When an exchange is made, where that is not any time."""
    if values.get("purchase"):
        return _(", as the purchase of a turn in a stock round")
    return _(", in a turn of a stock round") if values.get("when") == "turn" else ""


def _hexes(hexes: Sequence[HexId], labels: Labels) -> str:
    """With their places, unless they are many."""
    if len(hexes) <= FEW:
        return ", ".join(labels.label("hex", hex) for hex in hexes)
    return ", ".join(labels.setup.map.hexes[hex].name for hex in hexes)


def _tiles(tiles: Sequence[TileId], labels: Labels) -> str:
    """By number, unless they are all ordinary ones of a colour."""
    found = [labels.setup.tiles[tile] for tile in tiles]
    colours = {tile.colour for tile in found}
    ordinary = {tile.id for tile in labels.setup.tiles if tile.colour in colours and not tile.special}
    if len(colours) == 1 and set(tiles) == ordinary:
        return str(ANY_OF[COLOURS[found[0].colour]])
    return ", ".join(labels.label("tile", tile) for tile in tiles)


def _times(uses: int, labels: Labels) -> str:
    return {0: "", 1: _(", once")}.get(uses, _(", {uses} times").format(uses=uses))


READERS: Final[Mapping[str, Callable[[Any, Labels], str]]] = {
    "hexes": _hexes,
    "tiles": _tiles,
    "company": lambda value, labels: _("any company") if value == NOBODY else labels.label("company", value),
    "token_on": lambda value, labels: (
        "" if value == NOBODY else _(" with a token in {hex}").format(hex=labels.label("hex", value))
    ),
    "phase": lambda value, labels: labels.setup.phases[value].name,
    "income": lambda value, labels: labels.money(value),
    "cost": lambda value, labels: labels.money(value) if value else _("nothing"),
    "when": lambda value, labels: str(WHEN[value]),
    "sources": lambda values, labels: _(" or ").join(str(SOURCES[value]) for value in values),
    "untiled": lambda value, labels: _(" if no tile lies there") if value else "",
    "uses": _times,
}
