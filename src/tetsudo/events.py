"""What happened: what the log, the page and the plots tell.

An event is a kind and its values; `FIELDS` names the values of each kind, by the same
names that actions use, so that one table of names serves both. The sentences of the
log are made from events (`narration.py`), in whatever language.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

Value: TypeAlias = int | tuple[int, ...]


class Event(NamedTuple):
    """Something that happened; `values` as `FIELDS[kind]` names them."""

    kind: str
    values: tuple[Value, ...]

    @property
    def data(self) -> dict[str, Value]:
        """The values by name."""
        return dict(zip(FIELDS[self.kind], self.values, strict=True))


Log: TypeAlias = list[Event]

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    # rounds and phases
    "auction_began": (),
    "stock_round_began": ("turn",),
    "operating_round_began": ("turn", "round"),
    "turn_began": ("player", "company"),
    "phase_began": ("phase",),
    "priority_moved": ("player",),
    "bank_broke": (),
    "game_ended": ("reason",),
    # the opening auction
    "passed": ("player",),
    "auto_passed": ("player",),
    "passed_round": ("player",),
    "bid": ("player", "lot", "price"),
    "lot_sold": ("player", "lot", "price"),
    "lot_reduced": ("lot", "price"),
    "bid_returned": ("player", "lot", "price"),
    "private_dealt": ("player", "private", "price"),
    # shares
    "started": ("player", "company", "price"),
    "par_set": ("player", "company", "price"),
    "share_received": ("player", "company"),
    "share_bought": ("player", "company", "source", "price"),
    "shares_sold": ("player", "company", "count", "price"),
    "president_changed": ("player", "company"),
    "floated": ("company", "price"),
    "price_moved": ("company", "from", "to"),
    "sold_out": ("company",),
    "company_closed": ("company",),
    # companies that form from minors
    "joined": ("player", "company", "into", "price"),
    "shares_exchanged": ("player", "company", "count"),
    "train_taken_over": ("into", "train", "company"),
    "token_replaced": ("company", "hex", "city", "into"),
    "token_removed": ("company", "hex", "city"),
    "converted": ("player", "company", "private"),
    # companies' turns
    "income": ("private", "owner", "price"),
    "tile_laid": ("company", "hex", "tile", "rotation", "price"),
    "terrain_paid": ("company", "hex", "price"),
    "private_tile_laid": ("private", "hex", "tile", "rotation"),
    "token_placed": ("company", "hex", "city", "price"),
    "private_token_placed": ("private", "hex", "city"),
    "token_returned": ("company", "hex"),
    "passage_bought": ("company", "private", "price"),
    "granted": ("company", "hex", "price"),
    "train_ran": ("company", "train", "price", "hexes"),
    "ran": ("company", "price"),
    "subsidised": ("company", "price"),
    "did_not_run": ("company",),
    "paid_out": ("company", "price"),
    "received": ("owner", "price"),
    "withheld": ("company", "price"),
    "step_passed": ("player", "company", "step"),
    # trains and privates
    "train_bought": ("company", "train", "seller", "price"),
    "train_traded_in": ("company", "train"),
    "train_discarded": ("company", "train"),
    "train_rusted": ("train",),
    "train_exported": ("train",),
    "president_contributed": ("player", "company", "price"),
    "proceeds_seized": ("player", "price"),
    "private_bought": ("company", "private", "owner", "price"),
    "private_taken": ("player", "private", "owner", "price"),
    "take_asked": ("player", "private", "owner", "price"),
    "take_declined": ("owner", "private"),
    "private_closed": ("private",),
    "private_exchanged": ("player", "private", "company"),
    "income_changed": ("private", "price"),
    "offer_made": ("player", "company", "price"),
    "offer_declined": ("player", "company"),
    "bankrupt": ("player", "company"),
}
