"""Views of the reference pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import title_info
from tetsudo.titles.loader import titles as all_titles
from tetsudo.titles.rulebook.search import find_by_id
from tetsudo.web.common.error_pages import field_message, page
from tetsudo.web.common.language import language_of
from tetsudo.web.reference import rules as clauses
from tetsudo.web.reference.title_card import Reference, reference
from tetsudo.web.reference.upgrade_chart import tile_chart

MAX_QUERY_LENGTH: Final = 200


View = Callable[..., HttpResponse]


def title_page(view: View) -> View:
    """Decorator for pages about a title: redirect from other spellings; answer unknown titles with 404 and a hint."""

    @wraps(view)
    def found(request: HttpRequest, title: str, **parts: str) -> HttpResponse:
        try:
            name = title_info(title).name
        except BadInput as error:
            return page(request, field_message(error), 404, back=reverse("titles"))
        if name == title:
            return view(request, title, **parts)
        address = reverse(view.__name__, kwargs={"title": name, **parts})
        query = request.GET.urlencode()
        return redirect(f"{address}?{query}" if query else address)

    return found


def reference_or_404(request: HttpRequest, title: str) -> Reference:
    """The card of a title with the scenario and variants in the URL. Raises `Http404` if they do not exist."""
    language = language_of(request, title_info(title).language)
    try:
        return reference(title, request.GET.get("scenario", ""), request.GET.getlist("variants"), language=language)
    except BadInput:
        raise Http404 from None


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """List of all titles."""
    cards = [reference(info.name, language=language_of(request, info.language)) for info in all_titles()]
    return render(request, "aids/titles.html", {"cards": cards})


@require_safe
@title_page
def title(request: HttpRequest, title: str) -> HttpResponse:
    """A title's reference card."""
    card = reference_or_404(request, title)
    return render(request, "aids/title.html", {"card": card, "info": card.info, "kinds": clauses.kinds(title)})


@require_safe
@title_page
def tile(request: HttpRequest, title: str, tile: str) -> HttpResponse:
    """A tile of a title, and all that it may become."""
    card = reference_or_404(request, title)
    line = next((line for _colour, lines in card.tiles for line in lines if line.tile.name == tile), None)
    if line is None:
        raise Http404
    shown = {"card": card, "info": card.info, "line": line, "chart": tile_chart(card.game, tile)}
    return render(request, "aids/tile.html", shown)


@require_safe
@vary_on_headers("HX-Request")
@title_page
def rules(request: HttpRequest, title: str) -> HttpResponse:
    """A title's clauses, searched by words or id (`q`), or filtered by kind."""
    info = title_info(title)
    query, kind = request.GET.get("q", "")[:MAX_QUERY_LENGTH], request.GET.get("kind", "")
    found = clauses.find(title, query, kind)
    shown = {
        "info": info,
        "query": query,
        "kind": kind,
        "kinds": clauses.kinds(title),
        "groups": clauses.groups_by_kind(title, found),
        "count": len(found),
    }
    return render(request, f"aids/{'found' if 'HX-Request' in request.headers else 'rules'}.html", shown)


@require_safe
@vary_on_headers("HX-Request")
@cache_control(private=True, max_age=600)  # a whole page shows the reader's name
@title_page
def clause(request: HttpRequest, title: str, clause: str) -> HttpResponse:
    """One clause; for HTMX requests only its text, to show in place."""
    info, found = title_info(title), find_by_id(title, clause)
    if found is None:
        raise Http404
    if found.id != clause:
        return redirect("clause", title, found.id)
    if "HX-Request" in request.headers:
        return render(request, "aids/clause_text.html", {"info": info, "clause": found})
    before, after = clauses.neighbours(title, found)
    shown = {
        "info": info,
        "clause": found,
        "before": before,
        "after": after,
        "workings": clauses.workings(title, found),
    }
    return render(request, "aids/clause.html", shown)
