"""Sentences of the log, made from events.

Templates are data, one for each kind of event; `{company}` is the label of the event's value of that name. The
sentences are in the language of the table's setup.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tetsudo.core.actions import Action
from tetsudo.core.events import CompanyDrawn, Event, Ran, StepPassed, TrainRan, Valued, data
from tetsudo.core.units import HexId
from tetsudo.engine.model.title import Setup
from tetsudo.language.labels import Labels

SENTENCES: Final[Mapping[str, str]] = {
    # rounds and phases
    "auction_began": "The auction begins.",
    "stock_round_began": "Stock round {turn} begins.",
    "operating_round_began": "Operating round {turn}.{round} begins.",
    "turn_began": "{player} operates {company}.",
    "phase_began": "Phase {phase} begins.",
    "priority_moved": "{player} has the priority deal.",
    "bank_broke": "The bank is broken.",
    "game_ended": "The game is over: {reason}.",
    "position_corrected": "{player} corrects the position: {correction}.",
    # opening auction
    "passed": "{player} passes.",
    "auto_passed": "{player} has no other action and passes automatically.",
    "passed_round": "{player} passes until the operating round ends.",
    "bid": "{player} bids {price} for {lot}.",
    "lot_sold": "{player} buys {lot} for {price}.",
    "lot_reduced": "{lot} now costs {price}.",
    "bid_returned": "{player} gets back the {price} bid for {lot}.",
    "private_dealt": "{player} is dealt {private} for {price}.",
    "company_drawn": "{company} is drawn.",
    # shares
    "started": "{player} starts {company} at {price}.",
    "par_set": "{player} sets the par price of {company} at {price}.",
    "share_received": "{player} receives a share of {company}.",
    "share_bought": "{player} buys a share of {company} from {source} for {price}.",
    "shares_sold": "{player} sells {shares} of {company} for {price}.",
    "president_changed": "{player} becomes president of {company}.",
    "floated": "{company} floats and receives {price}.",
    "stayed_unfloated": "{company} does not float: {sold} of {needed} shares sold.",
    "price_moved": "The price of {company} moves from {old} to {new}.",
    "sold_out": "{company} is sold out.",
    "company_closed": "{company} closes.",
    # companies that form from minors
    "joined": "{player}'s {company} merges into {into}, bringing {price}.",
    "cash_taken": "{player} receives {price} of {company}'s treasury.",
    "shares_exchanged": "{player} receives {shares} of {company} in exchange.",
    "train_taken_over": "{into} takes over a {train} of {company}.",
    "token_replaced": "A token of {into} replaces {company}'s in {hex}.",
    "token_removed": "{company} no longer has a token in {hex}.",
    "converted": "{player} converts {company} into {private}.",
    # company turns
    "income": "{owner} receives {price} from {private}.",
    "tile_laid": "{company} lays {tile} in {hex}{cost}.",
    "terrain_paid": "{company} pays {price} for terrain in {hex}.",
    "private_tile_laid": "{private} lays {tile} in {hex}.",
    "token_placed": "{company} places a token in {hex}{cost}.",
    "private_token_placed": "{private} places a token in {hex}.",
    "token_returned": "{company} takes back its token from {hex}.",
    "tile_taken_back": "{tile} is removed from {hex}.",
    "token_put_back": "{company}'s token in {hex} has a slot again.",
    "token_waits": "{company}'s token in {hex} waits for a slot.",
    "private_token_waits": "{private}'s token in {hex} waits for a slot.",
    "passage_bought": "{company} pays {price} to pass {private}'s token.",
    "granted": "{company} receives {price} for {hex}.",
    "drawn": "Random result: {result} of {sides}.",
    "valued": "{hex} counts {price} for {company}'s run{calls}.",
    "befell": "{power} strikes.",
    "tile_lowered": "The tile in {hex} is downgraded.",
    "token_turned_down": "{company}'s token in {hex} is face down.",
    "token_restored": "{company} pays {price} to restore its token in {hex}.",
    "revenue_changed": "{company}'s run is reduced from {old} to {new}.",
    "owed": "{player} owes the bank {price}, due by the end of the next stock round.",
    "due_paid": "{player} pays the {price} owed.",
    "insolvent": "{player} cannot pay the debt and is bankrupt.",
    "train_ran": "A {train} of {company} runs {hexes} for {price}.",
    "ran": "{company} earns {price}.",
    "subsidised": "{company} receives a subsidy of {price}.",
    "did_not_run": "{company} does not run.",
    "paid_out": "{company} pays out {price}.",
    "received": "{owner} receives {price}.",
    "withheld": "{company} withholds {price}.",
    "step_passed": "{player} skips the rest of {company}'s step: {step}.",
    # trains and privates
    "train_bought": "{company} buys a {train} from {seller} for {price}.",
    "train_traded_in": "{company} trades in a {train}.",
    "train_discarded": "{company} discards a {train}.",
    "train_rusted": "Every {train} rusts.",
    "train_exported": "A {train} is exported.",
    "president_contributed": "{player} contributes {price} to {company}.",
    "proceeds_seized": "The bank takes {price} of the proceeds of {player}'s sales.",
    "private_bought": "{company} buys {private} from {owner} for {price}.",
    "private_taken": "{player} buys {private} from {owner} for {price}.",
    "take_asked": "{player} offers {owner} {price} for {private}.",
    "take_declined": "{owner} keeps {private}.",
    "private_closed": "{private} closes.",
    "private_exchanged": "{player} exchanges {private} for a share of {company}.",
    "income_changed": "{private} now pays {price}.",
    "offer_made": "{company} asks {player} to agree to {price}.",
    "offer_declined": "{player} declines {company}'s offer.",
    "bankrupt": "{player} is bankrupt over a train for {company}.",
}
"""Sentence of each kind of event in `core.events.KINDS`."""

SENTENCE_PARTS: Final[Mapping[str, str]] = {
    "cost": " for {price}",
    "share": "1 share",
    "shares": "{count} shares",
    "floats": "{company} floats.",
    "drawn_for": "{company} is drawn for {privates}.",
    "calls": ", for each of {calls} stops",
}
"""Optional parts of sentences: a price above 0, one share or more, several calls. Other sentences: a float without
capital, a draw for privates."""

SKIP_SENTENCES: Final[Mapping[str, str]] = {
    "track": "{company} lays no track.",
    "token": "{company} places no token.",
    "trains": "{company} buys no train.",
    "privates": "{company} buys no private.",
}
"""Sentences of passed steps, by step name; other steps use `SENTENCES`."""

STEP_ACTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "track": ("lay_tile", "lay_private_tile"),
    "token": ("place_token",),
    "trains": ("buy_train", "answer", "discard_train"),
    "privates": ("buy_private", "answer"),
}
"""Kinds of actions after which a pass only ends the step."""

SHARE_ACTIONS: Final = ("par", "buy_share", "sell_shares", "take_private", "answer")
"""Kinds of actions after which a pass only ends the turn."""

SILENT_AT_ZERO: Final = frozenset(("paid_out", "withheld", "received", "ran"))
"""Kinds of events without a sentence if the amount is 0."""


class Narrator:
    """Writer of log sentences in the language of a table."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self.labels = Labels(setup, names)
        self.say = self.labels.say

    def sentence(self, event: Event) -> str:
        """Sentence of an event."""
        told = data(event)
        values = {field: self.labels.label(field, value) for field, value in told.items()}
        price, count = told.get("price"), told.get("shares")
        values["cost"] = self.say(SENTENCE_PARTS["cost"]).format(price=values["price"]) if price else ""
        if isinstance(count, int):
            values["shares"] = self.say(SENTENCE_PARTS["share" if count == 1 else "shares"]).format(count=count)
        if isinstance(event, Valued):
            values["calls"] = self.say(SENTENCE_PARTS["calls"]).format(calls=event.calls) if event.calls > 1 else ""
        if isinstance(event, TrainRan):
            values["hexes"] = self._route(event.hexes)
        if isinstance(event, CompanyDrawn):
            values["privates"] = self._drawn_for(event)
        return self.say(self._template(event)).format_map(values)

    def notable_events(self, events: Sequence[Event], before: Action | None = None) -> list[Event]:
        """Events worth a log line, out of those of an action that follows the action `before`.

        It leaves out zero amounts, the total of a single train, the presidency of a newly started company, and passes
        that only end a step or turn.
        """
        found = [event for event in events if event.kind not in SILENT_AT_ZERO or data(event)["price"]]
        trains = [event for event in found if isinstance(event, TrainRan)]
        if len(trains) == 1:
            found = [event for event in found if not (isinstance(event, Ran) and event.price == trains[0].price)]
        if any(event.kind == "started" for event in found):
            found = [event for event in found if event.kind != "president_changed"]
        return [event for event in found if not self._is_closing_pass(event, before)]

    def _is_closing_pass(self, event: Event, before: Action | None) -> bool:
        """True if a player passes only to end a step or turn after an action."""
        if before is None:
            return False
        if isinstance(event, StepPassed):
            return before.kind in STEP_ACTIONS.get(self._step(event), ()) and before.player == event.player
        return event.kind == "passed" and before.kind in SHARE_ACTIONS and before.player == event.player

    def _template(self, event: Event) -> str:
        if event.kind == "floated" and not event.price:
            return SENTENCE_PARTS["floats"]
        if isinstance(event, CompanyDrawn) and self._drawn_for(event):
            return SENTENCE_PARTS["drawn_for"]
        if isinstance(event, StepPassed):
            return SKIP_SENTENCES.get(self._step(event), SENTENCES[event.kind])
        return SENTENCES[event.kind]

    def _drawn_for(self, event: CompanyDrawn) -> str:
        """Privates with a power that names the draw of a company."""
        draws = [draw for draw, company in enumerate(self.labels.setup.drawn) if company == event.company]
        privates = (
            private.name
            for private in self.labels.setup.privates
            if any(power.values.get("draw") in draws for power in private.powers)
        )
        return self.say(" and ").join(privates)

    def _step(self, event: StepPassed) -> str:
        return self.labels.setup.settings.steps[event.step]

    def _route(self, hexes: Sequence[HexId]) -> str:
        """Route by the names of its places, or by coordinates for hexes without a name if fewer than two are named."""
        every = [self.labels.setup.map.hexes[hex] for hex in hexes]
        named = [hex.place for hex in every if hex.place]
        return " – ".join(named if len(named) > 1 else [hex.place or hex.name for hex in every])


def narrate(setup: Setup, names: Sequence[str], events: Iterable[Event]) -> list[str]:
    """Log sentences of events, one for each."""
    narrator = Narrator(setup, names)
    return [narrator.sentence(event) for event in events]
