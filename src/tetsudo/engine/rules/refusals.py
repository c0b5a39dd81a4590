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
from tetsudo.core.translation import translator
from tetsudo.core.units import COLOURS, NOBODY, CompanyId, Money, Percent, money_text
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.emergency.allowed_sales import blocks_to_sell
from tetsudo.engine.rules.emergency.funds import amount_to_raise, max_emergency_block, shortfall
from tetsudo.engine.rules.flow.stack import current_turn
from tetsudo.engine.rules.privates.lots import highest_bid, lot_price, lowest_bid
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.limits import certificates, max_sellable
from tetsudo.engine.rules.shares.trading import share_price
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.rules.tiles_and_tokens.tokens import price_on
from tetsudo.engine.rules.trains.depot import cheapest_train
from tetsudo.engine.rules.trains.run_income import action_minimum
from tetsudo.engine.state.ownership import holding, market_of, ordinary_shares
from tetsudo.engine.state.state import State, cash_of, treasury

WAIT_FOR_TURN_END: Final = "Wait until the current company finishes its turn."
WAIT_FOR_FREE_MOMENT: Final = "Wait for a stock round, a turn of your own company, or a turn that has not begun."

REASONS: Final[dict[str, tuple[str, str]]] = {
    # actor and timing
    "game_over": ("The game is over.", ""),
    "unknown_id": ("The action names something that does not exist.", ""),
    "unknown_action": (
        "This is not an action.",
        "This stands for many actions: choose one, such as its `example()`.",
    ),
    "correction": ("A correction is no move of the game.", "Only people who play on cardboard make corrections."),
    "chance_first": ("Resolve the random event first.", ""),
    "chance_result": ("There is no such result.", ""),
    "chance_other": ("The recorded result does not match this game's seed.", ""),
    "no_chance": ("There is no random event to resolve.", ""),
    "not_your_turn": ("It is not {player}'s turn.", ""),
    "not_president": ("{player} is not the president deciding here.", ""),
    "not_its_turn": ("It is not {company}'s turn.", ""),
    "not_this_step": ("This is not possible in this step of a company's turn.", ""),
    "not_in_auction": ("In the auction you can only bid or pass.", ""),
    "not_in_bid_off": ("In a bid-off you can only raise or pass.", ""),
    "not_in_stock_round": ("This is not possible in a stock round.", ""),
    "private_in_stock_round": ("Privates cannot be sold in stock rounds.", ""),
    # the auction
    "lot_sold": ("{lot} is already sold.", "Bid on another lot."),
    "lot_on_top": ("{lot} is next and costs {lot_price}.", "Bid exactly that."),
    "bid_low": ("{price} is too low for {lot}.", "Bid {lowest_bid} or more."),
    "raise_low": ("{price} does not raise the bid on {lot}.", "Bid {lowest_bid} or more."),
    "bid_cash": ("{player} can bid at most {highest_bid} for {lot}: other bids tie up the rest.", ""),
    # shares
    "share_source": ("Shares can only be bought from the IPO or the market.", ""),
    "not_started": ("{company} has not been started.", "Buy its president's certificate first."),
    "minor_in_auction": ("{company} is a minor: it can only be bought in the auction.", ""),
    "minor_never_sold": ("{company} can never be sold again.", ""),
    "already_started": ("{company} has already been started.", ""),
    "president_reserved": ("The president's certificate of {company} is not for sale.", ""),
    "president_of_minors": ("The president's certificate of {company} is reserved for the minors that form it.", ""),
    "must_set_par": ("Set the par price first.", "Choose one of {pars}."),
    "par_price": ("{price} is not a par price.", "Choose one of {pars}."),
    "none_left": ("There is no such certificate of {company} left there.", ""),
    "one_purchase": ("{player} has already bought this turn.", "Wait for the next turn."),
    "must_sell": ("{player} is over a limit and must sell.", "Sell shares until you are within the limits."),
    "sold_this_round": ("{player} sold shares of {company} this round.", "Wait for the next stock round."),
    "cash": ("{player} has {cash}; the certificate costs {cost}.", ""),
    "certificate_limit": ("{player} has {certificates} certificates; the limit is {certificate_limit}.", "Sell some."),
    "hold_limit": ("{player} has {held} % of {company}; the limit is {hold_limit} %.", ""),
    "first_round_sale": ("No shares can be sold in the first stock round.", ""),
    "sales_over": ("{player} sold before buying, so cannot sell again after the purchase.", ""),
    "sale_after_purchase": ("Shares can only be sold before the purchase of a turn.", ""),
    "one_block": (
        "{player} has already sold shares of {company} this turn; only one block of each company per turn.",
        "",
    ),
    "no_price": ("{company} has no share price yet.", ""),
    "too_few_shares": ("{player} has {held} % of {company}.", "Sell 1 to {held_shares} shares."),
    "market_limit": ("The market has {in_market} % of {company}; the limit is {market_limit} %.", ""),
    "president_stays": (
        "No other player can take over the president's certificate of {company}.",
        "Sell at most {most_sellable} shares.",
    ),
    # privates
    "no_power": ("{private} has no such power.", ""),
    "not_your_private": ("{player} cannot use the power of {private}.", ""),
    "private_lay_when": ("{private} cannot lay a tile now.", WAIT_FOR_FREE_MOMENT),
    "only_when_sold": ("{private} can only lay its tile right after it is sold to a company.", ""),
    "private_lay_where": ("{private} can only lay its own tiles, on its own hexes.", ""),
    "private_lay_cost": ("{acting} cannot pay the terrain cost of {lay_cost} on {hex}.", ""),
    "private_lay_joined": ("Track must connect {tile} on {hex} to the previous tile.", ""),
    "private_lay_rest": ("After this tile no other one of {private} would fit.", ""),
    "must_lay_rest": ("Finish laying the tiles you started.", ""),
    "power_used": ("The power of {private} has been used up.", ""),
    "only_free_lay": ("Lay the private's tile or pass.", ""),
    "exchange_what": ("{private} cannot be exchanged for this.", ""),
    "exchange_when": ("{private} cannot be exchanged now.", WAIT_FOR_FREE_MOMENT),
    "exchange_none_left": ("No share of {company} is left there.", ""),
    "exchange_no_token": ("{company} has no token where {private} requires one.", ""),
    "exchange_after_sale": ("{private} cannot be exchanged in a turn with share sales.", ""),
    "private_phase": ("Companies cannot buy privates in phase {phase}.", ""),
    "private_minor": ("{company} is a minor: it cannot buy privates.", ""),
    "private_never_sold": ("{private} cannot be sold to a company.", ""),
    "private_not_for_sale": ("{private} is not owned by a player, or not for sale.", ""),
    "private_price": ("{price} is not a valid price for {private}.", "Offer {private_low} to {private_high}."),
    "private_cash": ("{company} has {treasury}; the offer is {price}.", ""),
    "private_home_cost": (
        "{acting} must keep the cost of the tile it has to lay on its home this turn.",
        "Lay that tile first.",
    ),
    "late_too_early": ("{private} cannot be bought in the first turn.", "Wait for the next turn."),
    "late_price": ("{private} costs {face}.", ""),
    "late_never_sold": ("{private} cannot be sold again.", ""),
    "trade_with_players": ("{private} does not belong to another player.", ""),
    "trade_too_early": ("Players cannot trade privates in the first turn.", "Wait for the next turn."),
    "trade_price": ("The price cannot be negative.", "Offer 0 or more."),
    "offer_declined": ("This offer was already declined this turn.", "Offer more."),
    "must_answer": ("An offer is waiting for an answer.", "Accept or decline it."),
    # track and tokens
    "one_tile": ("{acting} has no tile lay left this turn.", ""),
    "tile_twice": ("{company} has already laid a tile on {hex} this turn.", "Choose another hex."),
    "special_tile": ("{tile} can only be laid by a private's power.", ""),
    "tile_colour": ("{colour} tiles are not available in phase {phase}.", ""),
    "hex_blocked": ("A private blocks {hex}.", "It opens when a company buys the private, or the private closes."),
    "tile_supply": ("No copy of {tile} is left.", ""),
    "tile_place": ("{tile} cannot be laid on {hex}.", "Choose another tile."),
    "tile_kind": ("{tile} cannot replace the tile on {hex}.", ""),
    "slots_lost": ("{tile} has too few slots on {hex} for its tokens and reserved homes.", ""),
    "tile_fit": ("{tile} does not fit on {hex} in this rotation.", "Rotate the tile."),
    "track_kept": ("{tile} would cut track on {hex} in this rotation.", "Rotate the tile."),
    "track_off_map": ("Track on {hex} would run off the map.", "Rotate the tile."),
    "hex_closed": ("No tile can be laid on {hex}.", ""),
    "track_closed_side": ("Track on {hex} would end at a blocked side.", "Rotate the tile."),
    "track_unconnected": (
        "{tile} on {hex} neither extends track of {company} nor raises a stop it reaches.",
        "",
    ),
    "terrain_cost": ("{company} has {treasury}; building on {hex} costs {lay_cost}.", ""),
    "must_choose_home": ("{acting} must choose its home in its first turn.", "Place its home token."),
    "no_home_there": ("{company} has no home to choose there.", "Place the token in one of its homes."),
    "must_lay_home": ("{acting} must lay a tile on its home in its first turn.", "Lay it there."),
    "no_city": ("There is no such city on {hex}.", ""),
    "no_token_left": ("{company} has no token left.", ""),
    "token_cost": ("{company} has {treasury}; a token costs {token_price}.", ""),
    "token_not_waiting": ("No token of {company} is waiting on {hex}.", ""),
    "passage_none": ("{private} has no token in a city to pass.", ""),
    "passage_barred": ("{company} may not pay to pass the token of {private}.", ""),
    "passage_had": ("{company} can already pass the token of {private}.", "Place a token, or skip."),
    "passage_cost": ("{company} has {treasury}; passing costs {passage_cost}.", ""),
    "token_twice": ("{company} already has a token on {hex}.", ""),
    "city_full": ("The city on {hex} has no free slot.", ""),
    "city_reserved": ("The last free slot on {hex} is reserved for another company's home.", ""),
    "token_unconnected": ("{hex} is not connected to {company}.", ""),
    # about a hex as a whole, or a tile in all its rotations (`game.unavailable`)
    "no_rotation": ("{tile} does not fit on {hex} in any rotation.", ""),
    "no_upgrade": ("No tile can replace the one on {hex}.", ""),
    "hex_unconnected": (
        "No tile on {hex} would extend track of {company} or raise a stop it reaches.",
        "",
    ),
    "hex_without_city": ("There is no city on {hex}.", ""),
    # running
    "must_run": ("{acting} has trains and a route: it must run.", "Choose routes."),
    "run_nothing": ("{company} has trains and a route: at least one must run.", "Choose a route."),
    "run_not_best": (
        "{company} could earn more: it must run for the highest revenue.",
        "Choose routes that earn {demanded}.",
    ),
    "route_train": ("Each route needs its own train.", ""),
    "route_short": ("A route needs at least two stops.", ""),
    "route_token": ("A route needs a stop with a token of {company}.", ""),
    "route_track": ("The route does not follow track from stop to stop.", ""),
    "route_blocked": ("A city full of other companies' tokens cannot be passed.", ""),
    "route_long": ("The route has more stops than the train allows.", ""),
    "route_stop_twice": ("A route can visit a stop only once.", ""),
    "route_reuse": ("The same track is used twice.", ""),
    "route_through_end": ("A route cannot pass through an off-board location.", ""),
    "route_wish": ("No valid route of this {train} goes through {through}{avoiding}.", "Relax the request."),
    "route_wishes": (
        "No valid run of {company} meets all requests: its trains would share track.",
        "Relax the requests.",
    ),
    "must_distribute": ("The revenue must be paid or withheld.", ""),
    "no_half": ("The revenue must be paid out or withheld as a whole.", ""),
    "half_at_most": ("{company} cannot pay out its whole revenue.", "Pay half of it."),
    # trains
    "must_buy_train": ("{acting} must own a train.", "Buy one."),
    "train_order": ("The depot is not selling a {train} now.", ""),
    "no_such_train": ("There is no {train} there.", ""),
    "train_price": ("The bank's price for a {train} is {train_price}.", ""),
    "trade_in": ("This train cannot be traded in for a {train}.", ""),
    "train_phase": ("Companies cannot buy trains from each other in phase {phase}.", ""),
    "train_limit": ("{company} is at the limit of {train_limit} trains.", ""),
    "train_cash": ("{company} has {treasury}; the {train} costs {price}.", ""),
    "train_offer_price": ("The price must be at least 1, and {company} has {treasury}.", ""),
    "emergency_cheapest": ("With the president's money you can only buy the cheapest train, at {cheapest}.", ""),
    "emergency_cash": ("{company} is {shortfall} short and {player} has {cash}.", "Sell shares first."),
    "emergency_sale": (
        "{player} cannot sell that many shares of {company} to pay for a train.",
        "No presidency may change, and the market limit applies: at most {emergency_sellable}.",
    ),
    "sale_short": (
        "After this sale {player} could not raise what {acting} still needs for its train.",
        "Sell at least {least_sale}.",
    ),
    "sale_in_vain": ("Even all shares that {player} may sell would not pay for a train for {acting}.", ""),
    "sale_pays_bank": (
        "Shares were sold for a train for {acting}: the bank must be paid for it first.",
        "Buy its cheapest train.",
    ),
    "sale_excess": ("Sell fewer shares: the train can be paid for with less.", "Reduce the sale."),
    "sale_unfinished": ("Shares must be sold for {acting}'s train until it is paid.", "Sell shares."),
    "sale_not_needed": ("In a company's turn shares can only be sold to pay for a forced train.", ""),
    "levy_first": ("{player} must first pay the debt to the bank.", "Sell shares."),
    "levy_sale": (
        "{player} cannot sell that many shares of {company}.",
        "The market limit and the president's certificate allow {most_sellable}.",
    ),
    "levy_excess": ("Sell fewer shares: {player}'s debt can be paid with less.", "Reduce the sale."),
    "restore_none": ("{company} has no face-down token there.", ""),
    "restore_early": ("Tokens can be restored after the next stock round.", "Wait until then."),
    "restore_cash": ("{company} has {treasury}, not enough to restore a token.", ""),
    "must_discard": ("Discard trains above the limit first.", ""),
    "no_discard": ("{company} is not above the train limit.", ""),
    # companies that form from minors, and minors that convert into privates
    "joins_nothing": ("{company} cannot merge into another company.", ""),
    "not_operating": ("{company} is not operating.", ""),
    "join_phase": (
        "{company} cannot choose to merge into {into} in phase {phase}.",
        "It can from phase {join_phase} on.",
    ),
    "joins_by_itself": ("{company} merges into {into} automatically.", ""),
    "join_unformed": ("{into} is not operating, or has already formed.", ""),
    "join_between_turns": ("Mergers happen only between company turns of an operating round.", WAIT_FOR_TURN_END),
    "not_in_window": (
        "Between turns only a minor's owner may declare something.",
        "Declare it or pass.",
    ),
    "never_converts": ("{company} cannot convert into a private.", ""),
    "convert_after_sale": ("Shares were sold for a train for {company}.", "Buy it."),
    "bankrupt_when": ("Bankruptcy can only be declared when the train must be bought.", ""),
    "bankrupt_by_itself": ("You cannot declare bankruptcy: it happens when you have no other way to pay.", ""),
    "bankrupt_no_duty": ("{company} does not have to buy a train it cannot pay for.", ""),
    "bankrupt_can_pay": ("{player} can raise the {shortfall} that {company} is short.", "Sell shares."),
}


FRAGMENTS: Final[dict[str, str]] = {
    "this": "this",
    "train": "{train}-train",
    "stop": "{hex} (stop {number})",
    "comma": ", ",
    "and": "{others} and {last}",
    "avoiding": " and avoids {avoided}",
}
"""Fragments inserted into these sentences."""


def build_refusal(rules: Ruleset, state: State, action: Action, code: str, names: Sequence[str]) -> IllegalAction:
    """Build the refusal for a reason code: its clause, and a sentence and remedy about this action."""
    facts = _Facts(rules, state, action, names)
    sentence, remedy = (facts.say(text).format_map(facts) for text in REASONS[code])
    return IllegalAction(code, sentence, rules.setup.clauses.get(code, ""), remedy)


def build_wish_refusal(setup: Setup, company: CompanyId, wish: Wish | None, code: str) -> IllegalAction:
    """Build the refusal of a wish about a run, or (None) of all wishes together."""
    say, facts = translator(setup.told_in), {"company": setup.companies[company].name}
    if wish is not None and code == "route_wish":
        avoided = _spot_names(setup, wish.never)
        facts["train"] = say(FRAGMENTS["train"]).format(train=setup.trains[wish.train].name)
        facts["through"] = _spot_names(setup, wish.must)
        facts["avoiding"] = say(FRAGMENTS["avoiding"]).format(avoided=avoided) if avoided else ""
    sentence, remedy = (say(text).format_map(facts) for text in REASONS[code])
    return IllegalAction(code, sentence, setup.clauses.get(code, ""), remedy)


def _spot_names(setup: Setup, spots: Iterable[Spot]) -> str:
    """Names of hexes and of stops on hexes, joined in words."""
    hexes, say = setup.map.hexes, translator(setup.told_in)
    names = [
        say(FRAGMENTS["stop"]).format(hex=hexes[spot[0]].name, number=spot[1] + 1)
        if isinstance(spot, tuple)
        else hexes[spot].name
        for spot in sorted(spots, key=lambda spot: spot if isinstance(spot, tuple) else (spot, NOBODY))
    ]
    *others, last = names or [""]
    return say(FRAGMENTS["and"]).format(others=say(FRAGMENTS["comma"]).join(others), last=last) if others else last


class _Facts(dict[str, str]):
    """Values for the placeholders of a sentence, looked up on demand. A thing that does not exist is "this"."""

    def __init__(self, rules: Ruleset, state: State, action: Action, names: Sequence[str]) -> None:
        super().__init__()
        self.say = translator(rules.setup.told_in)
        self.rules = rules
        self.state = state
        self.action = action
        self.names = names
        self.player = self.id("player")
        self.company = self.id("company")

    def __missing__(self, key: str) -> str:
        if key in MONEY_FACTS:
            return money_text(self.rules.setup.currency, MONEY_FACTS[key](self))
        return str(FACTS[key](self)) if key in FACTS else self.name_of(key)

    def id(self, field: str) -> int:
        """Id in a field of the action; NOBODY if it has none."""
        value = getattr(self.action, field, NOBODY)
        return value if isinstance(value, int) else NOBODY

    def name_of(self, field: str) -> str:
        """Name of the thing that a field of the action points to."""
        setup = self.rules.setup
        things: dict[str, Sequence[str]] = {
            "player": self.names,
            "company": [each.name for each in setup.companies],
            "private": [each.name for each in setup.privates],
            "lot": [each.name for each in setup.lots],
            "hex": [each.name for each in setup.map.hexes],
            "tile": [f"#{each.name}" for each in setup.tiles],
            "train": [self.say(FRAGMENTS["train"]).format(train=each.name) for each in setup.trains],
        }
        number = self.id(field)
        return things[field][number] if field in things and 0 <= number < len(things[field]) else self.unknown_thing

    @property
    def unknown_thing(self) -> str:
        """Word for a thing that does not exist."""
        return self.say(FRAGMENTS["this"])

    def percent(self, shares: int) -> Percent:
        """Percentage of the company that a number of shares makes up."""
        return shares * self.rules.setup.companies[self.company].share

    def held_shares(self) -> int:
        """Number of the company's shares that the player holds."""
        return holding(self.state, self.company, self.player, self.rules.president_shares[self.company])


def _certificate_cost(facts: _Facts) -> Money:
    if isinstance(facts.action, TakePrivate):
        return facts.action.price
    if isinstance(facts.action, Par):
        return facts.action.price * facts.rules.president_shares[facts.company]
    return share_price(facts.rules, facts.state, facts.company, facts.id("source"))


def _acting_company(state: State) -> CompanyId:
    """Company in turn; NOBODY if none."""
    turn = current_turn(state)
    return NOBODY if turn is None else turn.company


def _lay_cost(facts: _Facts) -> Money:
    colour = facts.rules.setup.tiles[facts.id("tile")].colour
    company = _acting_company(facts.state) if facts.company == NOBODY else facts.company
    return cost_to_lay(facts.rules, facts.state, company, facts.id("hex"), colour)


def _token_price(facts: _Facts) -> Money:
    return price_on(facts.rules, facts.state, facts.company, facts.id("hex"))


def _passage_cost(facts: _Facts) -> Money:
    return max(power.passage_cost for power in facts.rules.powers.passages if power.private == facts.id("private"))


def _train_price(facts: _Facts) -> Money:
    train = facts.rules.setup.trains[facts.id("train")]
    return train.price if facts.id("trade_in") == NOBODY else train.trade_in_price


def _merger_target(facts: _Facts) -> str:
    """Name of the company that forms from the minor."""
    found = facts.rules.member_of.get(facts.company)
    return facts.rules.setup.companies[found[0]].name if found else facts.unknown_thing


def _join_phase(facts: _Facts) -> str:
    """Name of the phase from which a minor may merge by choice."""
    _, member = facts.rules.member_of[facts.company]
    return facts.rules.setup.phases[member.may].name


def _min_sale(facts: _Facts) -> int:
    """Minimum block above the proposed one that may be sold for a train, in shares; 0 if there is none."""
    rules, state, acting = facts.rules, facts.state, _acting_company(facts.state)
    counts = blocks_to_sell(rules, state, facts.player, facts.company, amount_to_raise(rules, state, acting))
    return next((count for count in counts if count > facts.id("count")), 0)


MONEY_FACTS: Final[dict[str, Callable[[_Facts], Money]]] = {
    "price": lambda facts: facts.id("price"),
    "lot_price": lambda facts: lot_price(facts.rules, facts.state, facts.id("lot")),
    "lowest_bid": lambda facts: lowest_bid(facts.rules, facts.state, facts.id("lot")),
    "highest_bid": lambda facts: highest_bid(facts.rules, facts.state, facts.player, facts.id("lot")),
    "cash": lambda facts: cash_of(facts.state, facts.player),
    "cost": _certificate_cost,
    "face value": lambda facts: facts.rules.setup.privates[facts.id("private")].price,
    "private_low": lambda facts: facts.rules.setup.privates[facts.id("private")].low,
    "private_high": lambda facts: facts.rules.setup.privates[facts.id("private")].high,
    "treasury": lambda facts: treasury(facts.state, facts.company),
    "lay_cost": _lay_cost,
    "token_price": _token_price,
    "passage_cost": _passage_cost,
    "train_price": _train_price,
    "cheapest": lambda facts: cheapest_train(facts.rules, facts.state),
    "demanded": lambda facts: action_minimum(facts.rules, facts.state, facts.action),
    "shortfall": lambda facts: shortfall(facts.rules, facts.state, facts.company),
}
"""Placeholders formatted as money in the title's currency."""

FACTS: Final[dict[str, Callable[[_Facts], object]]] = {
    "pars": lambda facts: ", ".join(str(par) for par in facts.rules.pars[facts.company]),
    "certificates": lambda facts: certificates(facts.rules, facts.state, facts.player),
    "certificate_limit": lambda facts: facts.rules.certificate_limit,
    "held_shares": lambda facts: facts.held_shares(),
    "held": lambda facts: facts.percent(facts.held_shares()),
    "hold_limit": lambda facts: facts.rules.settings.hold_limit,
    "market_limit": lambda facts: facts.rules.settings.market_limit,
    "in_market": lambda facts: facts.percent(ordinary_shares(facts.state, facts.company, market_of(facts.state))),
    "most_sellable": lambda facts: max_sellable(facts.rules, facts.state, facts.player, facts.company),
    "emergency_sellable": lambda facts: max_emergency_block(facts.rules, facts.state, facts.player, facts.company),
    "least_sale": _min_sale,
    "phase": lambda facts: facts.rules.setup.phases[facts.state.phase].name,
    "colour": lambda facts: facts.say(COLOURS[facts.rules.setup.tiles[facts.id("tile")].colour]).capitalize(),
    "into": _merger_target,
    "join_phase": _join_phase,
    "acting": lambda facts: facts.rules.setup.companies[_acting_company(facts.state)].name,
    "train_limit": lambda facts: facts.rules.train_limit(facts.state, facts.company),
}
"""Placeholders inserted as they are."""
