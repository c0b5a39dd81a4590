"""Import and export of games as files, and branches from a position of another game."""

from __future__ import annotations

import hashlib
import json
import secrets
from pathlib import PurePath
from typing import Any, Final, NamedTuple, cast

from django import forms
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tetsudo.core.errors import BadInput
from tetsudo.game.record import MAX_FILE_BYTES, GameRecord
from tetsudo.titles.loader import title_info
from tetsudo.web.common import error_pages
from tetsudo.web.common.client_address import client_key
from tetsudo.web.common.language import language
from tetsudo.web.common.upload_form import FileForm
from tetsudo.web.tables.games import from_record, hidden_information, limits, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.guests import check_rate_limit, ensure_guest, guest_of
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, writer_questions
from tetsudo.web.tables.workers.async_results import files as file_questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE, FAILED, REFUSED, TIMED_OUT, Outcome

FORMAT_18XX_GAMES: Final = "18xx.games"
MAX_ACTION_LENGTH: Final = 200
SALT: Final = "import"
MAX_INLINE_BYTES: Final = 100_000
"""Maximum bytes of a file that the page contains, to be sent again."""


# Import


class ImportForm(FileForm):
    """Form for a game file, chosen or pasted, and the name of its table."""

    name = forms.CharField(label=gettext_lazy("Table name"), max_length=80, required=False)

    def clean(self) -> dict[str, Any]:
        """Require a file that is not too large, or pasted content."""
        file = self.sent_file
        if file and (file.size or 0) > MAX_FILE_BYTES:
            largest = f"{MAX_FILE_BYTES:,}"
            self.add_error("file", _("The file is larger than {largest} bytes.").format(largest=largest))
        if not file and not self.cleaned_data.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste its content."))
        return self.cleaned_data

    @property
    def table_name(self) -> str:
        """Name of the table."""
        file = self.sent_file
        return self.cleaned_data["name"] or (PurePath(file.name or "").stem[:80] if file else _("Imported game"))


class PartialImport(NamedTuple):
    """Data about a file that could be replayed only in part."""

    sentence: str
    clause: str
    title: str
    actions: int
    text: str
    address: str = ""  # of the uploaded file, in place of a large text


@require_http_methods(["GET", "HEAD", "POST"])
def import_game(request: HttpRequest) -> HttpResponse:
    """Show the import form, or create a private table from a game file."""
    form, stopped, status = ImportForm(), None, 200
    if request.method == "POST":
        form, status = ImportForm(request.POST, request.FILES), 422
        if form.is_valid():
            check_rate_limit(request, "imports")
            content = form.content
            try:
                read = _read(request, content)
                if read is None:
                    address = _address(content, form.table_name, as_far="as_far" in request.POST)
                    return render(request, "lobby/reading.html", {"address": address})
                if read.error is None or "as_far" in request.POST:
                    return _imported_table_page(request, read, content, form.table_name)
                stopped = _partial_import(read, content, form.table_name)
                form = ImportForm(initial={"name": form.table_name})
            except BadInput as error:
                if len(content) > MAX_INLINE_BYTES:
                    return _refusal_page(request, form.table_name, error)
                form.add_error(None, error_pages.sentence_of(error))
    return render(request, "lobby/import.html", {"form": form, "stopped": stopped}, status=status)


def _refusal_page(request: HttpRequest, name: str, error: BadInput) -> HttpResponse:
    """Import page with the reason for a refusal, without the file, which may be large."""
    shown = {"form": ImportForm(initial={"name": name}), "sentence": error_pages.sentence_of(error)}
    return render(request, "lobby/import.html", shown, status=422)


def _address(content: bytes, name: str, *, as_far: bool) -> str:
    """URL to poll for an uploaded file, different for each upload."""
    return reverse("reading", args=[signing.dumps([_digest(content), name, as_far, secrets.token_hex(8)], salt=SALT)])


def _digest(content: bytes) -> str:
    """Key of a file and the page's language, which error messages are in."""
    return f"{hashlib.sha256(content).hexdigest()} {language()}"


def _read(request: HttpRequest, content: bytes) -> tasks.ImportResult | None:
    """Read a file; None while that is in progress, BadInput if it fails."""
    guest = guest_of(request)
    group = ("import", guest.pk if guest else client_key(request.META.get("REMOTE_ADDR", "")))
    args = (content, limits.max_actions(), limits.too_long_message(), language())
    return _import_result(file_questions.ask(("import", _digest(content)), group, tasks.import_file, lambda: args))


def _import_result(outcome: Outcome) -> tasks.ImportResult | None:
    if outcome.how == DONE:
        return cast("tasks.ImportResult", outcome.value)
    if outcome.how == REFUSED:
        raise cast("BadInput", outcome.value)
    if outcome.how == BUSY:
        raise BadInput(_("Other files of yours are still being read. Try again in a minute."))
    if outcome.how == TIMED_OUT:
        raise BadInput(_("Reading this file takes too long."))
    if outcome.how == FAILED:
        raise BadInput(_("This file could not be read."))
    return None


@require_http_methods(["GET", "POST"])
def import_progress(request: HttpRequest, signed: str) -> HttpResponse:
    """Poll for a file that is being read, and create its table once it is done."""
    try:
        digest, name, as_far, _sent = signing.loads(signed, salt=SALT, max_age=3600)
    except signing.BadSignature:
        raise Http404 from None
    outcome = file_questions.peek(("import", digest))
    if outcome is PENDING or request.method == "GET":
        return render(request, "lobby/reading.html", {"address": request.path})
    try:
        read = _import_result(outcome or Outcome(FAILED))
        assert read
        if read.error is None or as_far:
            return _full_page_redirect(request, _write_or_poll(request, read, name, request.path))
    except BadInput as error:
        return _refusal_page(request, name, error)
    shown = {"form": ImportForm(initial={"name": name}), "stopped": _partial_import(read, read.content, name)}
    return render(request, "lobby/import.html", shown, status=422)


def _full_page_redirect(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Response whose redirect also works for htmx, which would otherwise insert the target into the page."""
    is_script = request.headers.get("HX-Request") == "true"
    return HttpResponseClientRedirect(response["Location"]) if is_script and "Location" in response else response


def _imported_table_page(request: HttpRequest, read: tasks.ImportResult, content: bytes, name: str) -> HttpResponse:
    """Redirect to the table of an imported game; a long game is written in the background while the page polls."""
    if len(read.found.moves) > from_record.MAX_QUICK_MOVES:
        return _write_or_poll(request, read, name, _address(content, name, as_far=read.error is not None))
    return redirect("table", from_record.create_table(read.found, _owner(request), name).key)


def _write_or_poll(request: HttpRequest, read: tasks.ImportResult, name: str, address: str) -> HttpResponse:
    """Redirect to the table of a long game, or keep polling at `address`. Repeated requests there create one table
    only."""
    outcome = writer_questions.ask(
        address, address, from_record.create_in_background, lambda: (read.found, _owner(request).pk, name)
    )
    if outcome.how == DONE:
        return redirect("table", outcome.value)
    if outcome is PENDING or outcome.how == BUSY:
        return render(request, "lobby/reading.html", {"address": address})
    writer_questions.forget(address)
    raise BadInput(_("This file could not be read."))


def _owner(request: HttpRequest) -> Guest:
    """Guest of a request, created without a name if new: looking at a game needs none."""
    return guest_of(request) or ensure_guest(request)


def _partial_import(read: tasks.ImportResult, content: bytes, name: str) -> PartialImport:
    error = read.error
    assert error
    action = json.dumps(error.action, ensure_ascii=False)
    shown = action if len(action) <= MAX_ACTION_LENGTH else f"{action[:MAX_ACTION_LENGTH]}…"
    reason = error_pages.sentence_of(BadInput(error.reason))
    sentence = _("Action {index}, {action}: {reason}").format(index=error.index, action=shown, reason=reason)
    title, actions = read.found.head["title"], len(read.found.moves)
    if len(content) > MAX_INLINE_BYTES:
        return PartialImport(sentence, error.clause, title, actions, "", _address(content, name, as_far=True))
    return PartialImport(sentence, error.clause, title, actions, content.decode(errors="replace"))


# Download


def _game_or_404(key: str, version: int | None) -> tuple[Table, CachedGame]:
    table = Table.objects.filter(key=key).first()
    if table is None or table.status == Table.Status.WAITING:
        raise Http404
    try:
        return table, games.current(table) if version is None else games.at_version(table, version)
    except BadInput:
        raise Http404 from None


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Download the record of a table's game; `?format=18xx.games` for that site's format, `?version=` for an earlier
    version."""
    version = request.GET.get("version", "")
    table, hot = _game_or_404(key, int(version) if version.isdecimal() and len(version) < 10 else None)
    theirs = request.GET.get("format") == FORMAT_18XX_GAMES
    try:
        record = _record(table, hot)
        content = _export_18xx_games(table, hot, record) if theirs else record.to_json()
        if content is None:
            waits = render(request, "lobby/reading.html", {"address": ""}, status=202)
            waits["Refresh"] = "1"
            return waits
    except BadInput as error:
        return error_pages.page(request, error_pages.sentence_of(error), 422, back=reverse("table", args=[key]))
    name = slugify(table.name) or slugify(title_info(table.title).full_name)
    file = f"{name}-{hot.game.length}{f'-{FORMAT_18XX_GAMES}' if theirs else ''}.json"
    headers = {"Content-Disposition": content_disposition_header(True, file) or ""}
    return HttpResponse(content, content_type="application/json", headers=headers)


def _record(table: Table, hot: CachedGame) -> GameRecord:
    """Record of a game; BadInput while amounts are hidden. Until the game ends it has no seed, which is not needed:
    the record has the seating and the deal."""
    hidden_information.check_releasable(table, hot.game)
    written = storage.full_record(table, hot)
    if table.status != Table.Status.FINISHED:
        written.seed = None
    return written


def _export_18xx_games(table: Table, hot: CachedGame, record: GameRecord) -> bytes | None:
    """Game as a file of 18xx.games; None while it is being written, BadInput if it cannot be."""
    group = ("export", table.pk)
    outcome = file_questions.ask(("export", table.pk, hot.version), group, tasks.export_file, lambda: (record,))
    if outcome.how == DONE:
        return cast("bytes", outcome.value)
    if outcome.how == REFUSED:
        raise cast("BadInput", outcome.value)
    if outcome.how in (TIMED_OUT, FAILED):
        raise BadInput(_("Writing this file takes too long."))
    return None


# Branches


@require_POST
def branch(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """Create a private table that branches from a position of another, which does not change."""
    check_rate_limit(request, "branches")
    parent, _hot = _game_or_404(key, version)
    name = parent.name or title_info(parent.title).full_name
    called = _("What if: {name}, move {number}").format(name=name[:60], number=version)
    try:
        made = from_record.create_branch(parent, version, _owner(request), called)
    except BadInput as error:
        return error_pages.page(request, error_pages.sentence_of(error), 422, back=reverse("table", args=[key]))
    return redirect("table", made.key)
