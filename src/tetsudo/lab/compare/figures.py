"""Kinds of figures, in order: their names, and what to say if one edition has more or less than another."""

from __future__ import annotations

from typing import Final, NamedTuple

from tetsudo.lab.compare.measures import Key


class Kind(NamedTuple):
    """A kind of figure. `{of}` stands for the phase, company, private, seat, hex or round that a figure is of.

    `is_rate`: a share of games, shown in percent. `is_listed`: differences are told together, not one by one.
    """

    name: str
    more: str
    less: str
    is_rate: bool = False
    is_listed: bool = False
    unit: str = ""


PERCENT: Final = " %"

KINDS: Final[dict[str, Kind]] = {
    "actions": Kind("Actions a game", "Games are longer in actions", "Games are shorter in actions"),
    "stock_rounds": Kind("Stock rounds", "Games have more stock rounds", "Games have fewer stock rounds"),
    "operating_rounds": Kind(
        "Operating rounds", "Games have more operating rounds", "Games have fewer operating rounds"
    ),
    "end": Kind("Games ended by {of}", "More games end by {of}", "Fewer games end by {of}", is_rate=True),
    "bankruptcies": Kind("Bankruptcies a game", "There are more bankruptcies", "There are fewer bankruptcies"),
    "worth": Kind("Final worth, average of all players", "Players end richer", "Players end poorer"),
    "lead": Kind("Winner's lead, of the winner's worth", "Winners lead by more", "Winners lead by less", unit=PERCENT),
    "seat_wins": Kind("Wins of seat {of}", "Seat {of} wins more often", "Seat {of} wins less often", is_rate=True),
    "seat_lead": Kind(
        "Lead of seat {of} over the average", "Seat {of} ends further ahead", "Seat {of} ends less far ahead",
        unit=PERCENT,
    ),
    "phase_reached": Kind(
        "Games that reach phase {of}", "More games reach phase {of}", "Fewer games reach phase {of}", is_rate=True
    ),
    "phase_round": Kind(
        "Operating round in which phase {of} begins", "Phase {of} begins later", "Phase {of} begins earlier"
    ),
    "lot_price": Kind("Price of {of}", "{of} sells for more", "{of} sells for less"),
    "lot_lead": Kind(
        "Lead of the buyer of {of} over the average", "Buyers of {of} end further ahead",
        "Buyers of {of} end less far ahead", unit=PERCENT,
    ),
    "started": Kind("Games in which {of} is started", "{of} is started more often", "{of} is started less often", True),
    "par": Kind("Par of {of}", "{of} has a higher par", "{of} has a lower par"),
    "par_lead": Kind(
        "Lead of who starts {of} over the average", "Who starts {of} ends further ahead",
        "Who starts {of} ends less far ahead", unit=PERCENT,
    ),
    "floats": Kind("Companies floated", "More companies float", "Fewer companies float"),
    "float_round": Kind("Operating rounds before {of} floats", "{of} floats later", "{of} floats earlier"),
    "income": Kind(
        "Income of all companies in operating round {of}", "Companies earn more in operating rounds {of}",
        "Companies earn less in operating rounds {of}", is_listed=True,
    ),
    "trains": Kind("{of}-trains bought", "More {of}-trains are bought", "Fewer {of}-trains are bought"),
    "tiles": Kind("Tiles laid", "More tiles are laid", "Fewer tiles are laid"),
    "tile_use": Kind(
        "Games with a tile laid in {of}", "Tiles are laid more often in {of}", "Tiles are laid less often in {of}",
        is_rate=True, is_listed=True,
    ),
}  # fmt: skip

ENDS: Final = {
    "bank": "the bank",
    "bankrupt": "a bankruptcy",
    "turns": "the last turn",
    "price": "a share price",
}


def of_text(key: Key) -> str:
    """Words for what a figure is of."""
    return ENDS[key.of] if key.kind == "end" else key.of


def name_of(key: Key) -> str:
    """Name of a figure."""
    return KINDS[key.kind].name.format(of=of_text(key))


def value_text(kind: str, value: float) -> str:
    """Value of a figure, with its unit."""
    of = KINDS[kind]
    if of.is_rate:
        return f"{100 * value:.0f} %"
    return f"{value:,.{_decimals(value)}f}{of.unit}"


def _decimals(value: float) -> int:
    """Number of decimals that gives about three digits."""
    return 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
