"""Views of plots, in a table's page and as files, of the final page, and of the rematch."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from tetsudo.analysis.accounts import PLOTS, drawn_from
from tetsudo.analysis.accounts.spreadsheets import SHEETS
from tetsudo.analysis.accounts.spreadsheets import sheet as sheet_of
from tetsudo.core.errors import BadInput
from tetsudo.draw import plot_svg
from tetsudo.draw.plot import SIZES, WIDE
from tetsudo.titles.loader import title_info
from tetsudo.web.common import error_pages
from tetsudo.web.play.scene import entity_tags, pictures
from tetsudo.web.play.scene.scene import Scene, scene_of, table_or_404
from tetsudo.web.results import end_page, figures, review
from tetsudo.web.results.accounts_cache import cached_accounts
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats import rematch as rematching
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of


def _scene(request: HttpRequest, key: str) -> Scene:
    """The present scene of a table. Raises `Http404` if its game has not started."""
    table = table_or_404(key)
    if table.status == Table.Status.WAITING:
        raise Http404
    return scene_of(request, table)


@require_safe
@cache_control(no_store=True)
def plots(request: HttpRequest, key: str) -> HttpResponse:
    """All plots, as a fragment of the table's page."""
    return HttpResponse(figures.panel(_scene(request, key)))


@require_safe
def sheet(request: HttpRequest, key: str, name: str) -> HttpResponseBase:
    """A plot's values, or another table of the accounts, as CSV."""
    scene = _scene(request, key)
    if name not in (*PLOTS, *SHEETS):
        raise Http404

    def make() -> HttpResponse:
        content = sheet_of(scene.game, cached_accounts.accounts_of(scene), name)
        return _file(content, "text/csv; charset=utf-8", f"{_stem(scene.table)}-{name}.csv")

    return _tagged(request, scene, make, name)


@require_safe
def picture(request: HttpRequest, key: str, name: str) -> HttpResponseBase:
    """A plot as SVG; `?theme=dark`, `?size=narrow`."""
    scene = _scene(request, key)
    if name not in PLOTS:
        raise Http404
    theme = "dark" if request.GET.get("theme") == "dark" else "light"
    size = SIZES.get(request.GET.get("size", ""), WIDE)

    def make() -> HttpResponse:
        kept, game = cached_accounts.accounts_of(scene), scene.game
        drawn = plot_svg(game.setup, game.names, kept, drawn_from(kept, name), size=size, theme=theme)
        return _file(drawn, "image/svg+xml", f"{_stem(scene.table)}-{name}.svg")

    return _tagged(request, scene, make, name, theme, size)


def _tagged(request: HttpRequest, scene: Scene, make: Callable[[], HttpResponse], *more: object) -> HttpResponseBase:
    """File about a game, made only if the browser does not have it yet; never kept while amounts are hidden."""
    if scene.has_hidden_amounts:
        answer = make()
        patch_cache_control(answer, no_store=True)
        return answer
    tag = entity_tags.tag_of(scene.table, scene.version, scene.language, *more)
    return entity_tags.not_modified(request, tag) or entity_tags.tagged(make(), tag)


def _stem(table: Table) -> str:
    return slugify(table.name) or slugify(title_info(table.title).full_name)


def _file(content: str, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": content_disposition_header(True, name) or ""}
    return HttpResponse(content, content_type=kind, headers=headers)


@require_safe
@cache_control(no_store=True)
def end(request: HttpRequest, key: str) -> HttpResponse:
    """Final page of a game. Redirects to the table while the game runs."""
    scene = _scene(request, key)
    if not scene.game.is_over:
        return redirect("table", key)
    context = {**end_page.context(scene), "marks": pictures.marks(scene.game.setup)}
    context["is_review_offered"] = review.is_offered(request, scene)
    context["address"] = request.build_absolute_uri(request.path)
    return render(request, "plots/end.html", context)


@require_POST
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Open a table for the same people, or join the one that is already open for them."""
    table, guest = table_or_404(key), guest_of(request)
    try:
        if guest is None:
            raise NotAllowed(_("Only its players and the table's owner can ask for a rematch."))
        check_rate_limit(request, "tables")
        found = rematching.rematch(table, guest, is_turned=request.POST.get("seats") == "turned")
    except NotAllowed as refusal:
        return error_pages.page(request, error_pages.sentence_of(refusal), 403, back=reverse("table", args=[key]))
    except BadInput as refusal:
        return error_pages.page(request, error_pages.field_message(refusal), 422, back=reverse("table", args=[key]))
    return redirect("table", found.key)
