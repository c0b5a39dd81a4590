"""What powers of privates and companies do, in words made from their data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tetsudo.model.title import Company, PowerData, Private, Setup
from tetsudo.names import Labels
from tetsudo.units import COLOURS, FIXED, NOBODY, HexId, Money, TileId

SENTENCES: Final[Mapping[str, object]] = {
    "blocks_hexes": gettext_lazy("No track is laid in {hexes} until {until}."),
    "lays_tile": gettext_lazy(
        "{owner} may lay {tiles} in {hexes}{untiled}, {when}{uses}:"
        " {price}, without connection, and besides the tile of the turn.{subsidy}"
    ),
    "terrain_discount": gettext_lazy("{owner} pays {cost} for a hex whose only terrain is {terrain}."),
    "exchange_for_share": gettext_lazy("{owner} may exchange it for a share of {company} from {sources}, {when}."),
    "stays_with_player": gettext_lazy(
        "It stays if a player owns it as phase {phase} begins; then it pays {income} and cannot be sold."
    ),
    "stays_open": gettext_lazy("It stays when privates close{later}.{closes}"),
    "first_lay_free": gettext_lazy("In its first turn it pays nothing for a tile in {hexes}{besides}."),
    "ignores_tokens": gettext_lazy(
        "On {colour} tiles in {hexes} others' tokens do not block it: neither its trains nor its way to track and"
        " tokens."
    ),
    "pays_for_token": gettext_lazy("{payee} {amount} at the start of each operating round{owned}."),
    "pays_once": gettext_lazy("In the first operating round that begins in phase {phase} or later it pays {income}."),
    "paid_for_lays": gettext_lazy("The bank pays {amount} into its treasury for each {colour} tile that it lays."),
    "run_bonus": gettext_lazy(
        "Once a {colour} tile lies in {call}, a run that calls there earns {amount} more, once in a turn; the bank pays"
        " {treasury} into the treasury besides."
    ),
    "paid_for_calls": gettext_lazy(
        "{owner} receives {percent}\xa0% of the value of {call} from the bank for each route that calls there, of any"
        " company without a token there."
    ),
    "station": gettext_lazy(
        "As it is bought, the tokens in {token_on} of all companies{but_spared} go back to them, and its own token is"
        " placed there. Instead of placing a token a corporation{but_barred} may pay {cost} to the bank, and then"
        " passes it as if it were not there; one whose token went back does so without paying."
    ),
    "brings": gettext_lazy("{brought}"),
}
"""By kind of power. A title's own kinds, which are not here, say their values."""

OWNERS: Final = {
    "player": gettext_lazy("The player who owns it"),
    "company": gettext_lazy("The company that owns it"),
    "any": gettext_lazy("Its owner"),
}
OWNED: Final = {
    "player": gettext_lazy(", while a player owns it"),
    "company": "",
    "any": gettext_lazy(", while it is owned"),
}
ANYTIME: Final = gettext_lazy("in stock rounds, between turns and in turns of the owner's companies")
LAID_WHEN: Final = {
    "anytime": ANYTIME,
    "track": gettext_lazy("in a stock round, between two companies' turns, or as a company of the owner lays track"),
    "sold": gettext_lazy("at once when it is sold to a company"),
    "turn": gettext_lazy("at any point of its turn"),
}
EXCHANGED_WHEN: Final = {
    "anytime": ANYTIME,
    "stock": gettext_lazy("at any time in a stock round"),
    "turn": gettext_lazy("in a turn of a stock round, besides the purchase"),
}
AS_PURCHASE: Final = gettext_lazy("in a stock round, as the purchase of a turn without sales")
SOURCES: Final = {"ipo": gettext_lazy("the initial offering"), "market": gettext_lazy("the market")}

FEW_HEXES: Final = 4
"""So many hexes are named by their places too; more only by their coordinates."""


BROUGHT: Final = {
    "share": gettext_lazy("Its buyer receives a share of {company} with it."),
    "president": gettext_lazy("Its buyer receives the president's certificate of {company}, and sets the par at once."),
    "par": gettext_lazy("Its buyer sets the par of {company} at once."),
}


def sentence(power: PowerData, setup: Setup) -> str:
    """What a power does."""
    labels = Labels(setup, ())
    words = {key: _word(key, value, labels) for key, value in power.values.items()}
    words |= {"owner": str(OWNERS[power.owner_kind]), "owned": str(OWNED[power.owner_kind])}
    if power.kind not in SENTENCES:
        values = ", ".join(f"{key.replace('_', ' ')} {word}" for key, word in words.items() if key in power.values)
        return f"{words['owner']}: {power.kind.replace('_', ' ')} ({values})."
    if power.kind in FORMS:
        words |= FORMS[power.kind](power.values, labels)
    return str(SENTENCES[power.kind]).format(**words)


def sentences(bearer: Private | Company, setup: Setup) -> list[str]:
    """What a private or company does: a sentence or two for each power."""
    if isinstance(bearer, Private):
        return [sentence(power, setup) for power in bearer.powers]
    return [sentence(_own(power, bearer), setup) for power in bearer.powers]


def _own(power: PowerData, company: Company) -> PowerData:
    """A company's power, which is about the company itself where it names none."""
    if power.values.get("company") != NOBODY:
        return power
    return replace(power, values={**power.values, "company": company.id})


def _word(key: str, value: Any, labels: Labels) -> str:
    """A value of a power for people; the loader has made ids of names."""
    return READERS[key](value, labels) if key in READERS else str(value).replace("_", " ")


def _hexes(values: Sequence[HexId], labels: Labels) -> str:
    if len(values) <= FEW_HEXES:
        return ", ".join(labels.label("hex", value) for value in values)
    return ", ".join(labels.setup.map.hexes[value].name for value in values)


def _times(uses: int, labels: Labels) -> str:
    return {0: "", 1: _(", once")}.get(uses, _(", {uses} times").format(uses=uses))


def _hex(value: HexId, labels: Labels) -> str:
    return labels.label("hex", value)


def _money(value: Money, labels: Labels) -> str:
    return labels.money(value)


READERS: Final[Mapping[str, Callable[[Any, Labels], str]]] = {
    "hexes": _hexes,
    "token_on": _hex,
    "call": _hex,
    "amount": _money,
    "treasury": _money,
    "colour": lambda value, labels: COLOURS[value],
    "tiles": lambda values, labels: ", ".join(labels.label("tile", value) for value in values),
    "company": lambda value, labels: labels.label("company", value),
    "phase": lambda value, labels: labels.setup.phases[value].name,
    "income": _money,
    "cost": _money,
    "sources": lambda values, labels: _(" or ").join(str(SOURCES[value]) for value in values),
    "uses": _times,
}


def _lay(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """What is laid, where and when, and what trains get for it."""
    special = any(labels.setup.tiles[tile].special for tile in values["tiles"])
    return {
        "tiles": _laid(values, labels),
        "untiled": _(" if no tile lies there") if special and _may_be_tiled(values["hexes"], labels.setup) else "",
        "when": str(LAID_WHEN[values["when"]]),
        "price": _("for what the terrain costs") if values.get("pays") else _("free"),
        "subsidy": "".join(_subsidy(tile, labels) for tile in values["tiles"]),
    }


def _laid(values: Mapping[str, Any], labels: Labels) -> str:
    """The tiles of one use: one of several, some of a colour, or all of them together."""
    tiles, together = values["tiles"], values["together"]
    colour = _colour(tiles, labels.setup)
    names = [labels.label("tile", tile) for tile in tiles]
    if together == len(tiles):
        return _(" and ").join(names)
    if together == 1:
        text = _("a {colour} tile") if colour else _("one of {tiles}")
    else:
        text = _("{number} {colour} tiles{joined}") if colour else _("{number} of {tiles}{joined}")
    return text.format(
        number=_("up to {number}").format(number=together) if values["rest"] in ("may", "asked") else together,
        colour=colour,
        tiles=", ".join(names),
        joined=_(", joined by track,") if values["joined"] else "",
    )


def _colour(tiles: Sequence[TileId], setup: Setup) -> str:
    """The colour of which these are all tiles that are no power's own; "" if there is none."""
    colour = setup.tiles[tiles[0]].colour
    ordinary = {tile.id for tile in setup.tiles if tile.colour == colour and not tile.special}
    return COLOURS[colour] if set(tiles) == ordinary else ""


def _may_be_tiled(hexes: Sequence[HexId], setup: Setup) -> bool:
    """Whether tiles of the turn may be laid on one of these."""
    return any(setup.faces[setup.map.hexes[hex].printed].colour not in FIXED for hex in hexes)


def _subsidy(tile: TileId, labels: Labels) -> str:
    """What trains that call at a tile get from the bank."""
    subsidy = sum(node.subsidy for node in labels.setup.faces[labels.setup.face_of[tile, 0]].nodes)
    if not subsidy:
        return ""
    text = _(" Any company's train that runs to or through {tile} brings {subsidy} from the bank into its treasury.")
    return text.format(tile=labels.label("tile", tile), subsidy=labels.money(subsidy))


def _exchange(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """Whose share, and when."""
    company = labels.label("company", values["company"])
    if values["company"] == NOBODY:
        company = _("a company with a token in {hex}").format(hex=labels.label("hex", values["token_on"]))
    return {"company": company, "when": str(AS_PURCHASE if values["purchase"] else EXCHANGED_WHEN[values["when"]])}


def _block(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """Until when hexes are blocked."""
    ends = [_("a company owns it"), _("it is closed")]
    if "until_phase" in values:
        ends.insert(0, _("phase {phase} begins").format(phase=labels.setup.phases[values["until_phase"]].name))
    if "until_turn" in values:
        ends[0] = _("{company} begins its first turn").format(company=labels.label("company", values["until_turn"]))
    return {"until": _(" or ").join([", ".join(ends[:-1]), ends[-1]])}


def _discount(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """What is paid at the most."""
    cost = values["cost"]
    return {"cost": _("at most {cost}").format(cost=labels.money(cost)) if cost else _("nothing")}


def _stay(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """What it pays once it has stayed, and what closes it."""
    later = _(", and then pays {income} and cannot be bought by a company")
    closes = _(" It closes when {company} buys a train.")
    return {
        "later": later.format(income=labels.money(values["income"])) if "income" in values else "",
        "closes": closes.format(company=labels.label("company", values["closes_with"]))
        if "closes_with" in values
        else "",
    }


def _token_income(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """Who is paid for a token; a company's own power names none."""
    hex = labels.label("hex", values["token_on"])
    if values.get("company", NOBODY) != NOBODY:
        payee = _("{company}, if it has a token in {hex}, receives")
        return {"payee": payee.format(company=labels.label("company", values["company"]), hex=hex)}
    return {"payee": _("Each corporation with a token in {hex} receives").format(hex=hex)}


def _passage(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """Whose tokens stay, and who may not pay to pass."""
    spared, barred = (
        _(" or ").join(labels.label("company", company) for company in values[key]) for key in ("spared", "barred")
    )
    return {
        "but_spared": _(" but {companies}").format(companies=spared) if spared else "",
        "but_barred": _(", but not {companies},").format(companies=barred) if barred else "",
    }


def _brought(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    """What comes with a lot."""
    return {"brought": str(BROUGHT[values["what"]]).format(company=labels.label("company", values["company"]))}


def _besides(values: Mapping[str, Any], labels: Labels) -> dict[str, str]:
    return {"besides": _(", and lays it besides its ordinary one") if labels.setup.rules.free_lay == "extra" else ""}


FORMS: Final[Mapping[str, Callable[[Mapping[str, Any], Labels], dict[str, str]]]] = {
    "lays_tile": _lay,
    "exchange_for_share": _exchange,
    "blocks_hexes": _block,
    "terrain_discount": _discount,
    "stays_open": _stay,
    "pays_for_token": _token_income,
    "station": _passage,
    "brings": _brought,
    "first_lay_free": _besides,
}
"""By kind of power, words that take several of its values."""
