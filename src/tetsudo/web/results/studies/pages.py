"""Pages of studies: a guest's own, one study, a chapter, a new chapter; and a study as one file."""

from __future__ import annotations

import json
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.titles.loader import title_info
from tetsudo.web.common import error_pages
from tetsudo.web.play.scene.scene import scene_of, table_or_404
from tetsudo.web.results.studies import chapters, position
from tetsudo.web.results.studies.forms import ChapterForm, NoteForm
from tetsudo.web.results.studies.models import Chapter, Study
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Table
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of


@require_safe
@cache_control(no_store=True)
def studies(request: HttpRequest) -> HttpResponse:
    """Show a guest's own studies."""
    guest = guest_of(request)
    found = Study.objects.filter(guest=guest).annotate(length=Count("chapters")) if guest else []
    return render(request, "studies/studies.html", {"studies": found})


def _study_or_404(key: str) -> Study:
    found = Study.objects.select_related("guest").filter(key=key).first()
    if found is None:
        raise Http404
    return found


def _own_study(request: HttpRequest, key: str) -> Study:
    """A study that the visitor wrote. `Http404` or `NotAllowed` if there is none, or it is someone else's."""
    found, guest = _study_or_404(key), guest_of(request)
    if guest is None or found.guest_id != guest.pk:
        raise NotAllowed(_("Only its author can change a study."))
    return found


def _is_own(request: HttpRequest, study: Study) -> bool:
    guest = guest_of(request)
    return guest is not None and study.guest_id == guest.pk


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def study(request: HttpRequest, key: str) -> HttpResponse:
    """Show the chapters of a study, or delete it (its author)."""
    if request.method == "POST":
        return _answer(request, key, _delete)
    found = _study_or_404(key)
    rows = list(found.chapters.select_related("table", "parent"))
    shown = {
        "study": found,
        "chapters": [(row, title_info(row.table.title).full_name) for row in rows],
        "is_own": _is_own(request, found),
        "address": request.build_absolute_uri(request.path),
    }
    return render(request, "studies/study.html", shown)


def _delete(study: Study, request: HttpRequest) -> HttpResponse:
    study.delete()
    return redirect("studies")


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def chapter(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Show a chapter, or change, move or delete it (its author)."""
    if request.method == "POST":
        return _answer(request, key, lambda study, request: _change(study, request, number))
    return _chapter_page(request, _study_or_404(key), number, None)


def _chapter_page(request: HttpRequest, study: Study, number: int, form: NoteForm | None) -> HttpResponse:
    row = study.chapters.select_related("study", "parent").filter(number=number).first()
    if row is None:
        raise Http404
    scene = position.scene_of_chapter(request, row)
    shown = {
        **position.context(scene),
        "study": study,
        "chapter": row,
        "title": title_info(scene.table.title).full_name,
        "variations": row.variations.all(),
        "before": study.chapters.filter(number=number - 1).first(),
        "after": study.chapters.filter(number=number + 1).first(),
        "is_own": _is_own(request, study),
        "form": form or NoteForm(initial={"heading": row.heading, "comment": row.comment}),
    }
    return render(request, "studies/chapter.html", shown, status=422 if form else 200)


def _change(study: Study, request: HttpRequest, number: int) -> HttpResponse:
    row = study.chapters.select_related("study").filter(number=number).first()
    if row is None:
        raise Http404
    match request.POST.get("do"):
        case "up" | "down" as way:
            chapters.move(row, is_up=way == "up")
        case "delete":
            chapters.remove(row)
        case _:
            form = NoteForm(request.POST)
            if not form.is_valid():
                return _chapter_page(request, study, number, form)
            chapters.change(row, form.note)
            return redirect("chapter", study.key, number)
    return redirect("study", study.key)


def _answer(request: HttpRequest, key: str, do: Any) -> HttpResponse:
    """Do something with a study of the visitor's, or show the refusal."""
    try:
        answered: HttpResponse = do(_own_study(request, key), request)
    except NotAllowed as refusal:
        return error_pages.page(request, error_pages.sentence_of(refusal), 403, back=reverse("study", args=[key]))
    return answered


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
def add(request: HttpRequest, key: str, version: int) -> HttpResponseBase:
    """Show the form of a new chapter about a position of a table, or add it."""
    table, guest = table_or_404(key), guest_of(request)
    if table.status == Table.Status.WAITING or version > table.version:
        raise Http404
    back = reverse("past", args=[key, version])
    if not chapters.may_be_studied(table, guest):
        refusal = _("A position can be studied once its game is over, or in a branch of your own.")
        return error_pages.page(request, refusal, 403, back=reverse("table", args=[key]))
    scene = scene_of(request, table, version)
    heading = f"{scene.round_name}: {_('move {number}').format(number=scene.game.length)}"
    form = ChapterForm(guest, request.POST or None, initial={"heading": heading})
    if request.method == "POST" and form.is_valid():
        try:
            row = _add(request, table, version, form)
        except NotAllowed as refused:
            return error_pages.page(request, error_pages.sentence_of(refused), 403, back=back)
        except BadInput as refused:
            form.add_error(None, error_pages.sentence_of(refused))
        else:
            return redirect("chapter", row.study.key, row.number)
    shown = {"form": form, "table": table, "scene": scene, "back": back}
    return render(request, "studies/add.html", shown, status=422 if request.method == "POST" else 200)


def _add(request: HttpRequest, table: Table, version: int, form: ChapterForm) -> Chapter:
    check_rate_limit(request, "notes")
    study = form.chosen or chapters.create(ensure_guest(request), str(form.cleaned_data["name"]))
    return chapters.add(study, table, version, form.note)


@require_safe
@cache_control(no_store=True)
def file(request: HttpRequest, key: str) -> HttpResponse:
    """A study as one JSON file: each chapter with the record of its game up to its position."""
    found = _study_or_404(key)
    content = {
        "study": found.name,
        "author": found.guest.name,
        "chapters": [_chapter_data(request, row) for row in found.chapters.select_related("parent")],
    }
    name = f"{slugify(found.name) or 'study'}.json"
    headers = {"Content-Disposition": content_disposition_header(True, name) or ""}
    written = json.dumps(content, ensure_ascii=False, indent=1)
    return HttpResponse(written, content_type="application/json", headers=headers)


def _chapter_data(request: HttpRequest, row: Chapter) -> dict[str, Any]:
    """A chapter for the file. Its record is one that `tetsudo replay` reads."""
    scene = position.scene_of_chapter(request, row)
    hot = games.at_version(scene.table, row.version)
    return {
        "number": row.number,
        "variation_of": row.parent.number if row.parent else None,
        "heading": row.heading,
        "comment": row.comment,
        "record": json.loads(storage.full_record(scene.table, hot).to_json()),
    }
