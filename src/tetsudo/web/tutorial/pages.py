"""Views of the glossary page, and of the guide's buttons at a table."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from tetsudo.titles.loader import titles
from tetsudo.web.play.scene.scene import scene_of, table_or_404
from tetsudo.web.tutorial import progress
from tetsudo.web.tutorial.glossary import TERMS, Term, clause_of


class Rule(NamedTuple):
    """A title's clause that defines a term."""

    title: str
    clause: str


class Entry(NamedTuple):
    """A glossary entry."""

    id: str
    term: Term
    rules: list[Rule]


@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """All terms, alphabetically in English; in the order of the data in other languages."""
    entries = [Entry(id, term, _rules(id)) for id, term in TERMS.items()]
    if str(get_language()).startswith("en"):
        entries.sort(key=lambda entry: str(entry.term.name))
    return render(request, "guide/glossary.html", {"entries": entries})


def _rules(term: str) -> list[Rule]:
    found = [Rule(info.name, clause_of(term, info.name)) for info in titles()]
    return [rule for rule in found if rule.clause]


DEEDS: Final = {
    "known": progress.know,
    "leave": progress.leave,
    "resume": progress.resume,
}
"""Functions by the value that the guide's buttons send."""


@require_POST
def guide(request: HttpRequest, key: str) -> HttpResponse:
    """Close a lesson, or leave or resume the guide at a table; return the updated guide."""
    table = table_or_404(key)
    deed = DEEDS.get(request.POST.get("do", ""))
    if deed is None:
        return HttpResponse(status=400)
    deed(request, key, request.POST.get("lesson", ""))
    scene = scene_of(request, table)
    return render(request, "table/decision/guide.html", {"table": table, "scene": scene, "is_answer": True})
