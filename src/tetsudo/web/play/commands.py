"""Typed moves: completion of what was typed, and the move that it means."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError
from tetsudo.core.open_actions import Range, Runs
from tetsudo.game.text.commands import text
from tetsudo.game.text.completion import Command, Completion, command, commands_of, complete, meant
from tetsudo.language.labels import Labels, action_text, action_to_data
from tetsudo.web.play.actions import answer, make_move, player_of, requested_version
from tetsudo.web.play.controls.undo import UndoBar, undo_bar
from tetsudo.web.play.scene.route_choice import PendingRun
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.moves import submit
from tetsudo.web.tables.moves import undo as undoing

MAX_TYPED_LENGTH: Final = 2000
"""Maximum length of a typed command, in characters."""

BEST, UNDO, REDO = "best", "undo", "redo"
"""Commands that are not actions by themselves."""

SEARCHING: Final = gettext_lazy("The best run is still being searched for. Try again in a moment.")


@require_http_methods(["GET", "POST"])
@cache_control(no_store=True)
def commands(request: HttpRequest, key: str) -> HttpResponse:
    """Complete a command (GET, `typed`), or make its move (POST, `command`, for the position `version`)."""
    table = table_or_404(key)
    if request.method == "POST":
        return answer(request, table, lambda: _make(request, table))
    scene = scene_of(request, table)
    shown = _completions(scene, _typed(request.GET.get("typed", "")), request.GET.get("version", ""))
    return render(request, "table/command/completions.html", {"table": table, **shown})


def _typed(text: str) -> str:
    """Typed text, without its end if it is too long for a command."""
    return text[:MAX_TYPED_LENGTH]


# Commands of a viewer


def _commands(scene: Scene) -> list[Command]:
    """Commands of the viewer now: actions of their seats, the proposed run, undo and redo."""
    runs = _run_commands(scene)
    is_proposed = any(each.offer is not None for each in runs)
    offers = [offer for offer in scene.offers if not (is_proposed and isinstance(offer, Runs))]
    others = [offer for _player, offer in scene.out_of_turn_offers]
    return [*runs, *commands_of(scene.game, [*offers, *others], scene.viewer), *_undo_commands(undo_bar(scene))]


def _run_commands(scene: Scene) -> list[Command]:
    """The proposed run, by its routes and, if it is the best one, by a word; nothing if the table proposes none."""
    run = scene.run if scene.table.best_routes else None
    if isinstance(run, PendingRun):
        return [command(BEST)]
    if run is None:
        return []
    return [
        *([command(BEST, run.action)] if run.is_best else []),
        command(text(scene.game.setup, run.action), run.action),
    ]


def _undo_commands(bar: UndoBar | None) -> list[Command]:
    if bar is None:
        return []
    return [
        *([command(UNDO)] if not bar.no_undo and bar.asked is None else []),
        *([] if bar.no_redo else [command(REDO)]),
    ]


# Completion


class Line(NamedTuple):
    """A completion: the command, what it does, and the range of its amount. `is_usual`: Enter makes this move."""

    text: str
    says: str
    note: str
    is_open: bool
    is_usual: bool


def _completions(scene: Scene, typed: str, version: str) -> dict[str, Any]:
    """Template context: the completions, how many were left off, and the reason if there are none."""
    if version != str(scene.version):
        return {"told": _("This page shows an earlier position. Go to the present to make a move.")}
    known = _commands(scene)
    if not known:
        return {"told": _closed_reason(scene)}
    found, left_off = complete(known, typed)
    usual, told = _meaning(scene, known, typed)
    if usual is not None and not any(_is_same(each, usual) for each in found):
        found = [usual, *found]
    lines = [_line(scene, each, usual) for each in found]
    is_told = not found or (isinstance(told, IllegalAction) and all(each.is_open and each.within for each in found))
    return {"lines": lines, "left_off": left_off, "told": told if is_told else ""}


def _line(scene: Scene, each: Completion, usual: Completion | None) -> Line:
    is_usual = usual is not None and _is_same(each, usual)
    return Line(each.text, _says(scene, each), _range_text(scene, each), each.is_open, is_usual)


def _closed_reason(scene: Scene) -> str:
    """Reason why the viewer has no command."""
    if not scene.own_seats:
        return _("You are watching. Only players make moves.")
    if scene.game.is_over:
        return _("The game is over.")
    return _("It is %(name)s's turn. Wait for yours.") % {"name": scene.game.names[scene.game.to_act.player]}


def _meaning(scene: Scene, known: list[Command], typed: str) -> tuple[Completion | None, TetsudoError | str]:
    """The command that Enter would make, or None and the reason why it would be refused."""
    if not typed.strip():
        return None, ""
    try:
        found = meant(scene.game, known, typed, scene.viewer)
    except BadInput as error:
        return None, error
    if found.offer is None:
        return found, ""
    if found.offer.player not in scene.own_seats:
        return None, _("This is for another player to decide.")
    refusal = scene.known_game(scene.hot.game, found.offer.player).why_not(found.offer.example())
    return (None, refusal) if refusal else (found, "")


def _is_same(one: Completion, other: Completion) -> bool:
    """True if both are the same command."""
    return not one.is_open and (one.text == other.text if other.offer is None else one.offer == other.offer)


def _says(scene: Scene, each: Completion) -> str:
    """One line that says what a command does."""
    if each.number > 1:
        return ngettext("%(count)d command", "%(count)d commands", each.number) % {"count": each.number}
    if each.offer is None:
        return str(SEARCHING) if each.text == BEST else _undo_text(scene, each.text)
    return action_text(scene.game.setup, scene.game.names, each.offer)


def _undo_text(scene: Scene, word: str) -> str:
    bar = undo_bar(scene)
    asks = bar is not None and bar.asks
    return _("Redo") if word == REDO else _("Ask to undo") if asks else _("Undo")


def _range_text(scene: Scene, each: Completion) -> str:
    """Range of a command's amount, if its sentence does not say it."""
    within = each.within
    if within is None or isinstance(each.offer, Range):
        return ""
    labels = Labels(scene.game.setup, scene.game.names)
    return f"{labels.money(within.low)} – {labels.money(within.high)}"


# The move


def _make(request: HttpRequest, table: Table) -> None:
    """Make the move that a command means. Raises the same refusals as its button."""
    version, typed = requested_version(request), _typed(request.POST.get("command", ""))
    scene = scene_of(request, table)
    if version != scene.version:
        raise submit.stale_error(table)
    found = meant(scene.game, _commands(scene), typed, scene.viewer)
    if found.offer is not None:
        action = found.offer.example()
        if action.player not in scene.own_seats:
            raise NotAllowed(_("This is for another player to decide."))
        make_move(request, table, version, action_to_data(scene.game.setup, scene.game.names, action))
    elif found.text == BEST:
        raise BadInput(str(SEARCHING))
    elif found.text == REDO:
        submit.redo_moves(table, version, player_of(request))
    else:
        _undo(request, scene, version)


def _undo(request: HttpRequest, scene: Scene, version: int) -> None:
    """Undo the last decision of a person, or ask the others to agree."""
    bar = undo_bar(scene)
    if bar is not None and bar.asks:
        undoing.ask(scene.table, version, None, player_of(request))
    else:
        submit.undo_moves(scene.table, version, None, player_of(request))
