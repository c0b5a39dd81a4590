"""Page of a table's moments: the button that begins the search, its progress, and what it found."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from tetsudo.review.report.moments import MomentsData
from tetsudo.web.common import error_pages
from tetsudo.web.play.scene import pictures
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.results import review
from tetsudo.web.results.figures import AccountsView, Owner
from tetsudo.web.results.moments import progress
from tetsudo.web.tables.seats.guests import check_rate_limit


class MomentLine(NamedTuple):
    """A moment on the page: the number of its move, and its kind."""

    move: int
    kind: str


class PlayerMoments(NamedTuple):
    """Moments of a player, what their decisions cost by kind, and the changes by round, as texts."""

    owner: Owner
    moments: list[MomentLine]
    errors: list[tuple[str, int, str, str]]
    changes: list[tuple[str, str, str, str, str]]


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def moments(request: HttpRequest, key: str) -> HttpResponse:
    """Moments of a finished table; each look drives the search on. A player's or the owner's post begins it."""
    scene = review.scene_at(request, key)
    if not review.is_offered(request, scene):
        return redirect("end" if scene.game.is_over else "table", key)
    may_begin = _may_begin(scene)
    if request.method == "POST":
        if not may_begin:
            return error_pages.page(request, _("Only players of this table can begin this search."), 403)
        check_rate_limit(request, "tables")
        progress.begin(scene)
        return redirect("moments", key)
    return _page(request, scene, may_begin=may_begin)


def _may_begin(scene: Scene) -> bool:
    return scene.guest is not None and bool(scene.own_seats or scene.guest.pk == scene.table.owner_id)


def _page(request: HttpRequest, scene: Scene, *, may_begin: bool) -> HttpResponse:
    """The page of a search in any state."""
    search = progress.search_of(scene)
    if search is not None and not search.is_done and not search.is_stuck:
        progress.go_on(scene, search)
    is_ready = search is not None and search.is_done and not search.is_stuck
    found = progress.report_of(scene, search) if search is not None and is_ready else None
    shown: dict[str, Any] = {
        "scene": scene,
        "table": scene.table,
        "setup": scene.game.setup,
        "heading": _("Moments"),
        "search": search,
        "may_begin": may_begin,
        "players": _players(scene, found) if found else None,
        "marks": pictures.marks(scene.game.setup),
    }
    is_part = request.headers.get("HX-Request") and found is None
    answer = render(request, "moments/search.html" if is_part else "moments/moments.html", shown)
    if search is not None and found is None and not search.is_stuck and not is_part:
        answer["Refresh"] = str(review.WAIT_SECONDS)
    if request.headers.get("HX-Request") and found is not None:
        answer["HX-Refresh"] = "true"
    return answer


def _players(scene: Scene, found: MomentsData) -> list[PlayerMoments]:
    """Findings about each player, the richest first."""
    owners = AccountsView(scene).players
    return [_player(scene, found, owners[each.player], each.player) for each in scene.game.standings()]


def _player(scene: Scene, found: MomentsData, owner: Owner, player: int) -> PlayerMoments:
    money = scene.labels.money
    errors = [
        (
            each["kind_name"],
            each["decisions"],
            money(each["loss"]),
            " … ".join(money(amount) for amount in each["interval"] or ()),
        )
        for each in found["errors"]
        if each["player"] == player
    ]
    changes = [
        (each["round"], money(each["own"]), money(each["others"]), money(each["anyway"]), money(each["error"]))
        for each in found["changes"]
        if each["player"] == player
    ]
    those = [MomentLine(each["move"] + 1, each["kind_name"]) for each in found["moments"] if each["player"] == player]
    return PlayerMoments(owner, those, errors, changes)
