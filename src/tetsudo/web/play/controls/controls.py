"""Action panel of a table: the turn line, and controls for all legal actions.

Sections are chosen by the kinds of actions, never by the title. A kind without a section
of its own gets plain buttons with the engine's texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from tetsudo.core.actions import Descriptor
from tetsudo.core.open_actions import Runs
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.engine.state.state import AUCTION_ROUND, STOCK_ROUND
from tetsudo.game.unavailable import refused_actions
from tetsudo.web.play.controls import minors, operating, shares
from tetsudo.web.play.controls.before_after import Ledger, ledger_of
from tetsudo.web.play.controls.offers import MAP_ACTIONS, PlayerOffers, due_map_actions, has_acted, make_subject
from tetsudo.web.play.controls.undo import may_go_back, undo_bar
from tetsudo.web.play.panels.panels import Charter, charters_of
from tetsudo.web.play.panels.turn_line import TurnLine, turn_line
from tetsudo.web.play.scene.phrases import PROMPTS, step_texts
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.play.scene.widgets import Choice, PlayerSections, Section

Maker = Callable[[PlayerOffers], Iterator[Section]]

STEP_SECTIONS: Final[tuple[Maker, ...]] = (
    operating.answers,
    minors.joins,
    shares.auction,
    shares.par,
    shares.companies,
    operating.private_purchases,
    operating.map_actions,
    minors.passages,
    operating.run,
    operating.dividend,
    shares.sales,
    operating.trains,
    operating.discards,
)
"""Makers of sections for the current step, in display order."""

EXTRA_SECTIONS: Final[tuple[Maker, ...]] = (
    operating.tiles_of_privates,
    operating.privates,
    operating.exchanges,
    minors.conversions,
    minors.waiting_tokens,
)
"""Makers of sections for actions outside the current step, in display order."""


VIEW_BY_SECTION: Final = {"deals": "matrix", "auction": "lots"}
"""View to show beside the choices, by kind of section; the map for those on the map, and none for other lists."""


ROUNDS: Final = {AUCTION_ROUND: "auction", STOCK_ROUND: "stock"}
"""Kinds of rounds with a panel of their own under the map."""


@dataclass
class ActionPanel:
    """Contents of the action panel."""

    turn: TurnLine
    sections: list[Section] = field(default_factory=list)
    finish: list[Choice] = field(default_factory=list)
    extras: list[Section] = field(default_factory=list)
    others: list[PlayerSections] = field(default_factory=list)
    about: str = "map"  # view beside the choices: "map", "matrix" for shares; none for "lots" and any other "list"
    round: str = "operating"  # kind of round: "auction", "stock" or "operating"
    nothing: str = ""  # prompt in the place of confirmation while nothing is chosen
    ledger: Ledger = field(default_factory=Ledger)
    network: list[str] = field(default_factory=list)  # hexes that the current company reaches
    lit: list[str] = field(default_factory=list)  # highlighted hexes
    also: list[str] = field(default_factory=list)  # those of `lit` with actions outside the current step only

    @property
    def may_choose(self) -> bool:
        """True if there is a choice to make and confirm."""
        trays = [section for tray in self.others for section in tray.sections]
        return any(section.is_possible for section in (*self.sections, *self.extras, *trays))


def context(scene: Scene) -> dict[str, Any]:
    """Template context for the action panel."""
    return {"acts": action_panel(scene), "undo": undo_bar(scene), "may_go_back": may_go_back(scene), "run": scene.run}


def action_panel(scene: Scene) -> ActionPanel:
    """The action panel for a scene."""
    panel = ActionPanel(turn_line(scene))
    if scene.may_act:
        _fill_own_turn(scene, panel)
    panel.others = list(_out_of_turn_trays(scene))
    panel.lit, panel.also = _highlighted_hexes(scene)
    _prepare(scene, panel)
    return panel


def _prepare(scene: Scene, panel: ActionPanel) -> None:
    """Fill in the context of the decision: view, round, prompt, charters of cards, network and ledger."""
    kinds = {section.kind for section in panel.sections}
    game, player = scene.game, scene.viewer
    panel.about = next((about for kind, about in VIEW_BY_SECTION.items() if kind in kinds), _view(panel))
    panel.round = ROUNDS.get(game.state.round, panel.round)
    panel.nothing = str(PROMPTS["hex" if panel.lit and panel.about == "map" else panel.about])
    deals = [row.name for section in panel.sections if section.kind == "deals" for row in section.rows]
    charters = charters_of(scene, deals)
    panel.sections = [_with_charters(section, charters) for section in panel.sections]
    panel.network = _network(scene)
    if player != NOBODY:
        panel.ledger = ledger_of(game, player)


def _view(panel: ActionPanel) -> str:
    """The map if a choice is made there, or if there is none. Hexes that are listed do not count."""
    is_on_map = any((section.hexes and not section.is_open) or section.run for section in panel.sections)
    return "map" if is_on_map or not panel.sections else "list"


def _network(scene: Scene) -> list[str]:
    """Hexes that the current company's network reaches."""
    game, company = scene.game, scene.game.to_act.company
    if company == NOBODY:
        return []
    reach = game.ruleset.atlas.network(game.state).reach(company)
    return [game.setup.map.hexes[hex].name for hex in reach.hexes()]


def _with_charters(section: Section, charters: Mapping[str, Charter]) -> Section:
    """A section with the charters of the companies whose shares it trades."""
    if section.kind != "deals":
        return section
    rows = [replace(row, charter=charters[row.company.symbol]) if row.company else row for row in section.rows]
    return replace(section, rows=rows)


def _highlighted_hexes(scene: Scene) -> tuple[list[str], list[str]]:
    """Hexes with an available action, and those of them with actions outside the current step only."""
    offers = [*scene.offers, *(offer for _player, offer in scene.out_of_turn_offers)]
    if any(isinstance(offer, Runs) for offer in offers):
        return [], []  # a click on a hex changes a route
    hexes = {offer.hex for offer in offers if isinstance(offer, MAP_ACTIONS)}
    own = {offer.hex for offer in due_map_actions(scene.offers) if isinstance(offer, MAP_ACTIONS)}
    names = scene.game.setup.map.hexes
    return [names[hex].name for hex in sorted(hexes)], [names[hex].name for hex in sorted(hexes - own)]


def _fill_own_turn(scene: Scene, panel: ActionPanel) -> None:
    player = scene.game.to_act.player
    offers = PlayerOffers(scene.game, player, scene.offers, refused_actions(scene.game, player))
    panel.sections = _make_sections(offers, STEP_SECTIONS)
    extras = _make_sections(offers, EXTRA_SECTIONS)
    if scene.game.to_act.doing == "privates":
        panel.sections += extras
    else:
        panel.extras = extras
    panel.finish = list(_finish(offers, panel.sections))
    panel.sections += _other_sections(offers)


def _make_sections(offers: PlayerOffers, makers: Sequence[Maker]) -> list[Section]:
    return [section for maker in makers for section in maker(offers)]


def _finish(offers: PlayerOffers, sections: list[Section]) -> Iterator[Choice]:
    """Buttons that end the turn or step, labelled accordingly, pass for the round, or declare bankruptcy."""
    words = step_texts(offers.game.to_act.doing)
    label = str(words.done if has_acted(offers.game, words.kinds) else words.leave)
    is_usual = not any(section.is_possible for section in sections)
    choice = offers.choice(make_subject("pass"), label, tone="primary" if is_usual else "")
    if choice:
        yield choice
    for_good = offers.choice(make_subject("pass_round"), _("Not in this round"), note=_("unless the phase changes"))
    if for_good:
        yield for_good
    for about in offers.subjects("bankrupt"):
        bankruptcy = offers.choice(about, _("Declare bankruptcy"), note=_("This ends the game."), tone="danger")
        if bankruptcy:
            yield bankruptcy


def _other_sections(offers: PlayerOffers) -> list[Section]:
    """Plain buttons for actions without a section."""
    choices = [offers.button(offer) for offer in offers.remaining_offers()]
    return [Section("rest", _("You may also"), choices=choices)] if choices else []


def _out_of_turn_trays(scene: Scene) -> Iterator[PlayerSections]:
    """Actions of the viewer's seats out of turn, by player."""
    offers: dict[PlayerId, list[Descriptor]] = {}
    for player, offer in scene.out_of_turn_offers:
        offers.setdefault(player, []).append(offer)
    for player, found in offers.items():
        player_offers = PlayerOffers(scene.known_game(scene.hot.game, player), player, found)
        sections = _make_sections(player_offers, (*STEP_SECTIONS, *EXTRA_SECTIONS))
        name = scene.game.names[player] if len(scene.own_seats) > 1 else ""
        yield PlayerSections(name, sections + _other_sections(player_offers))
