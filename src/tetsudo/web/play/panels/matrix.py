"""Matrix of players and companies: holdings, and the cells for buying and selling shares.

Companies are rows, in the title's order; players are columns, in seat order. Neither ever moves. Amounts have no
currency sign and shares no percent sign; the heads show the units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from django.utils.translation import gettext as _

from tetsudo.core.actions import BuyShare, Descriptor, Par, SellShares
from tetsudo.core.open_actions import Sales
from tetsudo.core.units import NOBODY, Money, money_text
from tetsudo.draw import short_names
from tetsudo.draw.text.rows import STATUS, UNLIMITED, CompanyRow, PlayerRow, TrainRow, train_rows
from tetsudo.engine.model.title import MINOR, Company
from tetsudo.engine.state.ownership import market_of
from tetsudo.engine.state.state import AUCTION_ROUND, CLOSED, FLOATED, bank_cash
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.play.scene.values import Chip, Value, chips, drop_common_marks, drop_common_row_marks

if TYPE_CHECKING:
    from tetsudo.web.play.scene.scene import Comparison

OFFER: Final = "offer"
MARKET: Final = "market"
OWN: Final = "own"
"""Places of a company's shares with available actions."""

MANY_PLAYERS: Final = 5
"""Number of players from which a phone shows half of the matrix at a time."""

MAX_HEAD_LENGTH: Final = 5
"""Maximum length of a player's name over a column."""

MAX_CELL_CHARACTERS: Final = 4
"""Maximum number of characters for trains, or privates, in a cell; if there are more, they are counted."""


class Cell(NamedTuple):
    """A cell of shares. `column`: name in the CSS class; `slot`: the place to trade in, if any; `says`: the action."""

    value: Value
    column: str
    slot: str = ""
    says: str = ""

    @property
    def kind(self) -> str:
        """CSS classes."""
        president = " pres" if self.value.is_president else ""
        return f"col-{self.column} half-shares{president}{self.value.mark}"


class Head(NamedTuple):
    """Head of a player's column. `name`: the text shown; `full`: the player's name at this table."""

    name: str
    full: str
    has_priority: bool
    to_act: bool
    is_own: bool


class Line(NamedTuple):
    """A company's row. `kind`: CSS classes; `shares`: in the IPO, in the market, then of each player."""

    symbol: str
    name: str
    kind: str
    price: Value
    shares: list[Cell]
    treasury: Value
    trains: list[Chip]
    tokens: Value
    last_run: Value


class Total(NamedTuple):
    """A row below the companies: a value for each player."""

    kind: str
    name: str
    values: list[Value]


class OwnedPrivates(NamedTuple):
    """A player's privates: the letter and name of each, or the count with all names."""

    letters: list[tuple[str, str]]
    is_changed: bool

    @property
    def mark(self) -> str:
        """CSS class for changed values."""
        return " changed" if self.is_changed else ""


class Sale(NamedTuple):
    """A train type, its price, and the number left."""

    name: str
    price: str
    left: str


class Depot(NamedTuple):
    """Trains on sale, the next type, the types that rust and their triggers, and the bank's cash."""

    on_sale: list[Sale]
    then: list[Sale]
    rust: list[tuple[str, str]]
    bank: str


def matrix(both: Comparison) -> dict[str, Any]:
    """Template context for the matrix."""
    scene, players = both.scene, [now for now, _before in both.players]
    lit, names = offers_by_cell(scene), short_names(both.now.names, MAX_HEAD_LENGTH)
    return {
        "heads": [
            _head(scene, player, row, short) for player, (row, short) in enumerate(zip(players, names, strict=True))
        ],
        "rows": drop_common_row_marks(
            [_line(both, now, before, lit) for now, before in _companies_in_order(both)],
            ("price", "treasury", "last_run"),
        ),
        "totals": list(_totals(both)),
        "owned": [_owned_privates(both, now, before) for now, before in both.players],
        "depot": _depot(both),
        "is_folded": both.now.state.round == AUCTION_ROUND,
        "is_many": len(players) >= MANY_PLAYERS,
        "is_in_money": both.now.is_over,
        "unit": both.now.setup.currency if both.now.is_over else "%",
    }


def _head(scene: Scene, player: int, row: PlayerRow, short: str) -> Head:
    """Head of a column: "You" for a viewer with one seat; with several seats "You" would move, so names are used."""
    is_own = player == scene.viewer
    name = _("You") if is_own and len(scene.own_seats) == 1 else short
    return Head(name, row.name, row.has_priority, row.to_act, is_own)


def _companies_in_order(both: Comparison) -> list[tuple[CompanyRow, CompanyRow]]:
    """Companies in the title's order, now and before."""
    return sorted(both.companies, key=lambda rows: both.now.setup.company(rows[0].symbol).id)


# Available trades

OffersByCell: TypeAlias = Mapping[tuple[str, str], Descriptor]
"""Offers by a company's symbol and the place of its shares."""


def offers_by_cell(scene: Scene) -> OffersByCell:
    """The viewer's offers to buy, start or sell now: the first one for each company and place."""
    found: dict[tuple[str, str], Descriptor] = {}
    market, companies = market_of(scene.game.state), scene.game.setup.companies
    for offer in scene.offers:
        if isinstance(offer, Par):
            found.setdefault((companies[offer.company].symbol, OFFER), offer)
        elif isinstance(offer, BuyShare):
            found.setdefault((companies[offer.company].symbol, MARKET if offer.source == market else OFFER), offer)
        elif isinstance(offer, SellShares | Sales):
            found.setdefault((companies[offer.company].symbol, OWN), offer)
    return found


def _cell_text(both: Comparison, symbol: str, slot: str, offer: Descriptor) -> str:
    """Text of a highlighted cell's action."""
    view, money = both.now.companies[symbol], both.labels.money
    if isinstance(offer, Par):
        said, price = _("Start %(company)s"), 0
    elif slot == OFFER:
        said, price = _("Buy %(company)s from the IPO, %(price)s"), view.offering_price
    elif slot == MARKET:
        said, price = _("Buy %(company)s from the market, %(price)s"), view.price
    else:
        said, price = _("Sell %(company)s, %(price)s a share"), view.price
    return said % {"company": symbol, "price": money(price)}


# Companies


def _line(both: Comparison, now: CompanyRow, before: CompanyRow, lit: OffersByCell) -> Line:
    def cell(slot: str, value: Value, column: str) -> Cell:
        offer = lit.get((now.symbol, slot))
        return Cell(value, column, slot, _cell_text(both, now.symbol, slot, offer)) if offer else Cell(value, column)

    facts = both.now.setup.company(now.symbol)
    held = _holding_formatter(both, facts)
    return Line(
        now.symbol,
        now.name,
        " ".join(_kinds(now, is_minor=facts.kind == MINOR)),
        _figure(now.price, before.price, is_shown=now.price > 0),
        [
            cell(OFFER, _unsold_percent(both, now.offering, before.offering), "offer"),
            cell(MARKET, _unsold_percent(both, now.market, before.market), "market"),
            *(
                cell(OWN if player == both.scene.viewer else "", held(now, before, name), "player")
                for player, name in enumerate(both.now.names)
            ),
        ],
        _figure(now.cash, before.cash, is_shown=now.status == STATUS[FLOATED]),
        _fitting_chips(chips(now.trains, before.trains)),
        _tokens(both, now, before),
        _figure(now.last_run, before.last_run, is_shown=now.last_run != NOBODY and now.status == STATUS[FLOATED]),
    )


def _kinds(row: CompanyRow, *, is_minor: bool) -> Iterable[str]:
    if is_minor:
        yield "minor"
    if row.acts:
        yield "operating"
    if row.status == STATUS[CLOSED]:
        yield "gone"
    elif not row.status:
        yield "idle"


def _figure(now: Money, before: Money, *, is_shown: bool = True) -> Value:
    """An amount without the currency sign."""
    return Value(money_text("", now) if is_shown else "", now != before)


def _percent(now: int, before: int) -> Value:
    return Value(str(now) if now else "", now != before)


def _unsold_percent(both: Comparison, now: int, before: int) -> Value:
    """Percentage of a company in the IPO or the market; empty at the end of the game."""
    return Value("") if both.now.is_over else _percent(now, before)


def _holding_formatter(both: Comparison, company: Company) -> Callable[[CompanyRow, CompanyRow, str], Value]:
    """Function that formats a player's holding in a company."""
    if company.kind == MINOR:
        return _owner
    return partial(_holding_value, company.share) if both.now.is_over else _holding_percent


def _holding_percent(now: CompanyRow, before: CompanyRow, name: str) -> Value:
    """A player's percentage of a company."""
    value = _percent(now.held.get(name, 0), before.held.get(name, 0))
    owner = _owner(now, before, name)
    return Value(value.text, value.is_changed or owner.is_changed, owner.is_president)


def _owner(now: CompanyRow, before: CompanyRow, name: str) -> Value:
    """Ownership of a minor, marked as presidency, without a percentage."""
    return Value("", (now.president == name) != (before.president == name), now.president == name)


def _holding_value(share: int, now: CompanyRow, _before: CompanyRow, name: str) -> Value:
    """Value of a player's shares, shown at the end of the game."""
    worth = now.held.get(name, 0) * now.price // share
    return Value(money_text("", worth) if worth else "", False, now.president == name)


def _fitting_chips(found: list[Chip]) -> list[Chip]:
    """One chip per item; if they would not fit, one per kind with the count."""
    if sum(len(chip.text) for chip in found) <= MAX_CELL_CHARACTERS:
        return found
    kinds = dict.fromkeys(chip.text for chip in found)
    alike = {kind: [chip for chip in found if chip.text == kind] for kind in kinds}
    return [Chip(kind, any(chip.is_new for chip in same), len(same)) for kind, same in alike.items()]


def _tokens(both: Comparison, now: CompanyRow, before: CompanyRow) -> Value:
    """Number of tokens left, and the cost of the next one."""
    if now.status != STATUS[FLOATED]:
        return Value("", now.tokens_left != before.tokens_left)
    left = now.tokens_left
    text = f"{len(left)}·{both.labels.money(left[0])}" if left else "0"
    return Value(text, len(left) != len(before.tokens_left))


# Players


def _totals(both: Comparison) -> Iterable[Total]:
    """Totals by player. Net worth is never marked, since it follows from everything else."""
    rows = both.players
    counts = [Value(str(now.certificates), now.certificates != before.certificates) for now, before in rows]
    yield Total("cash", _("Cash"), drop_common_marks([_figure(now.cash, before.cash) for now, before in rows]))
    if any(now.due or before.due for now, before in rows):
        yield Total("owes", _("Owes"), [_figure(now.due, before.due) for now, before in rows])
    limit = rows[0][0].certificate_limit
    yield Total("certificates", _("Certificates, limit %(limit)s") % {"limit": limit}, counts)
    yield Total("worth", _("Net worth"), [_figure(now.worth, now.worth) for now, _before in rows])


def _owned_privates(both: Comparison, now: PlayerRow, before: PlayerRow) -> OwnedPrivates:
    """A player's privates, counted if their letters would not fit."""
    known = {private.symbol: private for private in both.now.setup.privates}
    found = [known[symbol] for symbol in now.privates]
    is_changed = now.privates != before.privates
    letters = [(each.letter or each.symbol, each.name) for each in found]
    if sum(len(letter) for letter, _name in letters) > MAX_CELL_CHARACTERS:
        letters = [(f"{len(found)}×", ", ".join(each.name for each in found))]
    return OwnedPrivates(letters, is_changed)


# Depot


def _depot(both: Comparison) -> Depot:
    rows = train_rows(both.now)
    on_sale = [row for row in rows if row.on_sale]
    then = [row for row in rows if not row.on_sale and row.in_depot]
    running = {name for now, _before in both.companies for name in now.trains} | {row.name for row in on_sale}
    rust: dict[str, list[str]] = {}
    for row in rows:
        if row.rusted_by and row.name in running:
            rust.setdefault(row.rusted_by, []).append(row.name)
    return Depot(
        [_sale(both, row) for row in on_sale],
        [_sale(both, row) for row in then[:1]],
        [(", ".join(kinds), by) for by, kinds in rust.items()],
        both.labels.money(bank_cash(both.now.state)),
    )


def _sale(both: Comparison, row: TrainRow) -> Sale:
    left = UNLIMITED if row.in_depot < 0 else str(row.in_depot + row.in_market)
    return Sale(row.name, both.labels.money(row.price), left)
