"""Why an action is refused: a sentence for people, and what would make it legal.

A procedure answers with a reason's code; the sentence is made only when somebody reads
it, from the action and the position. A title's data says which of its clauses forbids
it (`[reasons]` in `title.toml`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tetsudo.actions import Action, LayTile
from tetsudo.errors import IllegalAction
from tetsudo.rules.auction import highest_bid, lot_price, lowest_bid
from tetsudo.rules.depot import cheapest_train
from tetsudo.rules.emergency import most_spared, shortfall
from tetsudo.rules.shares import certificates, most_sellable, share_price
from tetsudo.rules.tokens import next_token, token_price
from tetsudo.state import State, cash_of, holding, market_of, ordinary, treasury
from tetsudo.units import COLOURS, NOBODY

if TYPE_CHECKING:
    from tetsudo.rules.ruleset import Ruleset

LATER: Final = "Wait for a stock round, a turn of a company of one's own, or one that has not begun."

REASONS: Final[dict[str, tuple[str, str]]] = {
    # who and when
    "game_over": ("The game is over.", ""),
    "unknown_id": ("The action names something that does not exist.", ""),
    "unknown_action": ("This is not an action that can be applied.", ""),
    "not_your_turn": ("It is not {player}'s turn.", ""),
    "not_president": ("{player} is not the president who decides here.", ""),
    "not_its_turn": ("It is not {company}'s turn.", ""),
    "not_this_step": ("This is not done in this step of a company's turn.", ""),
    "not_in_auction": ("In the auction one bids or passes.", ""),
    "not_in_bid_off": ("In a bid-off one raises or passes.", ""),
    "not_in_stock_round": ("This is not done in a stock round.", ""),
    "private_in_stock_round": ("Privates are not sold in stock rounds.", ""),
    "must_choose": ("Something must be chosen here.", ""),
    # the auction
    "lot_sold": ("{lot} is sold.", "Bid on one that is not."),
    "lot_on_top": ("{lot} is on top and costs {lot_price}.", "Offer exactly that."),
    "bid_low": ("{price} is too low for {lot}.", "Bid {lowest_bid} or more."),
    "raise_low": ("{price} does not raise the bid on {lot}.", "Bid {lowest_bid} or more."),
    "bid_cash": ("{player} can bid {highest_bid} at the most for {lot}: other bids hold the rest back.", ""),
    # shares
    "share_source": ("Shares are bought from the initial offering or the market.", ""),
    "not_started": ("{company} is not started.", "Buy its president's certificate first."),
    "already_started": ("{company} is started already.", ""),
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
    "power_used": ("The power of {private} is used up.", ""),
    "only_free_lay": ("Only the private's tile may be laid now, or passed.", ""),
    "exchange_what": ("{private} is not exchanged for this.", ""),
    "exchange_when": ("{private} is not exchanged now.", LATER),
    "exchange_none_left": ("No share of {company} is left in the initial offering.", ""),
    "private_phase": ("Companies buy no privates in phase {phase}.", ""),
    "private_never_sold": ("{private} is never sold to a company.", ""),
    "private_not_for_sale": ("{private} is not a player's, or not for sale.", ""),
    "private_price": ("{price} is not a price for {private}.", "Offer {private_low} to {private_high}."),
    "private_cash": ("{company} has {treasury}; the offer is {price}.", ""),
    "offer_declined": ("This was offered and declined in this turn.", "Offer more."),
    "must_answer": ("An offer waits for an answer.", "Accept or decline it."),
    # track and tokens
    "one_tile": ("{company} has laid its tile of this turn.", ""),
    "special_tile": ("{tile} is laid by a private's power only.", ""),
    "tile_colour": ("{colour} tiles are not available in phase {phase}.", ""),
    "hex_blocked": ("A private blocks {hex}.", "It opens once a company has the private, or it is closed."),
    "tile_supply": ("No copy of {tile} is left.", ""),
    "tile_kind": ("{tile} may not replace what lies on {hex}.", ""),
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
    "no_city": ("There is no such city on {hex}.", ""),
    "no_token_left": ("{company} has no token left.", ""),
    "token_cost": ("{company} has {treasury}; a station token costs {token_price}.", ""),
    "token_twice": ("{company} has a token on {hex}.", ""),
    "city_full": ("The city on {hex} has no free slot.", ""),
    "city_reserved": ("The last free slot on {hex} is reserved for another company's home.", ""),
    "token_unconnected": ("{hex} is not connected to {company}.", ""),
    # running
    "must_run": ("{acting} has trains and a route: it runs.", "Choose routes."),
    "route_train": ("Each route needs a train of its own.", ""),
    "route_short": ("A route has at least two stops.", ""),
    "route_token": ("A route needs a stop with a token of {company}.", ""),
    "route_track": ("The route does not follow track from stop to stop.", ""),
    "route_blocked": ("A city full of others' tokens cannot be passed.", ""),
    "route_long": ("The route has more stops than the train may make.", ""),
    "route_stop_twice": ("A route visits a stop only once.", ""),
    "route_reuse": ("Track is used twice.", ""),
    "route_through_end": ("An off-board location is an end of a route.", ""),
    "must_distribute": ("The revenue is paid or withheld.", ""),
    "no_half": ("The revenue is paid out or withheld as a whole.", ""),
    # trains
    "must_buy_train": ("{acting} must own a train.", "Buy one."),
    "train_order": ("The depot does not sell a {train} now.", ""),
    "no_such_train": ("There is no {train} there.", ""),
    "train_price": ("The bank asks {train_price} for a {train}.", ""),
    "trade_in": ("This train is not traded in for a {train}.", ""),
    "train_limit": ("{company} is at the limit of {train_limit} trains.", ""),
    "train_cash": ("{company} has {treasury}; the {train} costs {price}.", ""),
    "train_offer_price": ("A company asks 1 or more, and {company} has {treasury}.", ""),
    "emergency_cheapest": ("With the president's money only the cheapest train is bought, at {cheapest}.", ""),
    "emergency_cash": ("{company} lacks {shortfall} and {player} has {cash}.", "Sell shares first."),
    "emergency_sale": (
        "{player} may not sell so many shares of {company} to pay for a train.",
        "No presidency may be lost, and the market's limit holds: {emergency_sellable} at the most.",
    ),
    "sale_excess": ("Fewer shares pay for the train.", "Sell fewer."),
    "sale_not_needed": ("In a company's turn shares are sold only to pay for a forced train.", ""),
    "must_discard": ("Trains above the limit are discarded first.", ""),
    "no_discard": ("{company} is not above the train limit.", ""),
    "bankrupt_when": ("Bankruptcy is declared when the train must be bought.", ""),
    "bankrupt_no_duty": ("{company} need not buy a train that it cannot pay.", ""),
    "bankrupt_can_pay": ("{player} can raise the {shortfall} that {company} lacks.", "Sell shares."),
}


def refused(rules: Ruleset, state: State, action: Action, code: str, names: Sequence[str]) -> IllegalAction:
    """The refusal for a reason, with its clause, in a sentence about this action."""
    facts = _Facts(rules, state, action, names)
    sentence, remedy = (text.format_map(facts) for text in REASONS[code])
    return IllegalAction(code, sentence, rules.setup.clauses.get(code, ""), remedy)


class _Facts(dict[str, str]):
    """What a sentence may name, found when it is asked for. What does not exist is "this"."""

    def __init__(self, rules: Ruleset, state: State, action: Action, names: Sequence[str]) -> None:
        super().__init__()
        self.rules = rules
        self.state = state
        self.action = action
        self.names = names

    def __missing__(self, key: str) -> str:
        find = getattr(self, f"_{key}", None)
        return str(find()) if find else self.named(key)

    def id(self, field: str) -> int:
        """An id of the action, or NOBODY."""
        value = getattr(self.action, field, NOBODY)
        return value if isinstance(value, int) else NOBODY

    def named(self, field: str) -> str:
        """The name of what an action's field points to."""
        setup = self.rules.setup
        things: dict[str, Sequence[str]] = {
            "player": self.names,
            "company": [each.name for each in setup.companies],
            "private": [each.name for each in setup.privates],
            "lot": [setup.privates[private].name for private in setup.lots],
            "hex": [each.name for each in setup.map.hexes],
            "tile": [f"#{each.name}" for each in setup.tiles],
            "train": [f"{each.name}-train" for each in setup.trains],
        }
        number = self.id(field)
        return things[field][number] if field in things and 0 <= number < len(things[field]) else "this"

    def money(self, amount: int) -> str:
        """An amount with the title's currency."""
        return f"{self.rules.setup.currency}{amount}"

    def _price(self) -> str:
        return self.money(self.id("price"))

    def _lot_price(self) -> str:
        return self.money(lot_price(self.rules, self.state, self.id("lot")))

    def _lowest_bid(self) -> str:
        return self.money(lowest_bid(self.rules, self.state, self.id("lot")))

    def _highest_bid(self) -> str:
        return self.money(highest_bid(self.state, self.action.player, self.id("lot")))

    def _pars(self) -> str:
        return ", ".join(str(par) for par in self.rules.numbers.pars)

    def _cash(self) -> str:
        return self.money(cash_of(self.state, self.action.player))

    def _cost(self) -> str:
        company = self.id("company")
        if not hasattr(self.action, "source"):
            return self.money(self.id("price") * self.rules.president_shares[company])
        return self.money(share_price(self.rules, self.state, company, self.id("source")))

    def _certificates(self) -> int:
        return certificates(self.rules, self.state, self.action.player)

    def _certificate_limit(self) -> int:
        return self.rules.numbers.certificate_limit

    def _held_shares(self) -> int:
        company = self.id("company")
        return holding(self.state, company, self.action.player, self.rules.president_shares[company])

    def _held(self) -> int:
        return 10 * self._held_shares()

    def _hold_limit(self) -> int:
        return self.rules.numbers.hold_limit

    def _market_limit(self) -> int:
        return self.rules.numbers.market_limit

    def _in_market(self) -> int:
        return 10 * ordinary(self.state, self.id("company"), market_of(self.state))

    def _most_sellable(self) -> int:
        return most_sellable(self.rules, self.state, self.action.player, self.id("company"), False)

    def _emergency_sellable(self) -> int:
        return most_spared(self.rules, self.state, self.action.player, self.id("company"))

    def _phase(self) -> str:
        return self.rules.setup.phases[self.state.phase].name

    def _private_low(self) -> str:
        return self.money(self.rules.setup.privates[self.id("private")].low)

    def _private_high(self) -> str:
        return self.money(self.rules.setup.privates[self.id("private")].high)

    def _treasury(self) -> str:
        return self.money(treasury(self.state, self.id("company")))

    def _colour(self) -> str:
        return COLOURS[self.rules.setup.tiles[self.id("tile")].colour].capitalize()

    def _lay_cost(self) -> str:
        assert isinstance(self.action, LayTile)
        colour = self.rules.setup.tiles[self.action.tile].colour
        return self.money(self.rules.lay_cost(self.state, self.action.company, self.action.hex, colour))

    def _token_price(self) -> str:
        company = self.id("company")
        return self.money(token_price(self.rules, company, next_token(self.rules, self.state, company)))

    def _acting(self) -> str:
        company = self.state.stack[-1][1]
        return self.rules.setup.companies[company].name

    def _train_price(self) -> str:
        train = self.rules.setup.trains[self.id("train")]
        return self.money(train.price if self.id("trade_in") == NOBODY else train.trade_in_price)

    def _train_limit(self) -> int:
        return self.rules.train_limit(self.state)

    def _cheapest(self) -> str:
        return self.money(cheapest_train(self.rules, self.state))

    def _shortfall(self) -> str:
        return self.money(shortfall(self.rules, self.state, self.id("company")))
