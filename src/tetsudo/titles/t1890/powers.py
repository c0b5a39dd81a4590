"""Powers of 1890's privates and companies: payments from the bank, Ōsaka's subway, and a token passed for a fee.

The loader reads only `POWERS` at the end. Any title's own powers work like this: see `docs/adding-a-title.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from tetsudo.core import events
from tetsudo.core.actions import Route
from tetsudo.core.events import Log
from tetsudo.core.frames import PendingDieRoll
from tetsudo.core.units import NOBODY, CompanyId, FaceId, HexId, Money
from tetsudo.engine.model.power_spec import (
    COMPANY,
    PRIVATE,
    Amount,
    Amounts,
    Colour,
    Companies,
    Company,
    Hex,
    Hexes,
    Key,
    Phase,
)
from tetsudo.engine.model.templates import EMPTY_PHRASE, JoinedParts, Part, Phrase, Value
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.model.title import Setup
from tetsudo.engine.routes.revenue import Call
from tetsudo.engine.rules.flow.stack import turn_of
from tetsudo.engine.rules.powers.die_roll import MAX_DIE_ROLLS, request_die_roll
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.shares.bank import bank_pays, pay_bank
from tetsudo.engine.rules.tiles_and_tokens.tokens import free_slots, has_token_on, reserved_slots
from tetsudo.engine.rules.trains.run_income import revenue_after_powers
from tetsudo.engine.state.board import face_on, faces_on, put_token, remove_token, token_hex, token_place, waiting_hex
from tetsudo.engine.state.state import RETURNED, UNPLACED, State, last_run_of, owner_of_company, treasury
from tetsudo.titles.t1890.earthquake import Earthquake
from tetsudo.titles.t1890.raids import AirRaids


def grant(rules: Ruleset, state: State, log: Log, company: CompanyId, hex: HexId, amount: Money) -> None:
    """Pay from the bank into a treasury, for something on a hex."""
    bank_pays(rules, state, log, owner_of_company(state, company), amount)
    log.append(events.Granted(company, hex, amount))


def faces_of(setup: Setup, colour: int) -> frozenset[FaceId]:
    """Faces of a colour, whether of a tile or printed on a hex."""
    return frozenset(face.id for face in setup.faces if face.colour == colour)


# Companies


CALL_UNIT: Final = 1 << MAX_DIE_ROLLS.bit_length()
"""Unit of a run's calls in the memory of `DiceBonus`, above the number of rolls."""

MAX_CALLS: Final = 99
"""Maximum calls of a run; no company has more trains."""


class FirstLayFree(Power[Ruleset]):
    """A free tile lay for a company on some hexes in its first turn.

    Depending on the option `free_lay`, it is the ordinary lay of the turn or an extra one (1890-C.8.4-i).

    1890-C.8.1-o, 1890-C.8.4-h, 1890-C.8.4-j.
    """

    kind = "first_lay_free"
    help = (
        "The first tile that the company lays on some hexes in its first turn is free; the option `free_lay` says"
        " whether it is its ordinary one."
    )
    sentence = "In its first turn it pays nothing for a tile in {hexes}{addition}."
    belongs_to = (COMPANY,)
    changes_cost = True

    hexes: Annotated[Hexes, Key("where")]

    def settle(self, setup: Setup) -> None:
        self.free = frozenset(self.hexes)
        self.lays_more = setup.settings.free_lay == "extra"

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        if hex not in self.free or not self._is_first_turn(state, company):
            return cost
        turn = turn_of(state, company)
        return cost if turn is not None and self.free & {*turn.laid} else 0

    def more_lays(self, state: State, company: CompanyId) -> frozenset[HexId]:
        return self.free if self._is_first_turn(state, company) else frozenset()

    def _is_first_turn(self, state: State, company: CompanyId) -> bool:
        return company == self.own_company and last_run_of(state, company) == NOBODY

    def words(self, setup: Setup) -> Mapping[str, Part]:
        return {"addition": Phrase(", and lays it in addition to its normal tile") if self.lays_more else EMPTY_PHRASE}


class IgnoresTokens(Power[Ruleset]):
    """Exemption from other companies' tokens on tiles of a colour on some hexes (1890-C.8.4-g)."""

    kind = "ignores_tokens"
    help = "Tokens do not block the company, neither its trains nor its way to what it lays and where it places tokens."
    sentence = (
        "On {colour} tiles in {hexes} other tokens do not block it: neither its trains nor its connections to track "
        "and tokens."
    )
    belongs_to = (COMPANY,)

    hexes: Annotated[Hexes, Key("where")]
    colour: Annotated[Colour, Key("of the tiles on which they do not")]

    def settle(self, setup: Setup) -> None:
        self.open = frozenset(self.hexes)
        self.faces = faces_of(setup, self.colour)

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        return company == self.own_company and hex in self.open and face in self.faces


class PaidForLays(Power[Ruleset]):
    """A payment to a company for each tile of a colour that it lays (1890-C.8.4-ap)."""

    kind = "paid_for_lays"
    help = "The company is paid for each tile that it lays."
    sentence = "The bank pays {amount} into its treasury for each {colour} tile it lays."
    belongs_to = (COMPANY,)

    colour: Annotated[Colour, Key("of the tiles")]
    amount: Annotated[Amount, Key("for each", minimum=1)]

    def after_lay(self, rules: Ruleset, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        if company == self.own_company and rules.setup.faces[face_on(state, hex)].colour == self.colour:
            grant(rules, state, log, company, hex, self.amount)


class RunBonus(Power[Ruleset]):
    """Extra revenue for a run that calls at a hex with a tile of a colour, paid once per run.

    The revenue is added by `engine.rules.ruleset.bonuses`. If the company's runs earn less, the payment to the
    treasury is reduced too (1890-C.10.13-b).

    1890-C.8.4-al, 1890-C.8.4-am.
    """

    kind = "run_bonus"
    help = "A run of the company that calls at a hex earns more, once."
    sentence = (
        "Once a {colour} tile is in {call}, a run that stops there earns {amount} more, once per turn; the bank "
        "also pays {treasury} into the treasury."
    )
    belongs_to = (COMPANY,)

    call: Annotated[Hex, Key("the hex")]
    colour: Annotated[Colour, Key("of the tile that must lie there")]
    amount: Annotated[Amount, Key("how much more", minimum=1)]
    treasury: Annotated[Amount, Key("additional payment of the bank into the treasury")]

    def settle(self, setup: Setup) -> None:
        self.faces = faces_of(setup, self.colour)

    def after_run(self, rules: Ruleset, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        if company != self.own_company or self.paid_call(faces_on(state)) is None:
            return
        amount = revenue_after_powers(rules, state, company, self.treasury)
        if amount and any(self.call in route.hexes for route in routes):
            grant(rules, state, log, company, self.call, amount)

    def paid_call(self, tiles: Sequence[FaceId]) -> Call | None:
        """Paid call on a map; None if no such tile lies there."""
        return Call(self.call, self.amount) if tiles[self.call] in self.faces else None


class DiceBonus(Power[Ruleset]):
    """A die roll for the value of a hex with a tile of a colour to a run that calls there.

    Routes are chosen first, then the die is rolled once (1890-C.10.12-b). Until then the city counts its printed value,
    so the best run is the best one by printed values. The difference between roll and printed value is then added for
    each train's call (1890 10.5.2) or only once, depending on the option `die_calls`. `State.memory` holds the number
    of rolls, and above that the calls of the run that waits for its roll.

    1890-C.10.12-a.
    """

    kind = "dice_bonus"
    help = "A die decides what a hex is worth to a run of the company that calls there, once the routes are chosen."
    sentence = (
        "Once a {colour} tile is in {call}, a die is rolled after each run that stops there. It sets the value of "
        "{call} for this run{calls}, from 1 on {amounts}."
    )
    belongs_to = (COMPANY,)
    draws = True

    call: Annotated[Hex, Key("the hex")]
    colour: Annotated[Colour, Key("of the tile that must lie there")]
    amounts: Annotated[Amounts, Key("what it is worth, by what the die shows, from 1 on")]

    def settle(self, setup: Setup) -> None:
        self.faces = faces_of(setup, self.colour)
        self.once = setup.settings.die_calls == "once"
        self.printed = {face: setup.faces[face].nodes[0].revenue[0] for face in self.faces if setup.faces[face].nodes}

    def _calls(self, state: State, company: CompanyId, routes: Sequence[Route]) -> int:
        """Count the trains of a run that call there once such a tile lies there; at most one if it counts once."""
        if company != self.own_company or face_on(state, self.call) not in self.faces:
            return 0
        calls = sum(self.call in route.hexes for route in routes)
        return min(calls, 1) if self.once else calls

    def may_add(self, state: State, company: CompanyId, routes: Sequence[Route]) -> tuple[Money, Money]:
        calls = self._calls(state, company, routes)
        if not calls:
            return 0, 0
        printed = self.printed[face_on(state, self.call)]
        return calls * (min(self.amounts) - printed), calls * (max(self.amounts) - printed)

    def after_run(self, rules: Ruleset, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        calls = self._calls(state, company, routes)
        if calls:
            rolled = self.remembered(state)
            self.remember(state, rolled + 1 + calls * CALL_UNIT)
            request_die_roll(state, self, len(self.amounts), rolled)

    def drawn(self, rules: Ruleset, state: State, result: int, log: Log) -> None:
        waiting, rolled = divmod(self.remembered(state), CALL_UNIT)
        calls = waiting or 1  # positions from before calls were counted have 0
        self.remember(state, rolled)
        amount = self.amounts[result - 1]
        more = calls * (amount - self.printed[face_on(state, self.call)])
        state.revenue += revenue_after_powers(rules, state, self.own_company, more)
        log.append(events.Valued(self.own_company, self.call, amount, calls))
        log.append(events.Ran(self.own_company, state.revenue))

    def may_remember(self, state: State, memory: int) -> bool:
        calls, rolled = divmod(memory, CALL_UNIT)
        frame = state.stack[-1]
        waits = isinstance(frame, PendingDieRoll) and frame.power == self.id
        return 0 <= calls <= (MAX_CALLS if waits else 0) and 0 <= rolled <= MAX_DIE_ROLLS

    def words(self, setup: Setup) -> Mapping[str, Part]:
        return {"calls": Phrase(", once") if self.once else Phrase(" at each stop of a train")}


# Companies and privates


class PaysForToken(Power[Ruleset]):
    """A payment at the income step to companies with a token on a hex.

    A company's own power pays that company. A private's power, once the private is owned, pays the
    company named in data, or by default every corporation.

    1890-C.8.2-c, 1890-C.8.2-s, 1890-C.8.4-an.
    """

    kind = "pays_for_token"
    help = (
        "At the income step a company's own power pays it while it has a token on a hex; a private's, once it is owned,"
        " pays a company, or every corporation, with a token there."
    )
    sentence = "{payee} {amount} at the start of each operating round{owned}."

    token_on: Annotated[Hex, Key("the hex")]
    amount: Annotated[Amount, Key("how much", minimum=1)]
    company: Annotated[Company, Key("whom a private's pays; without it, every corporation")] = NOBODY

    def settle(self, setup: Setup) -> None:
        self.named = self.company if self.own_company == NOBODY else self.own_company
        self.paid = tuple(
            company.id
            for company in setup.companies
            if (company.kind == "corporation" if self.named == NOBODY else company.id == self.named)
        )

    def also_pays(self, rules: Ruleset, state: State, log: Log) -> None:
        if self.owner(state) == NOBODY:
            return
        for company in self.paid:
            if has_token_on(rules, state, company, self.token_on):
                grant(rules, state, log, company, self.token_on, self.amount)

    def words(self, setup: Setup) -> Mapping[str, Part]:
        hex, company = Value("hex", self.token_on), Value("company", self.named)
        every = Phrase("Each corporation with a token in {hex} receives", hex=hex)
        one = Phrase("{company}, if it has a token in {hex}, receives", company=company, hex=hex)
        return {"payee": every if self.named == NOBODY else one}


# Privates


class PaysOnce(Power[Ruleset]):
    """A different income of a private in the first operating round of a phase or later.

    It is paid only to the kind of owner named in data.

    1890-C.8.2-q.
    """

    kind = "pays_once"
    help = "In the first operating round that begins in a phase or later the private pays a player another income."
    sentence = "In the first operating round that begins in phase {phase} or later it pays {income}."
    belongs_to = (PRIVATE,)
    owners = ("player",)
    at_first = 1  # 0 afterwards

    phase: Annotated[Phase, Key("from which on")]
    income: Annotated[Amount, Key("how much")]

    def private_income(self, state: State, income: Money) -> Money:
        return self.income if self._is_due(state) and self.owner(state) != NOBODY else income

    def also_pays(self, rules: Ruleset, state: State, log: Log) -> None:
        """Mark that operating round as over, even if the private has no owner."""
        if self._is_due(state):
            self.remember(state, 0)

    def _is_due(self, state: State) -> bool:
        return self.remembered(state) > 0 and state.phase >= self.phase


class PaidForCalls(Power[Ruleset]):
    """A payment to the owner for each route that calls at a hex, for companies without a token there.

    The bank pays a percentage of the city's value, rounded down; the revenue does not change. All track
    of the hex meets in one city, so every route through the hex calls at it.

    1890-C.8.2-n, 1890-C.8.2-o.
    """

    kind = "paid_for_calls"
    help = "The owner is paid for each route that calls at a hex with one city, of a company without a token there."
    sentence = (
        "{owner} receives {percent} % of the value of {call} from the bank for each route that stops there, of any "
        "company without a token there."
    )
    belongs_to = (PRIVATE,)

    call: Annotated[Hex, Key("the hex")]
    percent: Annotated[int, Key("how much of the city's value", minimum=1)]

    def after_run(self, rules: Ruleset, state: State, company: CompanyId, routes: Sequence[Route], log: Log) -> None:
        owner = self.owner(state)
        if owner == NOBODY or has_token_on(rules, state, company, self.call):
            return
        network = rules.atlas.network(state)
        city = rules.setup.faces[face_on(state, self.call)].nodes[0]
        for route in routes:
            if self.call not in route.hexes:
                continue
            column = rules.valuation.column(network, route.train, rules.setup.phases[state.phase].offboard)
            amount = city.revenue[column] * self.percent // 100
            bank_pays(rules, state, log, owner, amount)
            log.append(events.Income(self.private, owner, amount))


class Station(Power[Ruleset]):
    """A private's token in the city of a hex, placed when the private is bought.

    If all free slots are reserved for homes, the token waits beside the city until an upgrade adds a slot.
    Instead of placing a token, a corporation may pay to pass the city as if this token were not there.
    Corporations whose tokens were returned pass without paying. `State.memory` has the bits of the companies
    that may still pay.

    1890-C.8.2-e.
    """

    kind = "station"
    help = (
        "The private, with `tokens = 1`, has a token on a hex from its purchase; the tokens there go back to their"
        " companies, and corporations may pay to pass it."
    )
    sentence = (
        "When it is bought, the tokens in {token_on} of all companies{but_spared} are returned, and its own token "
        "is placed there. Instead of placing a token a corporation{but_barred} may pay {cost} to the bank and then "
        "passes it freely; a company whose token was returned does so without paying."
    )
    belongs_to = (PRIVATE,)
    owners = ("player",)
    tokens = 1

    token_on: Annotated[Hex, Key("the hex")]
    cost: Annotated[Amount, Key("of passing it, once and for all")]
    spared: Annotated[Companies, Key("whose tokens stay")] = ()
    barred: Annotated[Companies, Key("who may not pass it")] = ()

    def settle(self, setup: Setup) -> None:
        self.passage_cost = self.cost
        self.at_first = sum(
            1 << company.id
            for company in setup.companies
            if company.kind == "corporation" and company.id not in self.barred
        )
        self._token = sum(len(company.token_prices) for company in setup.companies) + sum(
            private.tokens for private in setup.privates[: self.private]
        )

    def bought(self, rules: Ruleset, state: State, log: Log) -> None:
        for company in range(state.companies):
            if company not in self.spared:
                self._return_tokens(rules, state, company, log)
        self._place(rules, state, log)

    def _return_tokens(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        """Return a company's tokens from the hex and grant it the passage (1890-C.8.2-f, 1890-C.8.2-h)."""
        for token in range(rules.tokens_from[company], rules.tokens_from[company + 1]):
            if self.token_on in (token_hex(state, token), waiting_hex(state, token)):
                remove_token(state, token, RETURNED)
                self.remember(state, self.remembered(state) & ~(1 << company))
                log.append(events.TokenReturned(company, self.token_on))

    def _place(self, rules: Ruleset, state: State, log: Log) -> None:
        """Place its token if there is a slot (1890-C.8.2-e, 1890-C.8.2-g)."""
        hex = self.token_on
        for city, node in enumerate(rules.setup.faces[face_on(state, hex)].nodes):
            if node.kind == CITY and free_slots(rules, state, hex, city) > reserved_slots(
                rules, state, NOBODY, hex, city
            ):
                put_token(state, self._token, hex, city)
                log.append(events.PrivateTokenPlaced(self.private, hex, city))
                return

    def after_lay(self, rules: Ruleset, state: State, company: CompanyId, hex: HexId, log: Log) -> None:
        if hex == self.token_on and token_place(state, self._token) == UNPLACED and self.owner(state) != NOBODY:
            self._place(rules, state, log)

    def closed(self, state: State) -> None:
        """Remove its token from the board and end all passages."""
        remove_token(state, self._token)
        self.remember(state, self.at_first)

    def passage_refusal(self, rules: Ruleset, state: State, company: CompanyId) -> str:
        if token_hex(state, self._token) == NOBODY:
            return "passage_none"
        if not self.at_first >> company & 1:
            return "passage_barred"
        if not self.remembered(state) >> company & 1 or has_token_on(rules, state, company, self.token_on):
            return "passage_had"
        return "passage_cost" if treasury(state, company) < self.passage_cost else ""

    def pay_passage(self, rules: Ruleset, state: State, company: CompanyId, log: Log) -> None:
        pay_bank(state, owner_of_company(state, company), self.passage_cost)
        self.remember(state, self.remembered(state) & ~(1 << company))
        state.network = None
        log.append(events.PassageBought(company, self.private, self.passage_cost))

    def ignores(self, company: CompanyId, hex: HexId, face: FaceId, node: int, mark: int) -> bool:
        return hex == self.token_on and bool(self.at_first & ~mark & 1 << company)  # 1890-C.8.2-m

    def mark(self, state: State) -> int:
        return self.remembered(state)

    def words(self, setup: Setup) -> Mapping[str, Part]:
        spared, barred = (
            JoinedParts(" or ", *(Value("company", company) for company in some)) for some in (self.spared, self.barred)
        )
        return {
            "but_spared": Phrase(" but {companies}", companies=spared) if self.spared else EMPTY_PHRASE,
            "but_barred": Phrase(", but not {companies},", companies=barred) if self.barred else EMPTY_PHRASE,
        }


POWERS: Final = (
    FirstLayFree,
    IgnoresTokens,
    PaidForLays,
    RunBonus,
    DiceBonus,
    Earthquake,
    PaysForToken,
    PaysOnce,
    PaidForCalls,
    Station,
    AirRaids,
)
