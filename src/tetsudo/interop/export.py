"""Export of a game as a file for 18xx.games.

Those files identify every single certificate, train and tile; the exporter tracks them as the importer does. A game
that the file format cannot express is refused, so that reading an exported file gives the same game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tetsudo.core import frames
from tetsudo.core.actions import Action, Answer, BuyPrivate, BuyTrain, Pass
from tetsudo.core.corrections import Correction
from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.core.units import Money
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.engine.rules.rounds.stock.stock_round import can_trade
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.state.state import AUCTION_ROUND, STOCK_ROUND, State, clear_declined
from tetsudo.game import record
from tetsudo.game.game import Game
from tetsudo.interop import importer, rule_differences
from tetsudo.interop.actions_out import ActionData, Exporter
from tetsudo.interop.game_setup import PRESET, TitleNames, deal_order, names_for_title
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.undo_resolution import effective_actions
from tetsudo.titles import loader

MAX_SEEDS: Final = 200_000
"""Maximum number of seeds tried to find one with the same deal of privates."""


def export_18xx_games(game: Game, like: importer.Source | None = None) -> dict[str, Any]:
    """The game as a file of 18xx.games; BadInput if such a file cannot hold it.

    `like`: the file from which the game was read. If it is an 18xx.games file, the export names the same copies where
    18xx.games leaves the choice to the player.
    """
    setup = game.setup
    found = names_for_title(setup.title)
    if found is None:
        raise BadInput("games of {title} cannot be exported to 18xx.games", "title", title=setup.title)
    if game.record().start:
        raise BadInput("18xx.games files cannot start in the middle of a game", "start")
    if any(isinstance(action, Correction) for action in game.actions):
        raise BadInput("18xx.games files cannot hold corrections", "actions")
    if isinstance(game.state.stack[-1], frames.Offer):
        raise BadInput("18xx.games files cannot hold an open offer", "actions")
    _check_players(setup, found[2])
    _check_options(setup)
    seed = _seed(setup)
    now, read_from = _with_auto_passes(game), _source_actions(like)
    file = {
        "id": f"hs_tetsudo_{seed}",
        "title": found[0],
        "description": "",
        "min_players": setup.players,
        "max_players": setup.players,
        "settings": {"seed": seed, "optional_rules": [*found[1], *_optional_rules(setup, found[2])]},
        "status": "finished" if game.is_over else "active",
        "turn": max(game.state.turn, 1),
        "round": _round(game.state),
        "players": [{"id": seat + 1, "name": name} for seat, name in enumerate(game.names)],
        "acting": [] if game.is_over else [now.to_act.player + 1],
        "result": {str(each.player + 1): each.total for each in game.standings()} if game.is_over else {},
        "actions": _actions(game, read_from),
    }
    if not _gives_same_game(now, file, {}):
        raise _difference_refusal(game, now, file, {**file, "actions": _actions(game, read_from, passes=True)})
    return file


def _check_players(setup: Setup, ours: TitleNames) -> None:
    for edition in ours.editions.values():
        if edition.title == setup.title and setup.players not in edition.players:
            name, few, many = loader.title_info(setup.title).full_name, edition.players[0], edition.players[-1]
            others = loader.title_info(ours.title).full_name
            raise BadInput(
                "18xx.games plays {name} with {few} to {many} players, and {others} with {players}",
                "players",
                name=name,
                few=few,
                many=many,
                others=others,
                players=setup.players,
            )


def _check_options(setup: Setup) -> None:
    changed = rule_differences.house_rules(setup)
    if changed:
        raise BadInput(
            "18xx.games files cannot hold house rules: this game uses {ours}, 18xx.games uses {theirs}",
            "options",
            ours=", ".join(reading.our_setting() for reading in changed),
            theirs=", ".join(reading.their_setting() for reading in changed),
        )


def _optional_rules(setup: Setup, ours: TitleNames) -> list[str]:
    rules = {variant: rule for rule, variant in ours.variants.items()}
    unknown = [variant for variant in setup.variants if variant != PRESET and variant not in rules]
    if unknown:
        raise BadInput("18xx.games has no variant {unknown!r}", "variant", unknown=unknown[0])
    return [rules[variant] for variant in setup.variants if variant != PRESET]


def _seed(setup: Setup) -> int:
    """Seed with which 18xx.games deals the same privates."""
    if not setup.deal:
        return 1
    privates = [private.symbol for private in setup.privates]
    dealt = [setup.privates[private].symbol for private in setup.deal]
    for seed in range(1, MAX_SEEDS):
        if deal_order(seed, privates)[: len(dealt)] == dealt:
            return seed
    raise BadInput("no seed of 18xx.games gives this deal of privates", "deal")


def _round(state: State) -> str:
    if state.round == AUCTION_ROUND:
        return "Auction Round"
    return "Stock Round" if state.round == STOCK_ROUND else "Operating Round"


def _source_actions(like: importer.Source | None) -> list[Fields]:
    """Effective actions of an 18xx.games file."""
    if like is None:
        return []
    data = like if isinstance(like, Mapping) else record.read_json(like)
    return [] if importer.detect(data) == "tetsudo" else [each.fields for each in effective_actions(Fields(data, ""))]


def _actions(game: Game, like: Sequence[Fields], *, passes: bool = False) -> list[dict[str, Any]]:
    """Actions that 18xx.games records: an accepted offer is one action, a declined offer none.

    `passes`: include the passes that 18xx.games makes automatically.
    """
    again = record.initial_game(game.record())
    exporter = Exporter(again, like)
    there = None if game.setup.settings.offers == "agreed" else _with_agreed_offers(game)
    actions: list[ActionData] = []
    offered: tuple[State, Action] | None = None
    for action in game.actions:
        before = again.state.clone()
        earned = _train_revenues(again.apply(action))
        if isinstance(action, BuyTrain | BuyPrivate) and isinstance(again.state.stack[-1], frames.Offer):
            offered = (before, action)
            continue
        declined = isinstance(action, Answer) and not action.accept
        if isinstance(action, Answer):
            assert offered is not None
            before, action = offered
        is_theirs = isinstance(action, Pass) and not passes and _is_auto_pass(again.ruleset, before)
        if not declined and not is_theirs:
            actions.append(exporter.export(before, action, again.state, earned))
        if there:
            actions += _passes_due(exporter, there, None if declined else action, again.state)
    return [{"id": id, **told} for id, told in enumerate(actions, 1)]


def _is_auto_pass(rules: Ruleset, state: State) -> bool:
    """True if 18xx.games passes automatically: for any player who cannot trade, whatever else they may do."""
    frame = state.stack[-1]
    return isinstance(frame, frames.Stock) and not state.ended and not can_trade(rules, state, frame)


def _with_auto_passes(game: Game) -> Game:
    """The game as it stands on 18xx.games, after automatic passes for players who cannot trade."""
    there = game.clone()
    while _is_auto_pass(there.ruleset, there.state):
        there.apply(Pass(there.to_act.player))
    return there


def _with_agreed_offers(game: Game) -> Game:
    """The game before its first action, with offers counting as accepted, as on 18xx.games."""
    setup = game.setup
    return record.new(
        setup.title,
        game.names,
        variants=setup.variants,
        options=loader.changed_options(setup) | {"offers": "agreed"},
        deal=list(setup.dealt) or None,
    )


def _passes_due(exporter: Exporter, there: Game, action: Action | None, here: State) -> list[ActionData]:
    """Passes that 18xx.games still needs after an action, applied to its game `there`.

    They are due if every remaining option was declined, and our game has gone on automatically.
    """
    passes: list[ActionData] = []
    if action and there.is_legal(action):
        there.apply(action)
    for _ in there.setup.settings.steps:
        state = there.state
        passing = Pass(there.to_act.player)
        if not isinstance(state.stack[-1], frames.Turn) or _step(state) == _step(here) or not there.is_legal(passing):
            break
        before = state.clone()
        there.apply(passing)
        passes.append(exporter.export(before, passing, there.state, []))
    return passes


def _step(state: State) -> tuple[int, ...]:
    """Round, company in turn and its step."""
    return (state.turn, state.round, state.operating_round, *frames.numbers(state.stack[-1])[:3])


def _train_revenues(events: list[Event]) -> list[Money]:
    """Revenue of each train."""
    return [event.price for event in events if event.kind == "train_ran"]


def _difference_refusal(game: Game, there: Game, file: dict[str, Any], with_passes: dict[str, Any]) -> BadInput:
    """Refusal that names the options with another value on 18xx.games, for a file that does not give the same game.

    `there`: the game as it stands on 18xx.games. `with_passes`: the file with the passes that 18xx.games makes
    automatically.
    """

    def gives(options: Mapping[str, OptionValue]) -> bool:
        if rule_differences.PASSING_OPTION in options:
            return _gives_same_game(game, with_passes, options)
        return _gives_same_game(there, file, options)

    error = importer.replay(file).error
    where = f"action {error.index}" if error else "variant"
    matter = rule_differences.relevant_differences(rule_differences.preset_differences(game.setup), gives)
    if not matter:
        return BadInput(
            "18xx.games reads the rules differently here; play with the variant {variant} to export games",
            where,
            variant=PRESET,
        )
    return BadInput(
        "this game uses {ours}, 18xx.games uses {theirs}, and here they differ; only games with 18xx.games' values "
        "can be exported",
        where,
        theirs=", ".join(reading.their_setting() for reading in matter),
        ours=", ".join(reading.our_setting() for reading in matter),
    )


def _gives_same_game(game: Game, file: dict[str, Any], options: Mapping[str, OptionValue]) -> bool:
    """True if a file gives the same game when read with some options as in the game."""
    report = importer.read_with_options(file, options).play()
    return report.error is None and _comparable_state(report.game.state) == _comparable_state(game.state)


def _comparable_state(state: State) -> object:
    """Everything on the table except declined offers, which 18xx.games files do not record."""
    copy = state.clone()
    clear_declined(copy)
    return copy.parts()
