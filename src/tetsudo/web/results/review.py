"""Review of a finished table: exact findings by player, computed in the pool, with maps of runs below the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.core.actions import Route
from tetsudo.core.units import Money
from tetsudo.draw import map_svg
from tetsudo.review import KINDS, Finding
from tetsudo.review.findings.kinds import RunBelowBest
from tetsudo.review.report.sentences import heading, sentence
from tetsudo.web.common.preferences import preferences_of
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.results.figures import AccountsView, Owner
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE

WAIT_SECONDS: Final = 1
"""Seconds after which a page without scripts asks again."""


class FindingLine(NamedTuple):
    """A finding on the page: sentence, clause, the version before its move (None: no move), its number, and the move
    if it is a run with maps, else None."""

    said: str
    clause: str
    version: int | None
    move: int
    run: int | None


class Section(NamedTuple):
    """Findings of a player, by the heading of their kind."""

    owner: Owner
    worth: str
    number: int
    kinds: list[tuple[str, list[FindingLine]]]


def is_offered(request: HttpRequest, scene: Scene) -> bool:
    """True if a review may be shown: the game is over, and the viewer has not turned reviews off."""
    return scene.game.is_over and preferences_of(request)["review"] == "on"


@require_safe
@cache_control(no_store=True)
def review(request: HttpRequest, key: str) -> HttpResponse:
    """Review of a finished game. Redirects to the table while the game runs, and to its end page if reviews are off."""
    scene = scene_at(request, key)
    if not is_offered(request, scene):
        return redirect("end" if scene.game.is_over else "table", key)
    findings = _findings(scene)
    context = {
        "scene": scene,
        "table": scene.table,
        "setup": scene.game.setup,
        "heading": _("Review"),
        "is_waiting": findings is None,
        "sections": None if findings is None else _sections(scene, findings),
        "marks": pictures.marks(scene.game.setup),
    }
    answer = render(request, "plots/review.html", context)
    if findings is None:
        answer["Refresh"] = str(WAIT_SECONDS)
    return answer


@require_safe
@cache_control(no_store=True)
def review_maps(request: HttpRequest, key: str, move: int) -> HttpResponse:
    """Maps of a run below the best one, and of the best one. Raises `Http404` if there is no such finding."""
    scene = scene_at(request, key)
    findings = _findings(scene) if is_offered(request, scene) else ()
    if findings is None:
        return render(request, "plots/review_maps.html", {"table": scene.table, "move": move}, status=202)
    run = next((each for each in findings if isinstance(each, RunBelowBest) and each.move == move), None)
    if run is None:
        raise Http404
    context = {
        "table": scene.table,
        "move": move,
        "version": version_before(scene, move),
        "made": _map(scene, move, run.routes, run.earned),
        "best": _map(scene, move, run.best_routes, run.best_earned),
        "revenue": scene.labels.money(run.revenue),
        "best_revenue": scene.labels.money(run.best),
    }
    name = "plots/review_maps.html" if request.headers.get("HX-Request") else "plots/review_run.html"
    return render(request, name, context)


def scene_at(request: HttpRequest, key: str) -> Scene:
    """The present scene of a table. Raises `Http404` if its game has not started."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        raise Http404
    return scene_of(request, table)


def _findings(scene: Scene) -> Sequence[Finding] | None:
    """Exact findings about a finished game, kept by table and version; None while they are computed."""
    table, hot = scene.table, scene.hot
    key = ("review", table.pk, hot.version)
    outcome = questions.ask(key, ("table", table.pk), tasks.findings, lambda: (storage.full_record(table, hot),))
    if outcome.how == DONE:
        return cast("Sequence[Finding]", outcome.value)
    if outcome is PENDING or outcome.how == BUSY:
        return None
    questions.forget(key)
    raise Http404


def _sections(scene: Scene, findings: Sequence[Finding]) -> list[Section]:
    """Findings of each player, the richest first."""
    owners = AccountsView(scene).players
    return [
        Section(
            owners[standing.player],
            scene.labels.money(standing.total),
            sum(each.player == standing.player for each in findings),
            _kinds(scene, [each for each in findings if each.player == standing.player]),
        )
        for standing in scene.game.standings()
    ]


def _kinds(scene: Scene, findings: Sequence[Finding]) -> list[tuple[str, list[FindingLine]]]:
    """Findings of a player by kind, with the kinds' headings."""
    by_kind = {kind: [each for each in findings if each.kind == kind] for kind in KINDS}
    return [
        (heading(kind, scene.labels), [_line(scene, each) for each in those])
        for kind, those in by_kind.items()
        if those
    ]


def _line(scene: Scene, finding: Finding) -> FindingLine:
    move = finding.move
    run = move if isinstance(finding, RunBelowBest) else None
    version = version_before(scene, move) if move >= 0 else None
    return FindingLine(sentence(finding, scene.labels), finding.clause, version, move + 1, run)


def version_before(scene: Scene, move: int) -> int:
    """Version of the table before a move."""
    return scene.hot.path[move - 1] if move else scene.hot.begun


def _map(scene: Scene, move: int, routes: Sequence[Route], earned: Sequence[Money]) -> SafeString:
    """Map before a move with some routes."""
    then: Any = scene.known_game(games.load_to(scene.table, scene.hot, move).game)
    return mark_safe(map_svg(then, routes=routes, earned=earned, theme="page", sized=False))  # safe: our SVG
