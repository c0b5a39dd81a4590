"""Page of one moment: first the position and the choices, then what each of them can be expected to bring."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.review.report.moments import MomentData, MomentsData
from tetsudo.web.play.scene.scene import Scene, scene_of
from tetsudo.web.results import review
from tetsudo.web.results.moments import progress
from tetsudo.web.results.studies import position


class Choice(NamedTuple):
    """A choice at a moment: its text, what can be expected of it, and how it compares with what was played."""

    text: str
    expected: str
    is_played: bool
    is_better: bool
    is_best: bool


@require_safe
@cache_control(no_store=True)
def moment(request: HttpRequest, key: str, move: int) -> HttpResponse:
    """A moment, by the number of its move. `?choice=` answers it. Raises `Http404` if there is no such moment."""
    scene = review.scene_at(request, key)
    if not review.is_offered(request, scene):
        return redirect("end" if scene.game.is_over else "table", key)
    search = progress.search_of(scene)
    if search is None or not search.is_done or search.is_stuck:
        return redirect("moments", key)
    found = progress.report_of(scene, search)
    if found is None:
        waiting = render(request, "moments/waiting.html", {"table": scene.table, "move": move}, status=202)
        waiting["Refresh"] = str(review.WAIT_SECONDS)
        return waiting
    return _page(request, scene, found, move)


def _page(request: HttpRequest, scene: Scene, found: MomentsData, move: int) -> HttpResponse:
    asked = next((each for each in found["moments"] if each["move"] == move - 1), None)
    if asked is None:
        raise Http404
    of_player = [each["move"] + 1 for each in found["moments"] if each["player"] == asked["player"]]
    here = of_player.index(move)
    choices = _choices(scene, asked)
    version = review.version_before(scene, asked["move"])
    shown: dict[str, Any] = {
        **position.context(scene_of(request, scene.table, version)),
        "number": move,
        "kind": asked["kind_name"],
        "choices": choices,
        "chosen": _chosen(request, len(choices)),
        "version": version,
        "loss": scene.labels.money(asked["loss"]),
        "error": scene.labels.money(asked["error"]),
        "before": of_player[here - 1] if here else None,
        "after": of_player[here + 1] if here + 1 < len(of_player) else None,
    }
    return render(request, "moments/moment.html", shown)


def _choices(scene: Scene, asked: MomentData) -> list[Choice]:
    """Choices: the plan played and the better ones, in the order of their texts, which tells nothing."""
    money, played, best = scene.labels.money, asked["played"], asked["better"][0]
    found = [
        Choice(
            each["text"],
            money(each["expected"]),
            is_played=each is played,
            is_better=each["expected"] > played["expected"],
            is_best=each is best,
        )
        for each in (played, *asked["better"])
    ]
    return sorted(found, key=lambda each: each.text)


def _chosen(request: HttpRequest, count: int) -> int | None:
    """Number of the choice in the address, from 1; 0: only to see them; None: not answered yet."""
    given = request.GET.get("choice", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 3 and int(given) <= count else None
