"""Trains, phases, companies and privates from data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tetsudo.core.actions import DIVIDENDS, HALF
from tetsudo.core.units import COLOURS, GREY, NOBODY, WHITE, HexId, Money, Percent, PrivateId, TrainId
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.map import Map
from tetsudo.engine.model.tiles import CITY, Face
from tetsudo.engine.model.title import MINOR, Company, Formation, Member, Phase, Private, TrainKind
from tetsudo.titles.data.power_registry import Kinds
from tetsudo.titles.data.powers import Names, build_company_powers, build_private_powers
from tetsudo.titles.data.toml_table import TomlTable, format_value

COMPANY_KINDS: Final = ("corporation", MINOR)
DEFAULT_HALF_STEP: Final = 2
"""Default `half_step`: a half dividend pays half of the revenue, rounded down."""
MAX_TRAINS: Final = 99
"""Maximum number of trains of one kind."""
MAX_TOKENS: Final = 20
"""Maximum number of tokens of one company."""
COLOUR_CODE: Final = re.compile("#[0-9a-f]{6}")
COLOUR_NAMES: Final = {
    "black": "#000000",
    "blue": "#0000ff",
    "brown": "#a52a2a",
    "cyan": "#00ffff",
    "gold": "#ffd700",
    "gray": "#808080",
    "green": "#008000",
    "lightblue": "#add8e6",
    "lightgreen": "#90ee90",
    "lime": "#00ff00",
    "magenta": "#ff00ff",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffa500",
    "pink": "#ffc0cb",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "teal": "#008080",
    "violet": "#ee82ee",
    "white": "#ffffff",
    "yellow": "#ffff00",
}
"""Codes of colours by their names in CSS, as 18xx.games writes them."""


def build_trains(table: TomlTable) -> tuple[TrainKind, ...]:
    """Train table, cheapest first. A count of 0 in the data means unlimited and becomes -1."""
    ids = {name: id for id, name in enumerate(table.raw)}
    trains = tuple(_train(ids[name], name, line, ids) for name, line in table.tables())
    if not trains and not table.is_hidden:
        table.refuse("there is no train")
    return trains


def _train(id: TrainId, name: str, line: TomlTable, ids: Mapping[str, TrainId]) -> TrainKind:
    train = TrainKind(
        id=id,
        name=line.text("name", name),
        stops=line.number("stops"),
        price=line.number("price", minimum=1),
        count=line.number("count", maximum=MAX_TRAINS) or -1,
        rusted_by=line.id(ids, "rusted_by", "train", ""),
        available_from=line.id(ids, "after", "train", ""),
        trade_ins=line.ids(ids, "trade_ins", "train", ""),
        trade_in_price=line.number("trade_in_price", 0),
        diesel=line.flag("diesel", False),
        towns=line.number("towns", -1),
        exported=line.flag("exported", False),
    )
    if NOBODY != train.rusted_by <= id:
        line.refuse("is rusted by a train that comes before it", "rusted_by")
    if train.available_from >= id:
        line.refuse("comes after a train that comes after it", "after")
    if bool(train.trade_ins) != bool(train.trade_in_price):
        line.contradict("needs trade_ins and trade_in_price, or neither", "trade_in_price")
    line.check_all_read()
    return train


def build_phases(table: TomlTable, trains: TomlTable) -> tuple[Phase, ...]:
    """Phase table; only the first phase has no trigger."""
    ids = {name: id for id, name in enumerate(trains.raw)}
    phases = tuple(_phase(name, line, ids) for name, line in table.tables())
    if phases and phases[0].trigger != NOBODY:
        table.refuse("must not be there: the first phase begins with the game", f"{phases[0].name}.trigger")
    if not phases and not table.is_hidden:
        table.refuse("there is no phase")
    for phase, before in zip(phases[1:], phases[:-1], strict=True):
        is_known = table.table(phase.name).is_sound and table.table(before.name).is_sound
        if is_known and (phase.trigger <= before.trigger or phase.colour < before.colour):
            table.refuse("comes too late: its trigger or its tiles are older than those before it", phase.name)
    return phases


def _phase(name: str, line: TomlTable, ids: Mapping[str, TrainId]) -> Phase:
    colours = COLOURS[WHITE + 1 : GREY + 1]
    phase = Phase(
        name=name,
        trigger=line.id(ids, "trigger", "train", ""),
        train_limit=line.number("train_limit", minimum=1),
        colour=line.colour("tiles", colours),
        offboard=line.colour("offboard", colours),
        operating_rounds=line.number("operating_rounds", minimum=1),
        sells_privates=line.flag("sells_privates", False),
        closes_privates=line.flag("closes_privates", False),
        trades_trains=line.flag("trades_trains", True),
        floats_fully=line.flag("floats_fully", False),
        train_limits=_numbers_under(line, "train_limits"),
        lays=_numbers_under(line, "lays"),
        payouts=_payouts_under(line),
    )
    line.check_all_read()
    return phase


def _numbers_under(line: TomlTable, key: str) -> dict[str, int]:
    """Numbers of an optional table, each at least 1."""
    numbers = line.table(key, optional=True)
    return {name: numbers.number(name, minimum=1) for name in numbers.raw}


def _payouts_under(line: TomlTable) -> dict[str, tuple[int, ...]]:
    """Payout choices in a phase for companies with special rules."""
    table = line.table("payouts", optional=True)
    return {whose: _payouts(table, whose) for whose in table.raw}


def _payouts(line: TomlTable, key: str, default: str | None = None) -> tuple[int, ...]:
    return tuple(DIVIDENDS.index(word) for word in line.words_among(key, DIVIDENDS, default))


def build_companies(
    table: TomlTable, map: Map, faces: Sequence[Face], names: Names, kinds: Kinds
) -> tuple[Company, ...]:
    """Companies by id. The float percentage is an option, set by `titles.setup_builder`."""
    companies = tuple(_company(symbol, line, map, faces, names, kinds) for symbol, line in table.tables())
    for company in companies:
        if company.forms is not None and _are_sound(table, company, companies):
            _check_forming(table.table(company.symbol), company, company.forms, companies)
    return companies


def _company(
    symbol: str,
    line: TomlTable,
    map: Map,
    faces: Sequence[Face],
    names: Names,
    kinds: Kinds,
) -> Company:
    is_minor = line.one_of("kind", COMPANY_KINDS, "corporation") == MINOR
    share = 10 if is_minor else line.number("share", 10, minimum=1)
    if 100 % share:
        line.refuse(f"must divide 100, not {share}", "share")
        share = 10
    presidents = line.number("president_shares", 100 // share if is_minor else 2)
    company = Company(
        id=names.companies[symbol],
        symbol=symbol,
        name=line.text("name"),
        homes=_homes(line, map, faces, names),
        token_prices=_token_prices(line),
        colour=_colour_code(line),
        float_percent=0,
        share=share,
        ordinary=line.number("ordinary", 100 // share - presidents),
        president_shares=presidents,
        kind=line.one_of("kind", COMPANY_KINDS, "corporation"),
        native=line.text("native", ""),
        lays_home=line.flag("lays_home", False),
        destination=line.id(names.by_form["hex"], "destination", "hex", ""),
        bonus=line.number("bonus", 0),
        payouts=_payouts(line, "payouts", "pay withhold"),
        half_step=line.number("half_step", DEFAULT_HALF_STEP, minimum=2),
        forms=_forming(line.table("forms"), names) if "forms" in line and not is_minor else None,
        bearer=line.id(names.companies, "bearer", "company", ""),
        powers=build_company_powers(line, names, kinds),
        price=line.number("price", minimum=1) if is_minor else 0,
        capital=line.number("capital") if is_minor else 0,
        reserved=0 if is_minor else line.number("reserved", 0),
        president_reserved=not is_minor and line.flag("president_reserved", False),
        pars=() if is_minor else line.numbers("pars", ""),
        home_phases=line.ids(names.phases, "home_phases", "phase", ""),
        chooses_home=line.flag("chooses_home", False),
        floats=0 if is_minor else line.number("floats", 0),
    )
    if bool(company.bonus) != (company.destination != NOBODY):
        line.contradict("needs destination and bonus, or neither", "bonus")
    _check_certificates(line, company)
    if company.half_step != DEFAULT_HALF_STEP and HALF not in company.payouts:
        line.contradict("says nothing where payouts have no half", "half_step")
    if company.home_phases and len(company.home_phases) != len(company.homes):
        line.contradict("must be as many as there are homes", "home_phases")
    if len(company.token_prices) < company.home_tokens:
        line.contradict("has fewer tokens than homes", "tokens")
    if company.chooses_home:
        _check_choice(line, company)
    line.check_all_read()
    return company


def _check_choice(line: TomlTable, company: Company) -> None:
    """Raise BadData unless a company that chooses its home has a choice, and nothing that depends on all its homes."""
    if len(company.homes) < 2:
        line.contradict("says nothing for a company with one home", "chooses_home")
    for key in ("home_phases", "lays_home", "destination", "forms", "bearer"):
        if key in line:
            line.contradict("cannot be combined with chooses_home", key)


def _check_certificates(line: TomlTable, company: Company) -> None:
    """Raise BadData unless the certificates make up the whole company; payouts, floating and limits count shares.

    1888*-CO-01, 1890-6.1-a, 1890-6.1-b, 1890-11.4-a.
    """
    shares = company.shares
    others = shares - company.president_shares
    if company.president_shares not in range(1, shares + 1):
        line.contradict(f"must be from 1 to {shares}, not {company.president_shares}", "president_shares")
    elif company.kind == MINOR and company.president_shares < shares:
        line.contradict(f"must be {shares}: a minor is one certificate", "president_shares")
    elif company.ordinary != others:
        shares_text = f"{shares} shares of {company.share} %"
        sentence = f"must be {others}, so that with the president's certificate there are {shares_text}"
        line.contradict(f"{sentence}, not {company.ordinary}", "ordinary")
    elif company.reserved > company.ordinary:
        line.contradict(f"must be at most {company.ordinary}, as many as there are", "reserved")
    if company.floats > 100:
        line.refuse(f"must be at most 100, not {company.floats}", "floats")


def _forming(line: TomlTable, names: Names) -> Formation:
    """Formation rules of a company: its capital in par prices, and its minors in the order of required joining."""
    lines = line.list_of_tables("members")
    forming = Formation(tuple(_member(each, names) for each in lines), line.number("pars"))
    if [member.president for member in forming.members].count(True) != 1:
        line.contradict("must be one, and no more, with the president's certificate", "members")
    line.check_all_read()
    return forming


def _member(line: TomlTable, names: Names) -> Member:
    member = Member(
        minor=line.id(names.companies, "minor", "company"),
        may=line.id(names.phases, "may", "phase", ""),
        must=line.id(names.phases, "must", "phase", ""),
        certificates=line.number("certificates", 0),
        cash=line.number("cash", 100),
        president=line.flag("president", False),
    )
    if member.president and member.must == NOBODY:
        line.contradict("is missing: without it the company might never operate", "must")
    line.check_all_read()
    return member


def _are_sound(table: TomlTable, company: Company, companies: Sequence[Company]) -> bool:
    """True if a company and the minors that it forms from can be compared."""
    members = company.forms.members if company.forms else ()
    return table.table(company.symbol).is_sound and all(
        table.table(companies[member.minor].symbol).is_sound for member in members
    )


def _check_forming(line: TomlTable, company: Company, forming: Formation, companies: Sequence[Company]) -> None:
    """Raise BadData unless the company's homes are those of its minors, whose tokens it takes over."""
    homes = [home for member in forming.members for home in companies[member.minor].homes]
    if set(homes) != set(company.homes):
        line.contradict("must be those of the minors that it forms from", "homes")


def _token_prices(line: TomlTable) -> tuple[Money, ...]:
    """Token prices such as "0 40 40", or a number of tokens priced by the option `token_prices`."""
    if isinstance(line.value("tokens"), int):
        return (0,) * line.number("tokens", minimum=1, maximum=MAX_TOKENS)
    if not isinstance(line.raw.get("tokens", ""), str):
        given = format_value(line.raw["tokens"])
        line.refuse(f'must be prices such as "0 40", or a number of tokens, not {given}', "tokens")
        return ()
    prices = line.numbers("tokens")
    if len(prices) > MAX_TOKENS:
        line.refuse(f"must be at most {MAX_TOKENS}, not {len(prices)}", "tokens")
    return prices


def _homes(line: TomlTable, map: Map, faces: Sequence[Face], names: Names) -> tuple[tuple[HexId, int], ...]:
    """Homes of a company, without those that are refused."""
    found = (_home(word, line, map, faces, names.by_form["hex"]) for word in line.words("homes"))
    return tuple(home for home in found if home is not None)


def _home(
    word: str, line: TomlTable, map: Map, faces: Sequence[Face], hexes: Mapping[str, HexId]
) -> tuple[HexId, int] | None:
    """Hex and city number of a home: "K8", or "C9:1"; None if it is refused or cannot be known."""
    name, _, number = word.partition(":")
    if name not in hexes:
        line.refuse(f"{name!r} is no hex{hint(name, hexes)}", "homes")
    hex = hexes.get(name, NOBODY)
    if hex == NOBODY:
        return None
    nodes = faces[map.hexes[hex].printed].nodes
    city = int(number) if number.isdecimal() else 0
    if city >= len(nodes) or nodes[city].kind != CITY:
        line.refuse(f"{name} has no city {city}", "homes")
        return None
    return hex, city


def _colour_code(line: TomlTable) -> str:
    """Colour of a company, such as #37383a."""
    colour = line.text("colour").casefold()
    if not COLOUR_CODE.fullmatch(colour) and isinstance(line.raw.get("colour"), str):
        line.refuse(f"must be like #37383a, not {colour!r}{_code_hint(colour)}", "colour")
    return colour


def _code_hint(colour: str) -> str:
    """Colour code for a common name of a colour, or for a short code, as the end of a sentence."""
    code = COLOUR_NAMES.get(colour.replace("grey", "gray"), "")
    if re.fullmatch("#[0-9a-f]{3}", colour):
        code = "#" + "".join(2 * digit for digit in colour[1:])
    return f"; did you mean {code}?" if code else ""


@dataclass(frozen=True, slots=True)
class SaleRange:
    """Price range for a company buying a private, in percent of face value (1889-PBY-02, 1888N-PRV-05, 1890-10.9-c)."""

    low: Percent
    high: Percent

    def min_price(self, price: Money) -> Money:
        """Minimum price, rounded up and at least 1: a private cannot be given away."""
        return max(1, -(-price * self.low // 100))

    def max_price(self, price: Money) -> Money:
        """Maximum price, rounded down."""
        return price * self.high // 100


def build_private(id: PrivateId, symbol: str, line: TomlTable, sale: SaleRange, names: Names, kinds: Kinds) -> Private:
    """Build a private in play. `low` and `high` in its data override the table's percentages."""
    price = line.number("price")
    low, high = _sale_range(line, sale, price)
    minor = line.id(names.companies, "minor", "company", "")
    private = Private(
        id=id,
        symbol=symbol,
        name=line.text("name"),
        price=price,
        falls=line.number("falls", 0),
        face=line.number("face", price),
        income=line.number("income") if minor == NOBODY else 0,  # an option sets the income of a converted minor
        low=low,
        high=high,
        powers=build_private_powers(line, names, kinds),
        letter=line.text("letter", ""),
        native=line.text("native", ""),
        tokens=line.number("tokens", 0),
        late=line.flag("late", False),
        minor=minor,
        must=line.id(names.phases, "must", "phase", ""),
        counted=line.flag("counted", True),
    )
    if private.must != NOBODY == minor:
        line.contradict("says nothing without a minor", "must")
    _check_station(line, private)
    line.check_all_read()
    return private


def _sale_range(line: TomlTable, sale: SaleRange, price: Money) -> tuple[Money, Money]:
    """Minimum and maximum price for a company; 0 twice if no company may buy the private."""
    if line.flag("for_sale", True):
        return line.number("low", sale.min_price(price)), line.number("high", sale.max_price(price))
    for key in ("low", "high"):
        if key in line:
            line.refuse("says nothing where for_sale is false", key)
    return 0, 0


def _check_station(line: TomlTable, private: Private) -> None:
    """Raise BadData unless the private has exactly the station tokens that its powers place."""
    placed = sum(power.power.tokens for power in private.powers)
    if placed != private.tokens:
        wanted = f"must be {placed}, as its station says, not {private.tokens}"
        line.contradict(wanted if placed else "says nothing without a station", "tokens")
