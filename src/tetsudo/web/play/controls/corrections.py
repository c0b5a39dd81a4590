"""Dialog of corrections at tables for cardboard, with a form for each kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tetsudo.core.corrections import CORRECTIONS
from tetsudo.core.frames import Turn
from tetsudo.core.units import OwnerId, is_hidden
from tetsudo.engine.model.tiles import CITY
from tetsudo.engine.state.state import OPERATING_ROUND, PLACES, STOCK_ROUND, TRAIN_PLACES, cash_of, owner_of_company
from tetsudo.game.game import Game
from tetsudo.language.labels import FIELDS, WORD_LABELS, Labels, vocabulary
from tetsudo.web.common.language import translate
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.moves.corrections import may_make

GROUPS: Final[tuple[tuple[Any, Mapping[str, Any]], ...]] = (
    (
        gettext_lazy("Money"),
        {
            "correct_revenue": gettext_lazy("Revenue counted at the table"),
            "correct_cash": gettext_lazy("A player's cash"),
            "correct_treasury": gettext_lazy("A company's treasury"),
        },
    ),
    (
        gettext_lazy("Shares"),
        {
            "correct_shares": gettext_lazy("A player's shares"),
            "correct_market": gettext_lazy("Shares in the market"),
            "correct_president": gettext_lazy("A company's president"),
            "correct_price": gettext_lazy("A share price"),
        },
    ),
    (
        gettext_lazy("Trains and privates"),
        {
            "correct_trains": gettext_lazy("A company's trains"),
            "correct_private": gettext_lazy("A player's private"),
            "correct_company_private": gettext_lazy("A company's private"),
            "correct_closed_private": gettext_lazy("A closed private"),
        },
    ),
    (
        gettext_lazy("Map"),
        {
            "correct_tile": gettext_lazy("A tile"),
            "correct_no_tile": gettext_lazy("A hex without a tile"),
            "correct_token": gettext_lazy("A token"),
            "correct_no_token": gettext_lazy("A hex without a token"),
        },
    ),
    (
        gettext_lazy("Turn and phase"),
        {
            "correct_turn": gettext_lazy("Whose turn it is"),
            "correct_operator": gettext_lazy("Which company operates"),
            "correct_priority": gettext_lazy("The priority deal"),
            "correct_phase": gettext_lazy("The phase"),
        },
    ),
)
"""Forms of the dialog in the order shown: a heading, and the title of each kind of correction."""

TITLES: Final[Mapping[str, Any]] = {kind: title for _heading, titles in GROUPS for kind, title in titles.items()}
"""Title of each kind of correction."""

LABELS: Final[Mapping[str, Any]] = {
    "holder": gettext_lazy("Player"),
    "company": gettext_lazy("Company"),
    "price": gettext_lazy("Amount"),
    "count": gettext_lazy("Number"),
    "source": gettext_lazy("The others are in"),
    "seller": gettext_lazy("The others are in"),
    "cell": gettext_lazy("Price"),
    "train": gettext_lazy("Train"),
    "private": gettext_lazy("Private"),
    "hex": gettext_lazy("Hex"),
    "tile": gettext_lazy("Tile"),
    "rotation": pgettext_lazy("of a tile", "Rotation"),
    "city": gettext_lazy("City"),
    "phase": gettext_lazy("Phase"),
}
"""Labels of the fields."""


class Option(NamedTuple):
    """Choice of a field; `amount`: the present value of the form's amount under this choice."""

    word: str
    label: str
    amount: int | None = None


@dataclass(frozen=True)
class Entry:
    """Field of a form: a choice of `options`, or a number if there are none."""

    name: str
    label: str
    options: list[Option]


@dataclass(frozen=True)
class Form:
    """Form of a kind of correction."""

    kind: str
    title: str
    entries: list[Entry]


class FormGroup(NamedTuple):
    """Heading with its forms."""

    title: str
    forms: list[Form]


def context(scene: Scene) -> dict[str, Any]:
    """Template context: the text of the button that opens the dialog; "" where nothing may be corrected."""
    return {"correcting": _button_text(scene) if may_open(scene) else ""}


def may_open(scene: Scene) -> bool:
    """True if the viewer may correct something now."""
    table = scene.table
    is_playing = table.status == Table.Status.RUNNING and not scene.is_past and bool(scene.own_seats)
    return is_playing and table.is_on_cardboard and any(_is_possible(scene, kind) for kind in TITLES)


def _button_text(scene: Scene) -> str:
    return _("Correct…") if scene.table.cardboard == Table.Cardboard.TRUST else _("Revenue counted…")


def _is_possible(scene: Scene, kind: str) -> bool:
    """True if the table allows a kind of correction, and there is something to correct now."""
    game = scene.game
    if not may_make(scene.table, CORRECTIONS[kind]):
        return False
    match kind:
        case "correct_turn":
            return game.state.round == STOCK_ROUND
        case "correct_operator":
            return game.state.round == OPERATING_ROUND
        case "correct_revenue":
            return _is_run_ahead(game)
        case _:
            return True


def _is_run_ahead(game: Game) -> bool:
    """True if a company operates and has not run yet."""
    frame = game.state.stack[-1]
    return isinstance(frame, Turn) and frame.step <= game.ruleset.settings.steps.index("run")


# The forms


def form_groups(scene: Scene) -> list[FormGroup]:
    """Forms of the corrections possible now, by heading."""
    groups = (FormGroup(str(heading), list(_forms(scene, titles))) for heading, titles in GROUPS)
    return [group for group in groups if group.forms]


def _forms(scene: Scene, kinds: Iterable[str]) -> Iterator[Form]:
    for kind in kinds:
        if _is_possible(scene, kind):
            yield Form(kind, str(TITLES[kind]), [_entry(scene, kind, name) for name in fields_of(kind)])


def _entry(scene: Scene, kind: str, name: str) -> Entry:
    return Entry(name, str(LABELS[name]), _options(scene, kind, name))


def fields_of(kind: str) -> list[str]:
    """Names of the fields of a kind of correction, without the player who makes it."""
    return [name for name in FIELDS[kind] if name != "player"]


def _options(scene: Scene, kind: str, name: str) -> list[Option]:
    """Choices of a field, with present amounts where the form asks for one."""
    game = scene.game
    if name == "holder" and kind == "correct_cash":
        return [Option(name, name, _cash(game, player)) for player, name in enumerate(game.names)]
    if name == "company":
        return list(_companies(game, kind))
    return list(OPTIONS[name](game)) if name in OPTIONS else []


def _cash(game: Game, owner: OwnerId) -> int | None:
    """Cash of a player or company; None if it is hidden from the viewer."""
    amount = cash_of(game.state, owner)
    return None if is_hidden(amount) else amount


def _companies(game: Game, kind: str) -> Iterator[Option]:
    for symbol, company in game.companies.items():
        if kind == "correct_revenue" and company.id != game.to_act.company:
            continue
        if kind == "correct_operator" and not company.is_floated:
            continue
        amount = _cash(game, owner_of_company(game.state, company.id)) if kind == "correct_treasury" else None
        yield Option(symbol, f"{symbol} {company.name}", amount)


def _words(field: str) -> Callable[[Game], Iterator[Option]]:
    """Choices of a field: all words that records have for it."""

    def options(game: Game) -> Iterator[Option]:
        labels = Labels(game.setup, game.names)
        for id, word in enumerate(vocabulary(game.setup, game.names).words[field]):
            yield Option(word, labels.label(field, id))

    return options


def _sources(game: Game) -> Iterator[Option]:
    return (Option(place, translate(WORD_LABELS["source"][place])) for place in PLACES[:2])


def _sellers(game: Game) -> Iterator[Option]:
    yield from (Option(place, translate(WORD_LABELS["seller"][place])) for place in TRAIN_PLACES[:2])
    yield from (Option(symbol, symbol) for symbol in game.companies)


def _cells(game: Game) -> Iterator[Option]:
    """Spaces of the market by price, then row and column."""
    market, labels = game.setup.market, Labels(game.setup, game.names)
    order = sorted(range(len(market.prices)), key=lambda cell: (market.prices[cell], market.rows[cell]))
    for cell in order:
        place = _("row {row}, column {column}").format(row=market.rows[cell] + 1, column=market.columns[cell] + 1)
        yield Option(str(cell), f"{labels.money(market.prices[cell])} ({place})")


def _cities(game: Game) -> Iterator[Option]:
    """Numbers of cities, as many as any face of a tile has."""
    most = max(sum(node.kind == CITY for node in face.nodes) for face in game.setup.faces)
    return (Option(str(city), str(city + 1)) for city in range(most))


OPTIONS: Final[Mapping[str, Callable[[Game], Iterator[Option]]]] = {
    **{field: _words(field) for field in ("holder", "train", "private", "hex", "tile", "phase")},
    "source": _sources,
    "seller": _sellers,
    "cell": _cells,
    "city": _cities,
    "rotation": lambda game: (Option(str(turn), str(turn)) for turn in range(6)),
}
"""Choices of the fields; those without any are numbers."""
