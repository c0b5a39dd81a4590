"""Names for everything that ids stand for, in records, texts and events.

A field has the same name everywhere, so one table serves all. Records use short exact words (`K8`, `57`, `depot`);
users read labels (`K8 Tokushima`, `#57`, `the depot`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tetsudo.core.actions import DIVIDENDS, KINDS, Action, Route, fields_of
from tetsudo.core.corrections import CORRECTIONS
from tetsudo.core.errors import BadInput
from tetsudo.core.translation import TranslateFunction, translator
from tetsudo.core.units import NOBODY, is_hidden, money_text
from tetsudo.core.unknown_names import unknown_name
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.state import END_REASONS, PLACES, TRAIN_PLACES

MAX_NUMBER: Final = 1_000_000_000
"""Upper limit of every number in an action."""

MAX_ROUTES: Final = 50
MAX_HEXES: Final = 500

NUMBER_FIELDS: Final = (
    "price",
    "count",
    "rotation",
    "city",
    "cell",
    "low",
    "high",
    "turn",
    "round",
    "old",
    "new",
    "shares",
    "sold",
    "needed",
    "result",
)
"""Fields that are plain numbers."""


class Vocabulary:
    """Exact word of each id at one table, by field, and the reverse."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self.setup = setup
        self.names = tuple(names)
        companies = tuple(company.symbol for company in setup.companies)
        privates = tuple(private.symbol for private in setup.privates)
        self.words: dict[str, tuple[str, ...]] = {
            "player": self.names,
            "holder": self.names,
            "company": companies,
            "into": companies,
            "private": privates,
            "lot": tuple(lot.symbol for lot in setup.lots),
            "hex": tuple(hex.name for hex in setup.map.hexes),
            "tile": tuple(tile.name for tile in setup.tiles),
            "train": tuple(train.name for train in setup.trains),
            "trade_in": tuple(train.name for train in setup.trains),
            "source": (*self.names, *PLACES),
            "seller": (*companies, *TRAIN_PLACES),
            "owner": (*self.names, *companies, "bank"),
            "payout": DIVIDENDS,
            "phase": tuple(phase.name for phase in setup.phases),
            "step": setup.settings.steps,
            "reason": END_REASONS,
        }
        self.ids = {field: {word: id for id, word in enumerate(words)} for field, words in self.words.items()}
        # A player's name may equal a place's. Certificates are never bought from players.
        self.ids["source"] = {word: len(self.names) + place for place, word in enumerate(PLACES)}

    def word(self, field: str, value: Any) -> Any:
        """Value of a field as written in records."""
        if field == "routes":
            return [self._route(route) for route in value]
        if field == "hexes":
            return [self.words["hex"][hex] for hex in value]
        if field == "accept":
            return bool(value)
        if field in self.words and value != NOBODY:
            return self.words[field][value]
        return None if field == "price" and is_hidden(value) else value

    def id(self, field: str, word: object) -> Any:
        """Value of a field read from a record; BadInput if it is unknown."""
        if field in self.ids:
            return self._known_id(field, word, field)
        if field == "routes":
            return tuple(self._read_route(at, route) for at, route in enumerate(_items(word, field, MAX_ROUTES)))
        if field == "accept":
            if not isinstance(word, bool):
                raise BadInput("must be true or false", field)
            return int(word)
        return _number(field, word)

    def _known_id(self, field: str, word: object, where: str) -> int:
        if not isinstance(word, str):
            raise BadInput(f"must be a text, not {word!r}"[:200], where)
        found = self.ids[field].get(word)
        if found is None:
            raise unknown_name(field, word, self.ids[field], where)
        return found

    def _route(self, route: Route) -> dict[str, Any]:
        return {"train": self.word("train", route.train), "hexes": self.word("hexes", route.hexes)}

    def _read_route(self, at: int, data: object) -> Route:
        where = f"routes[{at}]"
        if not isinstance(data, dict) or data.keys() != {"train", "hexes"}:
            raise BadInput("must be an object with train and hexes", where)
        train = self._known_id("train", data["train"], where)
        ids = self.ids["hex"]
        names = _items(data["hexes"], where, MAX_HEXES)
        for place, name in enumerate(names):
            if type(name) is not str or name not in ids:
                self._known_id("hex", name, f"{where}.hexes[{place}]")
        return Route(train, tuple([ids[name] for name in names if type(name) is str]))


def _items(value: object, where: str, most: int) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise BadInput("must be a list", where)
    if len(value) > most:
        raise BadInput("has more than {most} entries", where, most=most)
    return value


def _number(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadInput("must be a whole number", field)
    if not 0 <= value <= MAX_NUMBER:
        raise BadInput("must be from 0 to {largest}", field, largest=MAX_NUMBER)
    if field == "rotation" and value > 5:
        raise BadInput("must be from 0 to 5", field)
    return value


_latest_vocabulary: list[Vocabulary] = []


def vocabulary(setup: Setup, names: Sequence[str]) -> Vocabulary:
    """Vocabulary of a table; the latest one is cached."""
    kept = _latest_vocabulary[0] if _latest_vocabulary else None
    if kept is None or kept.setup is not setup or kept.names != tuple(names):
        kept = Vocabulary(setup, names)
        _latest_vocabulary[:] = [kept]  # another thread may set its own in the meantime
    return kept


# Actions as data

OPTIONAL_DEFAULTS: Final[Mapping[str, int]] = {"trade_in": NOBODY}
"""Fields that records leave out at these values."""


RECORDED: Final[Mapping[str, type[Action]]] = KINDS | CORRECTIONS
"""Every kind of action or correction by the word used in records."""

FIELDS: Final[Mapping[str, tuple[str, ...]]] = {kind: fields_of(cls) for kind, cls in RECORDED.items()}
"""Fields of each of them, in records."""


def action_to_data(setup: Setup, names: Sequence[str], action: Action) -> dict[str, Any]:
    """Action as written in records."""
    words = vocabulary(setup, names)
    data: dict[str, Any] = {"type": action.kind}
    for field in FIELDS[action.kind]:
        value = getattr(action, field)
        if OPTIONAL_DEFAULTS.get(field) != value:
            data[field] = words.word(field, value)
    return data


def action_from_data(setup: Setup, names: Sequence[str], data: Mapping[str, Any]) -> Action:
    """Action read from a record; BadInput names the invalid field."""
    if not isinstance(data, dict | Mapping):
        raise BadInput("must be an object")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in RECORDED:
        raise unknown_name("action", str(kind), KINDS, "type")
    words = vocabulary(setup, names)
    values = {}
    for field in FIELDS[kind]:
        if field in data:
            values[field] = words.id(field, data[field])
        elif field in OPTIONAL_DEFAULTS:
            values[field] = OPTIONAL_DEFAULTS[field]
        else:
            raise BadInput("is missing", field)
    for field in sorted(data.keys() - values.keys() - {"type"}):
        raise BadInput("an action {kind!r} has no field of that name", str(field)[:40], kind=kind)
    make: Callable[..., Action] = RECORDED[kind]
    return make(**values)


# Labels for users


WORD_LABELS: Final[Mapping[str, Mapping[str, str]]] = {
    "source": {
        "ipo": "the IPO",
        "market": "the market",
        "reserved": "the reserved shares",
        "out": "the shares out of play",
    },
    "seller": {"depot": "the depot", "market": "the market", "scrapped": "the scrapped trains"},
    "owner": {"bank": "the bank"},
    "payout": {"pay": "pay out", "withhold": "withhold", "half": "pay half of"},
    "step": {
        "home": "home",
        "track": "track",
        "token": "token",
        "run": "run",
        "dividend": "dividend",
        "trains": "trains",
        "privates": "privates",
    },
    "reason": {
        "bank": "the bank is broken",
        "bankrupt": "a player is bankrupt",
        "turns": "the last turn is over",
        "price": "a share price ended the game",
    },
}
"""Labels of words that are not names."""

MONEY_FIELDS: Final = ("price", "old", "new", "low", "high")
"""Fields that are amounts of money."""


TRAIN_LABEL: Final = "{train}-train"
NOBODY_LABEL: Final = "no one"


class Labels:
    """Labels of field values, in the language of a table."""

    def __init__(self, setup: Setup, names: Sequence[str]) -> None:
        self.setup = setup
        self.vocabulary = vocabulary(setup, names)
        self.say = translator(setup.told_in)

    def label(self, field: str, value: Any) -> str:
        """Label of a value; "nobody" for an absent one."""
        setup = self.setup
        if field == "hexes":
            return "–".join(setup.map.hexes[hex].name for hex in value)
        if field == "correction":
            return action_text(setup, self.vocabulary.names, value)
        at: int = value
        if field in MONEY_FIELDS:
            return self.money(at)
        if field == "cell":
            return self.money(setup.market.prices[at])
        if field in ("train", "trade_in") and at != NOBODY:
            return self.say(TRAIN_LABEL).format(train=setup.trains[at].name)
        if field == "power":
            return self.say(setup.powers[at].power.event_name)
        if field == "tile":
            return f"#{setup.tiles[at].name}"
        if field == "hex":
            return f"{setup.map.hexes[at].name} {setup.map.hexes[at].place}".rstrip()
        if field == "lot":
            return setup.lots[at].name
        if field == "private":
            return setup.privates[at].name
        if field in ("company", "into") and at != NOBODY:
            return setup.companies[at].name
        return self._word(field, at)

    def money(self, amount: int) -> str:
        """Amount in the title's currency."""
        return money_text(self.setup.currency, amount)

    def _word(self, field: str, value: int) -> str:
        if field not in self.vocabulary.words:
            return str(value)
        if value == NOBODY:
            return self.say(NOBODY_LABEL)
        players, companies = len(self.vocabulary.names), len(self.setup.companies)
        if field in ("player", "holder", "owner", "source") and value < players:
            return self.vocabulary.names[value]
        company = {"owner": value - players, "seller": value}.get(field, NOBODY)
        if 0 <= company < companies:
            return self.setup.companies[company].name
        return self.word(field, self.vocabulary.words[field][value])

    def word(self, field: str, word: str) -> str:
        """Label of a word that is not a name; the word itself if it has no label."""
        return self.say(WORD_LABELS.get(field, {}).get(word, word))


ACTION_TEXTS: Final[Mapping[str, str]] = {
    "pass": "Pass",
    "bid": "Bid {price} for {lot}",
    "par": "Start {company} at {price}",
    "buy_share": "Buy a share of {company} from {source}",
    "sell_shares": "Sell {count} of {company}",
    "lay_tile": "Lay {tile} rotation {rotation} in {hex}{cost}",
    "lay_private_tile": "Lay {tile} rotation {rotation} in {hex} by {private}",
    "place_token": "Place a token of {company} in {hex}{cost}",
    "take_back_token": "{company}: take back the waiting token in {hex}",
    "buy_passage": "{company}: pay to pass the token of {private}",
    "run_routes": "Run {routes} of {company}",
    "dividend": "{company}: {payout} the revenue",
    "buy_train": "Buy a {train} from {seller} for {price}{trade_in}",
    "discard_train": "Discard a {train} of {company}",
    "buy_private": "Buy {private} for {price}",
    "take_private": "Buy {private} for {price}",
    "exchange_private": "Exchange {private} for a share of {company}",
    "answer": "{accept} the offer",
    "pass_round": "Pass until the round ends",
    "join": "Merge {company} into {into}",
    "convert": "Convert {company} into {private}",
    "bankrupt": "Declare bankruptcy",
    "chance": "Random event: {result}",
    "restore_token": "{company}: restore the token in {hex}",
    "correct_cash": "{holder} has {price}",
    "correct_treasury": "{company} has {price}",
    "correct_shares": "{holder} has {shares} of {company} ({source})",
    "correct_market": "the market has {shares} of {company}",
    "correct_president": "{holder} is president of {company}",
    "correct_price": "{company} stands at {cell}",
    "correct_trains": "{company} has {count} × {train} ({seller})",
    "correct_private": "{holder} owns {private}",
    "correct_company_private": "{company} owns {private}",
    "correct_closed_private": "{private} is closed",
    "correct_tile": "{tile} rotation {rotation} lies in {hex}",
    "correct_no_tile": "no tile lies in {hex}",
    "correct_token": "{company} has a token in {hex}",
    "correct_no_token": "{company} has no token in {hex}",
    "correct_phase": "phase {phase}",
    "correct_priority": "{holder} has the priority deal",
    "correct_turn": "it is {holder}'s turn",
    "correct_operator": "{company} operates now",
    "correct_revenue": "{company} earns {price}",
}
"""Template of one line for each kind of action or correction."""

ACTION_PARTS: Final[Mapping[str, str]] = {
    "range": "{low} to {high}",
    "share": "1 share",
    "shares": "{count} shares",
    "cost": " ({cost})",
    "trade_in": ", trading in a {trade_in}",
    "accept": "Accept",
    "decline": "Decline",
    "route": "{train} {hexes}",
    "best": "the trains",
    "none": "no train",
    "city": " (city {city})",
}
"""Inserts of those templates."""


def action_text(setup: Setup, names: Sequence[str], action: Action, cost: int | None = None) -> str:
    """One line for users that describes an action or a descriptor.

    `cost`: cost of a tile or token, if the caller knows it. Without it a tile shows its terrain cost on the map.
    """
    labels = Labels(setup, names)
    values = {field: labels.label(field, getattr(action, field)) for field in _plain_fields(action)}
    values["cost"] = _cost(labels, action, cost)
    values |= _action_parts(labels, action)
    return labels.say(ACTION_TEXTS[action.kind]).format_map(values)


def _plain_fields(action: Action) -> list[str]:
    return [field for field in fields_of(type(action)) if field not in ("routes", "valid", "search", "accept")]


def _action_parts(labels: Labels, action: Action) -> dict[str, str]:
    """Parts that are not the label of a single field: ranges, counts, routes, answers."""
    values: dict[str, str] = {}
    say = labels.say
    low, high = getattr(action, "low", None), getattr(action, "high", None)
    match action.kind:
        case "sell_shares":
            least = getattr(action, "count", low)
            values["count"] = _shares(say, int(least or 0), int(high or least or 0))
        case "correct_shares" | "correct_market":
            count = int(getattr(action, "count", 0))
            values["shares"] = _shares(say, count, count)
        case "answer":
            values["accept"] = say(ACTION_PARTS["accept" if getattr(action, "accept", 0) else "decline"])
        case "run_routes":
            values["routes"] = _routes(labels, getattr(action, "routes", None))
        case "buy_train":
            old = getattr(action, "trade_in", NOBODY)
            traded = say(ACTION_PARTS["trade_in"]).format(trade_in=labels.label("trade_in", old))
            values["trade_in"] = "" if old == NOBODY else traded
        case "join":
            values["into"] = labels.label("into", _company_of_minor(labels.setup, getattr(action, "company", NOBODY)))
        case "convert":
            minor = getattr(action, "company", NOBODY)
            values["private"] = "".join(each.name for each in labels.setup.privates if each.minor == minor)
        case _:
            pass
    if low is not None and high is not None and action.kind != "sell_shares":
        amounts = say(ACTION_PARTS["range"]).format(low=labels.money(low), high=labels.money(high))
        values["price"] = labels.money(low) if low == high else amounts
    return values


def _company_of_minor(setup: Setup, minor: int) -> int:
    """Company that forms from a minor; NOBODY if there is none."""
    for company in setup.companies:
        if company.forms is not None and any(member.minor == minor for member in company.forms.members):
            return company.id
    return NOBODY


def _shares(say: TranslateFunction, low: int, high: int) -> str:
    counts = str(high) if low == high else say(ACTION_PARTS["range"]).format(low=low, high=high)
    return say(ACTION_PARTS["share"] if high == 1 else ACTION_PARTS["shares"]).format(count=counts)


def _routes(labels: Labels, routes: Sequence[Route] | None) -> str:
    if routes is None:
        return labels.say(ACTION_PARTS["best"])
    line = labels.say(ACTION_PARTS["route"])
    lines = [
        line.format(train=labels.label("train", route.train), hexes=labels.label("hexes", route.hexes))
        for route in routes
    ]
    return ", ".join(lines) or labels.say(ACTION_PARTS["none"])


def _cost(labels: Labels, action: Action, cost: int | None) -> str:
    if cost is None and action.kind == "lay_tile":
        hex, tile = getattr(action, "hex", 0), getattr(action, "tile", 0)
        cost = labels.setup.map.hexes[hex].costs[labels.setup.tiles[tile].colour]
    return labels.say(ACTION_PARTS["cost"]).format(cost=labels.money(cost)) if cost else ""
