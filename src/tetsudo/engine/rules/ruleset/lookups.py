"""Lookup tables of the rules at one table, by id and independent of the position.

Built once from the setup, then never changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Final

from tetsudo.core.actions import KINDS, Action, Answer, BuyShare, Chance, Par, Pass, fields_of
from tetsudo.core.corrections import CORRECTIONS
from tetsudo.core.units import NOBODY, CompanyId, HexId, Money, PlayerId
from tetsudo.engine.model.tiles import CITY, Face
from tetsudo.engine.model.title import MINOR, Setup
from tetsudo.engine.state.state import FLOATED, IPO, MARKET, STARTED, State

RANK_DISTANCE: Final = 1000
"""Distance of the ranks of two cells: a place in the stack of a cell is lower."""

ANY_AMOUNT: Final = (-(1 << 200), 1 << 200)
"""Range of a price or a random result, which are checked elsewhere."""


class Tables:
    """Lookup tables by id: companies, trains, tiles, hexes, phases."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.settings = setup.settings
        self.market = setup.market
        # Settings that are asked again and again: compiled code reads a value of its own ten times as fast.
        self.steps = self.settings.steps
        self.certificate_limit = self.settings.certificate_limit
        self.automatic_passes = self.settings.automatic_passes
        self.one_block = self.settings.sale_blocks == "one"
        self.forced_bankruptcy = self.settings.bankruptcy == "forced"
        self.track_rule = self.settings.track
        self.bid_step = self.settings.bid_step
        self.frees_outbid = self.settings.bids_hold == "highest"
        self.end_price = self.settings.end_price
        self.private_trades = self.settings.private_trades
        # A price between companies could be derived from either treasury afterwards (1890-C.10.2-a).
        self.hides_treasuries = self.settings.hidden_treasuries or self.settings.hidden_train_prices
        self.hides = self.settings.hidden_cash or self.hides_treasuries
        self.president_shares = tuple(company.president_shares for company in setup.companies)
        self.is_minor = tuple(company.kind == MINOR for company in setup.companies)
        self.minors = tuple(company for company in setup.companies if company.kind == MINOR)
        self.limited_shares = tuple(0 if each.kind == MINOR else each.president_shares for each in setup.companies)
        self.tokens_from = _token_offsets(setup)
        self.homes_on = tuple(_companies_at_home(setup, hex.id) for hex in setup.map.hexes)
        # Slots can be lost where a tile may join cities.
        self.joining = frozenset(hex.id for hex in setup.map.hexes if _cities(setup.faces[hex.printed]) > 1)
        self.replacing = tuple(_cost_to_replace(setup, face) for face in setup.faces)
        self.homes_by_phase = tuple(company.id for company in setup.companies if company.home_phases)
        self.forming = tuple((company.id, company.forms) for company in setup.companies if company.forms is not None)
        self.member_of = {
            member.minor: (company, member) for company, forming in self.forming for member in forming.members
        }
        self.conversions = {each.minor: each.id for each in setup.privates if each.minor != NOBODY}
        self.forced_conversions = tuple((each.minor, each.must) for each in setup.privates if each.must != NOBODY)
        self.has_windows = bool(self.forming or self.forced_conversions) or (
            bool(self.conversions) and self.settings.conversions == "round"
        )
        self.joining_in_turn = frozenset(self.member_of if self.settings.joins == "turn" else ())
        self.uncounted = tuple(private.id for private in setup.privates if not private.counted)
        self.subsidies = tuple(sum(node.subsidy for node in face.nodes) for face in setup.faces)
        self.phase_of_train = _phases_by_train(setup)
        self.periods = tuple(len({setup.face_of[tile.id, turn] for turn in range(6)}) for tile in setup.tiles)
        self.sizes = _sizes(setup)
        self.ids = {kind: _ids(kind, self.sizes) for kind in (KINDS | CORRECTIONS).values()}
        # Index NOBODY (no cell) reads the last entry: companies off the market operate before those on it.
        self.ranks = (*_ranks(setup), -RANK_DISTANCE)
        self.train_limits = tuple(tuple(map(phase.limit_of, setup.companies)) for phase in setup.phases)
        self.lays = tuple(tuple(map(phase.lays_of, setup.companies)) for phase in setup.phases)
        self.payouts = tuple(tuple(map(phase.payouts_of, setup.companies)) for phase in setup.phases)
        self.home_layers = frozenset(each.id for each in setup.companies if each.lays_home and self.settings.home_tiles)
        # Privates that players buy as the purchase of a stock turn, and those that they buy as an extra.
        trading, is_extra = self.private_trades != "none", self.settings.trade_turns == "extra"
        self.takeable = tuple(each.id for each in setup.privates if each.late or (trading and not is_extra))
        self.traded = tuple(each.id for each in setup.privates if not each.late and trading and is_extra)
        self.pars = tuple(company.pars or tuple(sorted(setup.market.pars)) for company in setup.companies)
        self.shares = tuple(company.shares for company in setup.companies)
        self.own_shares = self.settings.unsold == "company"
        self.incremental = self.settings.capital == "incremental"
        self.floats_by_train = self.settings.floating == "train"
        self.least_asked = STARTED if self.floats_by_train else FLOATED  # minimum status to get a turn
        self.hold_units = tuple(self.settings.hold_limit // company.share for company in setup.companies)
        self.market_units = tuple(self.settings.market_limit // company.share for company in setup.companies)
        self.passing = tuple(map(Pass, range(setup.players)))
        self.answering = tuple((Answer(player, 1), Answer(player, 0)) for player in range(setup.players))
        # Actions never change: those listed again and again are made once.
        self.share_purchases = tuple(
            (_share_purchases(setup, player, IPO), _share_purchases(setup, player, MARKET))
            for player in range(setup.players)
        )
        self.starts = tuple(
            tuple(tuple(Par(player, company.id, par) for par in self.pars[company.id]) for company in setup.companies)
            for player in range(setup.players)
        )
        self.surely_held = min(most - least for most, least in zip(self.hold_units, self.limited_shares, strict=True))

    def train_limit(self, state: State, company: CompanyId) -> int:
        """Maximum number of trains that a company may own now."""
        return self.train_limits[state.phase][company]

    def next_player(self, state: State, player: PlayerId) -> PlayerId:
        """Player to the left."""
        return (player + 1) % state.players


def _ranks(setup: Setup) -> list[int]:
    """Rank of each cell in operating order, in steps that are larger than any stack."""
    orders = [setup.market.order(cell) for cell in range(len(setup.market.prices))]
    known = sorted(set(orders))
    return [known.index(order) * RANK_DISTANCE for order in orders]


def _share_purchases(setup: Setup, player: PlayerId, place: int) -> tuple[BuyShare, ...]:
    """A player's purchase of a share from a place, by company."""
    return tuple(BuyShare(player, company.id, setup.players + place) for company in setup.companies)


def _companies_at_home(setup: Setup, hex: HexId) -> tuple[CompanyId, ...]:
    """Companies with a reserved home on a hex."""
    return tuple(company.id for company in setup.companies if any(home == hex for home, _ in company.reserved_homes))


def _cities(face: Face) -> int:
    return sum(node.kind == CITY for node in face.nodes)


def _cost_to_replace(setup: Setup, face: Face) -> Money:
    """Cost printed on a tile for replacing it (1890-3.2-i, 1890-10.3.1.5-a); 0 where it is not charged."""
    return setup.tiles[face.tile].cost if face.tile != NOBODY and setup.settings.tile_costs else 0


def _token_offsets(setup: Setup) -> tuple[int, ...]:
    """Index of each company's first token in the state's list, plus the end of the last company's tokens."""
    offsets = [0]
    for company in setup.companies:
        offsets.append(offsets[-1] + len(company.token_prices))
    return tuple(offsets)


def _phases_by_train(setup: Setup) -> tuple[int, ...]:
    """Phase that the first train of each kind starts; -1 if none."""
    triggers = [phase.trigger for phase in setup.phases]
    return tuple(triggers.index(train.id) if train.id in triggers else NOBODY for train in setup.trains)


def _sizes(setup: Setup) -> Mapping[str, int]:
    """Number of ids of each kind, by the name of an action's field."""
    return {
        "player": setup.players,
        "holder": setup.players,
        "company": len(setup.companies),
        "private": len(setup.privates),
        "lot": len(setup.lots),
        "hex": len(setup.map.hexes),
        "tile": len(setup.tiles),
        "train": len(setup.trains),
        "phase": len(setup.phases),
        "cell": len(setup.market.prices),
        "rotation": 6,
        "city": 8,
        "seller": len(setup.companies) + 2,
        "source": setup.players + 2,
        "payout": 3,
        "accept": 2,
        "count": 1000,
    }


def _ids(
    kind: type[Action], sizes: Mapping[str, int]
) -> tuple[Callable[[Action], tuple[object, ...]], tuple[tuple[int, int], ...]]:
    """Reader for the numbers in a kind of action, and the range of each: minimum, and first value above the maximum.

    A price is not limited here; routes are checked separately. The player is read twice, so that there are always at
    least two numbers to read.
    """
    ranges = {name: (0, size) for name, size in sizes.items()}
    ranges |= {"trade_in": (NOBODY, sizes["train"]), "price": ANY_AMOUNT, "result": ANY_AMOUNT}
    if kind is Chance:  # it belongs to no player
        ranges["player"] = (NOBODY, NOBODY + 1)
    names = ("player", *(name for name in fields_of(kind) if name in ranges))
    return attrgetter(*names), tuple(ranges[name] for name in names)
