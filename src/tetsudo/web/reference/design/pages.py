"""Pages of the whole workbench: its start, a new title, and problems."""

from __future__ import annotations

import asyncio
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.deprecation import MiddlewareMixin
from django.views.decorators.http import require_GET, require_http_methods

from tetsudo.core.errors import BadInput
from tetsudo.lab.design.new_title import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE, Plan, new_title, title_name
from tetsudo.lab.design.problems import find_problems
from tetsudo.web.reference.design.current import number, sentence, shown, workspace

MAX_SHOWN_PROBLEMS: Final = 50


class Refusals(MiddlewareMixin):
    """Shows bad input as a message, also that of a page."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Message for bad input; other errors are faults of the workbench."""
        if not isinstance(error, BadInput):
            return None
        return HttpResponse(sentence(error), content_type="text/plain; charset=utf-8", status=422)


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """First page: the map, or the choices for a new title."""
    return redirect("new" if workspace().is_new else "map")


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choices for a new title in an empty folder."""
    work = workspace()
    if not work.is_new:
        return redirect("map")
    bounds = {"sizes": (MIN_SIZE, MAX_SIZE), "players": (MIN_PLAYERS, MAX_PLAYERS)}
    given = request.POST if request.method == "POST" else {"name": title_name(work.folder.name)}
    refusal = ""
    if request.method == "POST":
        try:
            work.change(new_title(_plan(request)))
            return redirect("map")
        except BadInput as error:
            refusal = sentence(error)
    values = {"bounds": bounds, "given": given, "plan": Plan("new"), "refusal": refusal}
    return render(request, "design/new.html", shown("new", **values), status=422 if refusal else 200)


def _plan(request: HttpRequest) -> Plan:
    return Plan(
        request.POST.get("name", "")[:80],
        columns=number(request, "columns"),
        rows=number(request, "rows"),
        minimum_players=number(request, "minimum_players"),
        maximum_players=number(request, "maximum_players"),
        flat_top=request.POST.get("orientation") != "pointy-top",
    )


@require_GET
async def problems(request: HttpRequest) -> HttpResponse:
    """Mistakes that the loader finds, computed beside other requests: large titles take seconds."""
    work = workspace()
    found = await asyncio.to_thread(find_problems, work.texts, work.folder)
    values = {"problems": found[:MAX_SHOWN_PROBLEMS], "more": max(0, len(found) - MAX_SHOWN_PROBLEMS)}
    return render(request, "design/problems.html", values)
