"""Refusal messages: why an action is illegal, and what would make it legal.

A procedure answers with a reason code. The sentence is built from the action and the position only when it is needed. A
title's data names the clause behind each code (`[reasons]` in `title.toml`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tetsudo.core.actions import Action, Par, TakePrivate
from tetsudo.core.errors import IllegalAction
from tetsudo.core.open_actions import Spot, Wish
from tetsudo.core.translation import sayer
from tetsudo.core.units import COLOURS, NOBODY, CompanyId, Money, Percent, money_text
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.emergency.allowed_sales import blocks_to_sell
from tetsudo.engine.rules.emergency.funds import most_spared, shortfall, still_needed
from tetsudo.engine.rules.flow.stack import turn_on
from tetsudo.engine.rules.privates.lots import highest_bid, lot_price, lowest_bid
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import certificates, most_sellable
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.rules.tiles_and_tokens.tokens import next_token, token_price
from tetsudo.engine.rules.trains.depot import cheapest_train
from tetsudo.engine.rules.trains.run_income import run_demand
from tetsudo.engine.state.ownership import holding, market_of, ordinary_shares
from tetsudo.engine.state.state import State, cash_of, treasury

BETWEEN: Final = "Wait until no company is in turn."
LATER: Final = "Wait for a stock round, a turn of a company of one's own, or one that has not begun."

REASONS: Final[dict[str, tuple[str, str]]] = {
    # actor and timing
    "game_over": ("The game is over.", ""),
    "unknown_id": ("The action names something that does not exist.", ""),
    "unknown_action": (
        "This is not an action that can be applied.",
        "Of what stands for many actions one can: its `example()`, or another that it admits.",
    ),
    "chance_first": ("First comes what chance decides.", ""),
    "chance_result": ("There is no such result.", ""),
    "chance_other": ("By the seed of this game chance decides otherwise.", ""),
    "no_chance": ("Nothing is left to chance now.", ""),
    "not_your_turn": ("It is not {player}'s turn.", ""),
    "not_president": ("{player} is not the president who decides here.", ""),
    "not_its_turn": ("It is not {company}'s turn.", ""),
    "not_this_step": ("This is not done in this step of a company's turn.", ""),
    "not_in_auction": ("In the auction one bids or passes.", ""),
    "not_in_bid_off": ("In a bid-off one raises or passes.", ""),
    "not_in_stock_round": ("This is not done in a stock round.", ""),
    "private_in_stock_round": ("Privates are not sold in stock rounds.", ""),
    # the auction
    "lot_sold": ("{lot} is sold.", "Bid on one that is not."),
    "lot_on_top": ("{lot} is on top and costs {lot_price}.", "Offer exactly that."),
    "bid_low": ("{price} is too low for {lot}.", "Bid {lowest_bid} or more."),
    "raise_low": ("{price} does not raise the bid on {lot}.", "Bid {lowest_bid} or more."),
    "bid_cash": ("{player} can bid {highest_bid} at the most for {lot}: other bids hold the rest back.", ""),
    # shares
    "share_source": ("Shares are bought from the initial offering or the market.", ""),
    "not_started": ("{company} is not started.", "Buy its president's certificate first."),
    "minor_in_auction": ("{company} is one certificate, which only the auction sells.", ""),
    "minor_never_sold": ("{company} is never sold again.", ""),
    "already_started": ("{company} is started already.", ""),
    "president_reserved": ("The president's certificate of {company} is not for sale.", ""),
    "president_of_minors": ("The president's certificate of {company} is reserved for the minors that form it.", ""),
    "must_set_par": ("A par price is set first.", "Choose one of {pars}."),
    "par_price": ("{price} is not a par price.", "Choose one of {pars}."),
    "none_left": ("There is no such certificate of {company} left there.", ""),
    "one_purchase": ("{player} has bought in this turn.", "Wait for the next turn."),
    "must_sell": ("{player} is above a limit and must sell.", "Sell shares until within the limits."),
    "sold_this_round": ("{player} sold shares of {company} in this round.", "Wait for the next stock round."),
    "cash": ("{player} has {cash}; the certificate costs {cost}.", ""),
    "certificate_limit": ("{player} has {certificates} certificates; the limit is {certificate_limit}.", "Sell some."),
    "hold_limit": ("{player} has {held} % of {company}; the limit is {hold_limit} %.", ""),
    "first_round_sale": ("No shares are sold in the first stock round.", ""),
    "sales_over": ("{player} has sold before the purchase, so not after it.", ""),
    "sale_after_purchase": ("Shares are sold before the purchase of a turn, not after it.", ""),
    "one_block": ("{player} has sold {company} in this turn: one block is all.", ""),
    "no_price": ("{company} has no price yet.", ""),
    "too_few_shares": ("{player} has {held} % of {company}.", "Sell 1 to {held_shares} shares."),
    "market_limit": ("The market has {in_market} % of {company}; the limit is {market_limit} %.", ""),
    "president_stays": (
        "Nobody else can take the president's certificate of {company}.",
        "Sell {most_sellable} shares at the most.",
    ),
    # privates
    "no_power": ("{private} has no such power.", ""),
    "not_your_private": ("{player} has not got the power of {private}.", ""),
    "private_lay_when": ("{private} lays no tile now.", LATER),
    "only_when_sold": ("{private} lays its tile only when it has just been sold to a company.", ""),
    "private_lay_where": ("{private} lays only its own tiles, on its own hexes.", ""),
    "private_lay_cost": ("{acting} can not pay {lay_cost} for building on {hex}.", ""),
    "private_lay_joined": ("Track must join {tile} on {hex} to the tile that was laid before it.", ""),
    "must_lay_rest": ("What was begun is laid whole.", ""),
    "power_used": ("The power of {private} is used up.", ""),
    "only_free_lay": ("Only the private's tile may be laid now, or passed.", ""),
    "exchange_what": ("{private} is not exchanged for this.", ""),
    "exchange_when": ("{private} is not exchanged now.", LATER),
    "exchange_none_left": ("No share of {company} is left there.", ""),
    "exchange_no_token": ("{company} has no token where {private} asks for one.", ""),
    "exchange_after_sale": ("{private} is not exchanged in a turn in which shares were sold.", ""),
    "private_phase": ("Companies buy no privates in phase {phase}.", ""),
    "private_minor": ("{company} is a minor: it buys no privates.", ""),
    "private_never_sold": ("{private} is never sold to a company.", ""),
    "private_not_for_sale": ("{private} is not a player's, or not for sale.", ""),
    "private_price": ("{price} is not a price for {private}.", "Offer {private_low} to {private_high}."),
    "private_cash": ("{company} has {treasury}; the offer is {price}.", ""),
    "private_home_cost": (
        "{acting} keeps what the tile costs that it still has to lay on its home in this turn.",
        "Lay that tile first.",
    ),
    "late_too_early": ("{private} is not sold in the first turn.", "Wait for the next turn."),
    "late_price": ("{private} costs {face}.", ""),
    "late_never_sold": ("{private} is never sold again.", ""),
    "trade_with_players": ("{private} is no other player's.", ""),
    "trade_too_early": ("Players trade no privates in the first turn.", "Wait for the next turn."),
    "trade_price": ("Nobody is paid for taking a private.", "Offer nothing or more."),
    "offer_declined": ("This was offered and declined in this turn.", "Offer more."),
    "must_answer": ("An offer waits for an answer.", "Accept or decline it."),
    # track and tokens
    "one_tile": ("{company} has laid all its tiles of this turn.", ""),
    "tile_twice": ("{company} has laid a tile on {hex} in this turn.", "Lay one on another hex."),
    "special_tile": ("{tile} is laid by a private's power only.", ""),
    "tile_colour": ("{colour} tiles are not available in phase {phase}.", ""),
    "hex_blocked": ("A private blocks {hex}.", "It opens once a company has the private, or it is closed."),
    "tile_supply": ("No copy of {tile} is left.", ""),
    "tile_place": ("{tile} is not laid on {hex}.", "Lay another one there."),
    "tile_kind": ("{tile} may not replace what lies on {hex}.", ""),
    "slots_lost": ("{tile} has too few slots on {hex} for the tokens there and the homes that are reserved.", ""),
    "tile_fit": ("{tile} does not fit on {hex} in this rotation.", "Turn the tile."),
    "track_kept": ("{tile} would cut track on {hex} in this rotation.", "Turn the tile."),
    "track_off_map": ("Track on {hex} would run off the map.", "Turn the tile."),
    "hex_closed": ("No tile is laid on {hex}.", ""),
    "track_closed_side": ("Track on {hex} would end at a side that takes none.", "Turn the tile."),
    "track_unconnected": (
        "{tile} on {hex} would neither extend track of {company} nor raise the value of a stop that it reaches.",
        "",
    ),
    "terrain_cost": ("{company} has {treasury}; building on {hex} costs {lay_cost}.", ""),
    "must_lay_home": ("{acting} lays its tile on its home in its first turn.", "Lay one there."),
    "no_city": ("There is no such city on {hex}.", ""),
    "no_token_left": ("{company} has no token left.", ""),
    "token_cost": ("{company} has {treasury}; a station token costs {token_price}.", ""),
    "token_not_waiting": ("No token of {company} waits on {hex}.", ""),
    "passage_none": ("{private} has no token in a city that could be passed.", ""),
    "passage_barred": ("{company} may not pay to pass the token of {private}.", ""),
    "passage_had": ("{company} passes the token of {private} already.", "Place a token, or nothing."),
    "passage_cost": ("{company} has {treasury}; passing costs {passage_cost}.", ""),
    "token_twice": ("{company} has a token on {hex}.", ""),
    "city_full": ("The city on {hex} has no free slot.", ""),
    "city_reserved": ("The last free slot on {hex} is reserved for another company's home.", ""),
    "token_unconnected": ("{hex} is not connected to {company}.", ""),
    # about a hex as a whole, or a tile in all its rotations (`game.unavailable`)
    "no_rotation": ("{tile} fits on {hex} in no rotation.", ""),
    "no_upgrade": ("No tile replaces what lies on {hex}.", ""),
    "hex_unconnected": (
        "No tile on {hex} would extend track of {company} or raise the value of a stop that it reaches.",
        "",
    ),
    "hex_without_city": ("There is no city on {hex}.", ""),
    # running
    "must_run": ("{acting} has trains and a route: it runs.", "Choose routes."),
    "run_nothing": ("{company} has trains and a route: one of them runs.", "Choose a route."),
    "run_not_best": (
        "{company} could earn more: the highest revenue is compulsory.",
        "Choose routes that earn {demanded}.",
    ),
    "route_train": ("Each route needs a train of its own.", ""),
    "route_short": ("A route has at least two stops.", ""),
    "route_token": ("A route needs a stop with a token of {company}.", ""),
    "route_track": ("The route does not follow track from stop to stop.", ""),
    "route_blocked": ("A city full of others' tokens cannot be passed.", ""),
    "route_long": ("The route has more stops than the train may make.", ""),
    "route_stop_twice": ("A route visits a stop only once.", ""),
    "route_reuse": ("Track is used twice.", ""),
    "route_through_end": ("An off-board location is an end of a route.", ""),
    "route_wish": ("No valid route of this {train} goes through {through}{avoiding}.", "Ask less of it."),
    "route_wishes": ("No valid run of {company} meets all these wishes: its trains would share track.", "Ask less."),
    "must_distribute": ("The revenue is paid or withheld.", ""),
    "no_half": ("The revenue is paid out or withheld as a whole.", ""),
    "half_at_most": ("{company} does not pay its whole revenue out.", "Pay half of it."),
    # trains
    "must_buy_train": ("{acting} must own a train.", "Buy one."),
    "train_order": ("The depot does not sell a {train} now.", ""),
    "no_such_train": ("There is no {train} there.", ""),
    "train_price": ("The bank asks {train_price} for a {train}.", ""),
    "trade_in": ("This train is not traded in for a {train}.", ""),
    "train_phase": ("Companies buy no trains from each other in phase {phase}.", ""),
    "train_limit": ("{company} is at the limit of {train_limit} trains.", ""),
    "train_cash": ("{company} has {treasury}; the {train} costs {price}.", ""),
    "train_offer_price": ("A company asks 1 or more, and {company} has {treasury}.", ""),
    "emergency_cheapest": ("With the president's money only the cheapest train is bought, at {cheapest}.", ""),
    "emergency_cash": ("{company} lacks {shortfall} and {player} has {cash}.", "Sell shares first."),
    "emergency_sale": (
        "{player} may not sell so many shares of {company} to pay for a train.",
        "No presidency may be lost, and the market's limit holds: {emergency_sellable} at the most.",
    ),
    "sale_short": (
        "After such a sale {player} could not raise what {acting} lacks for its train.",
        "Sell at least {least_sale}.",
    ),
    "sale_in_vain": ("All that {player} may sell does not pay for a train of {acting}.", ""),
    "sale_pays_bank": (
        "Shares were sold for a train of {acting}: the bank is paid for one before anything else is bought.",
        "Buy its cheapest train.",
    ),
    "sale_excess": ("Fewer shares pay for the train.", "Sell fewer."),
    "sale_unfinished": ("Shares are sold for a train of {acting} until it is paid.", "Sell shares."),
    "sale_not_needed": ("In a company's turn shares are sold only to pay for a forced train.", ""),
    "levy_first": ("{player} first pays what is owed to the bank.", "Sell shares."),
    "levy_sale": (
        "{player} may not sell so many shares of {company}.",
        "The market's limit and the president's certificate allow {most_sellable}.",
    ),
    "levy_excess": ("Fewer shares pay what {player} owes.", "Sell fewer."),
    "restore_none": ("No token of {company} lies face down there.", ""),
    "restore_early": ("Tokens are restored after the next stock round.", "Wait for it."),
    "restore_cash": ("{company} has {treasury}, too little to restore a token.", ""),
    "must_discard": ("Trains above the limit are discarded first.", ""),
    "no_discard": ("{company} is not above the train limit.", ""),
    # companies that form from minors, and minors that convert into privates
    "joins_nothing": ("{company} becomes part of no other company.", ""),
    "not_operating": ("{company} does not operate.", ""),
    "join_phase": (
        "{company} does not join {into} by choice in phase {phase}.",
        "Its owner may from phase {join_phase} on.",
    ),
    "joins_by_itself": ("{company} joins {into} by itself.", ""),
    "join_unformed": ("{into} does not operate, or has formed already.", ""),
    "join_between_turns": ("A company joins another only between the turns of an operating round.", BETWEEN),
    "not_in_window": (
        "Between turns nothing is done but what its owner may declare of a minor.",
        "Declare it, or pass.",
    ),
    "never_converts": ("{company} becomes no private.", ""),
    "convert_after_sale": ("Shares were sold for a train of {company}.", "Buy it."),
    "bankrupt_when": ("Bankruptcy is declared when the train must be bought.", ""),
    "bankrupt_by_itself": ("Bankruptcy is not declared: it comes when there is no other way.", ""),
    "bankrupt_no_duty": ("{company} need not buy a train that it cannot pay.", ""),
    "bankrupt_can_pay": ("{player} can raise the {shortfall} that {company} lacks.", "Sell shares."),
}


PIECES: Final[dict[str, str]] = {
    "this": "this",
    "train": "{train}-train",
    "stop": "{hex} (stop {number})",
    "comma": ", ",
    "and": "{others} and {last}",
    "avoiding": " and avoids {avoided}",
}
"""Fragments inserted into these sentences."""


def refused(rules: Ruleset, state: State, action: Action, code: str, names: Sequence[str]) -> IllegalAction:
    """Build the refusal for a reason code: its clause, and a sentence and remedy about this action."""
    facts = _Facts(rules, state, action, names)
    sentence, remedy = (facts.say(text).format_map(facts) for text in REASONS[code])
    return IllegalAction(code, sentence, rules.setup.clauses.get(code, ""), remedy)


def refused_wish(setup: Setup, company: CompanyId, wish: Wish | None, code: str) -> IllegalAction:
    """Build the refusal of a wish about a run, or (None) of all wishes together."""
    say, facts = sayer(setup.told_in), {"company": setup.companies[company].name}
    if wish is not None and code == "route_wish":
        avoided = _spots(setup, wish.never)
        facts["train"] = say(PIECES["train"]).format(train=setup.trains[wish.train].name)
        facts["through"] = _spots(setup, wish.must)
        facts["avoiding"] = say(PIECES["avoiding"]).format(avoided=avoided) if avoided else ""
    sentence, remedy = (say(text).format_map(facts) for text in REASONS[code])
    return IllegalAction(code, sentence, setup.clauses.get(code, ""), remedy)


def _spots(setup: Setup, spots: Iterable[Spot]) -> str:
    """Names of hexes and of stops on hexes, joined in words."""
    hexes, say = setup.map.hexes, sayer(setup.told_in)
    names = [
        say(PIECES["stop"]).format(hex=hexes[spot[0]].name, number=spot[1] + 1)
        if isinstance(spot, tuple)
        else hexes[spot].name
        for spot in sorted(spots, key=lambda spot: spot if isinstance(spot, tuple) else (spot, NOBODY))
    ]
    *others, last = names or [""]
    return say(PIECES["and"]).format(others=say(PIECES["comma"]).join(others), last=last) if others else last


class _Facts(dict[str, str]):
    """Values for the placeholders of a sentence, looked up on demand. A thing that does not exist is "this"."""

    def __init__(self, rules: Ruleset, state: State, action: Action, names: Sequence[str]) -> None:
        super().__init__()
        self.say = sayer(rules.setup.told_in)
        self.rules = rules
        self.state = state
        self.action = action
        self.names = names
        self.player = self.id("player")
        self.company = self.id("company")

    def __missing__(self, key: str) -> str:
        if key in AMOUNTS:
            return money_text(self.rules.setup.currency, AMOUNTS[key](self))
        return str(FACTS[key](self)) if key in FACTS else self.named(key)

    def id(self, field: str) -> int:
        """Id in a field of the action; NOBODY if it has none."""
        value = getattr(self.action, field, NOBODY)
        return value if isinstance(value, int) else NOBODY

    def named(self, field: str) -> str:
        """Name of the thing that a field of the action points to."""
        setup = self.rules.setup
        things: dict[str, Sequence[str]] = {
            "player": self.names,
            "company": [each.name for each in setup.companies],
            "private": [each.name for each in setup.privates],
            "lot": [each.name for each in setup.lots],
            "hex": [each.name for each in setup.map.hexes],
            "tile": [f"#{each.name}" for each in setup.tiles],
            "train": [self.say(PIECES["train"]).format(train=each.name) for each in setup.trains],
        }
        number = self.id(field)
        return things[field][number] if field in things and 0 <= number < len(things[field]) else self.this

    @property
    def this(self) -> str:
        """Word for a thing that does not exist."""
        return self.say(PIECES["this"])

    def percent(self, shares: int) -> Percent:
        """Percentage of the company that a number of shares makes up."""
        return shares * self.rules.setup.companies[self.company].share

    def held(self) -> int:
        """Number of the company's shares that the player holds."""
        return holding(self.state, self.company, self.player, self.rules.president_shares[self.company])


def _certificate_cost(facts: _Facts) -> Money:
    if isinstance(facts.action, TakePrivate):
        return facts.action.price
    if isinstance(facts.action, Par):
        return facts.action.price * facts.rules.president_shares[facts.company]
    return share_price(facts.rules, facts.state, facts.company, facts.id("source"))


def _acting(state: State) -> CompanyId:
    """Company in turn; NOBODY if none."""
    turn = turn_on(state)
    return NOBODY if turn is None else turn.company


def _lay_cost(facts: _Facts) -> Money:
    colour = facts.rules.setup.tiles[facts.id("tile")].colour
    company = _acting(facts.state) if facts.company == NOBODY else facts.company
    return cost_to_lay(facts.rules, facts.state, company, facts.id("hex"), colour)


def _token_price(facts: _Facts) -> Money:
    return token_price(facts.rules, facts.state, facts.company, next_token(facts.rules, facts.state, facts.company))


def _passage_cost(facts: _Facts) -> Money:
    return max(power.passage_cost for power in facts.rules.powers.passages if power.private == facts.id("private"))


def _train_price(facts: _Facts) -> Money:
    train = facts.rules.setup.trains[facts.id("train")]
    return train.price if facts.id("trade_in") == NOBODY else train.trade_in_price


def _into(facts: _Facts) -> str:
    """Name of the company that forms from the minor."""
    found = facts.rules.member_of.get(facts.company)
    return facts.rules.setup.companies[found[0]].name if found else facts.this


def _join_phase(facts: _Facts) -> str:
    """Name of the phase from which a minor may merge by choice."""
    _, member = facts.rules.member_of[facts.company]
    return facts.rules.setup.phases[member.may].name


def _least_sale(facts: _Facts) -> int:
    """Minimum block above the proposed one that may be sold for a train, in shares; 0 if there is none."""
    rules, state, acting = facts.rules, facts.state, _acting(facts.state)
    counts = blocks_to_sell(rules, state, facts.player, facts.company, still_needed(rules, state, acting))
    return next((count for count in counts if count > facts.id("count")), 0)


AMOUNTS: Final[dict[str, Callable[[_Facts], Money]]] = {
    "price": lambda facts: facts.id("price"),
    "lot_price": lambda facts: lot_price(facts.rules, facts.state, facts.id("lot")),
    "lowest_bid": lambda facts: lowest_bid(facts.rules, facts.state, facts.id("lot")),
    "highest_bid": lambda facts: highest_bid(facts.state, facts.player, facts.id("lot")),
    "cash": lambda facts: cash_of(facts.state, facts.player),
    "cost": _certificate_cost,
    "face": lambda facts: facts.rules.setup.privates[facts.id("private")].price,
    "private_low": lambda facts: facts.rules.setup.privates[facts.id("private")].low,
    "private_high": lambda facts: facts.rules.setup.privates[facts.id("private")].high,
    "treasury": lambda facts: treasury(facts.state, facts.company),
    "lay_cost": _lay_cost,
    "token_price": _token_price,
    "passage_cost": _passage_cost,
    "train_price": _train_price,
    "cheapest": lambda facts: cheapest_train(facts.rules, facts.state),
    "demanded": lambda facts: run_demand(facts.rules, facts.state, facts.action),
    "shortfall": lambda facts: shortfall(facts.rules, facts.state, facts.company),
}
"""Placeholders formatted as money in the title's currency."""

FACTS: Final[dict[str, Callable[[_Facts], object]]] = {
    "pars": lambda facts: ", ".join(str(par) for par in facts.rules.pars[facts.company]),
    "certificates": lambda facts: certificates(facts.rules, facts.state, facts.player),
    "certificate_limit": lambda facts: facts.rules.settings.certificate_limit,
    "held_shares": lambda facts: facts.held(),
    "held": lambda facts: facts.percent(facts.held()),
    "hold_limit": lambda facts: facts.rules.settings.hold_limit,
    "market_limit": lambda facts: facts.rules.settings.market_limit,
    "in_market": lambda facts: facts.percent(ordinary_shares(facts.state, facts.company, market_of(facts.state))),
    "most_sellable": lambda facts: most_sellable(facts.rules, facts.state, facts.player, facts.company),
    "emergency_sellable": lambda facts: most_spared(facts.rules, facts.state, facts.player, facts.company),
    "least_sale": _least_sale,
    "phase": lambda facts: facts.rules.setup.phases[facts.state.phase].name,
    "colour": lambda facts: facts.say(COLOURS[facts.rules.setup.tiles[facts.id("tile")].colour]).capitalize(),
    "into": _into,
    "join_phase": _join_phase,
    "acting": lambda facts: facts.rules.setup.companies[_acting(facts.state)].name,
    "train_limit": lambda facts: facts.rules.train_limit(facts.state, facts.company),
}
"""Placeholders inserted as they are."""
