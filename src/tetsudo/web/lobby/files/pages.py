"""Page to bring games as files: any number dropped onto it, or some by a form."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tetsudo.game.record import MAX_FILE_BYTES
from tetsudo.web.common.upload_form import FileForm
from tetsudo.web.lobby.files import rows as result_rows
from tetsudo.web.lobby.files.rows import Row, State
from tetsudo.web.lobby.files.sending import (
    MAX_TABLE_NAME_LENGTH,
    Sending,
    file_name_stem,
    read_token,
    sending_of,
)
from tetsudo.web.tables.seats.guests import check_rate_limit, guest_of

MAX_FILES: Final = 6
"""Maximum number of files in one request: as many as a person's files may wait for a worker."""

MAX_OWN_NAMES_LENGTH: Final = 200

MAX_INLINE_BYTES: Final = 100_000
"""Maximum bytes of a file that the page contains, to be sent again."""


class FilesInput(forms.FileInput):
    """Field for any number of files."""

    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """The last file, for forms with a single one; `ImportForm.sent_files` are all."""
        return files.get(name)


class ImportForm(FileForm):
    """Form for game files, chosen or pasted, the name of the table of a single one, and the person's names."""

    name = forms.CharField(
        label=gettext_lazy("Table name"),
        help_text=gettext_lazy("Optional, for a single game. Otherwise the table is named after the file."),
        max_length=MAX_TABLE_NAME_LENGTH,
        required=False,
    )
    names = forms.CharField(
        label=gettext_lazy("Your names in these games"),
        help_text=gettext_lazy("With commas between them. Capital letters make no difference."),
        max_length=MAX_OWN_NAMES_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["file"]
        field.label, field.widget = _("Files"), FilesInput(attrs={"accept": ".json,application/json"})

    def clean(self) -> dict[str, Any]:
        """Require files that are not too many or too large, or pasted content."""
        if sentence := self._file_refusal():
            self.add_error("file", sentence)
        elif not self.sent_files and not self.cleaned_data.get("text", "").strip():
            self.add_error("file", _("Choose a file, or paste its content."))
        return self.cleaned_data

    def _file_refusal(self) -> str:
        """Reason why the files are refused as a whole; "" if they are not."""
        sent = self.sent_files
        if len(sent) > MAX_FILES:
            said = ngettext("Choose at most {count} file.", "Choose at most {count} files at once.", MAX_FILES)
            return said.format(count=MAX_FILES)
        return size_refusal(sent[0]) if len(sent) == 1 else ""

    @property
    def sent_files(self) -> list[UploadedFile[bytes]]:
        """The uploaded files."""
        found: list[UploadedFile[bytes]] = self.files.getlist("file") if self.files else []
        return found

    @property
    def table_name(self) -> str:
        """Name of the table of a single file."""
        file = self.sent_file
        return self.cleaned_data["name"] or (file_name_stem(file.name) if file else _("Imported game"))

    @property
    def own_names(self) -> tuple[str, ...]:
        """Names of the person in the games."""
        parts = self.cleaned_data["names"].replace("、", ",").split(",")
        return tuple(name for part in parts if (name := part.strip()))


def size_refusal(file: UploadedFile[bytes]) -> str:
    """Reason why a file is too large; "" if it is not."""
    return _size_sentence() if (file.size or 0) > MAX_FILE_BYTES else ""


def _size_sentence() -> str:
    return _("The file is larger than {largest} bytes.").format(largest=f"{MAX_FILE_BYTES:,}")


@require_http_methods(["GET", "HEAD", "POST"])
def import_game(request: HttpRequest) -> HttpResponse:
    """Show the form, make a private table of each file, or (`token`) show the results of files sent before."""
    if request.method != "POST":
        return _form_page(request, _empty_form(request))
    if "token" in request.POST:
        return _later_results_page(request)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _invalid_page(request, form)
    if len(form.sent_files) > 1:
        return _results_page(request, [_row_of_file(request, form, file) for file in form.sent_files])
    check_rate_limit(request, "imports")
    content = form.content
    sending = sending_of(content, form.table_name, _own_names(request, form), as_far="as_far" in request.POST)
    row = result_rows.new_row(request, sending, content)
    return _row(request, row) if "row" in request.POST else _single_page(request, row, form, content)


def _row_of_file(request: HttpRequest, form: ImportForm, file: UploadedFile[bytes]) -> Row:
    """Row of one of several files."""
    check_rate_limit(request, "imports")
    name = file_name_stem(file.name)
    if refusal := size_refusal(file):
        return result_rows.refused_row(name, refusal)
    content = file.read()
    sending = sending_of(content, name, _own_names(request, form))
    return result_rows.new_row(request, sending, content, is_repeated=True)


def _own_names(request: HttpRequest, form: ImportForm) -> tuple[str, ...]:
    """Names that are the person's: those in the form, which proposes the one shown at tables."""
    if "names" in request.POST:
        return form.own_names
    guest = guest_of(request)
    return (guest.name,) if guest else ()


@require_http_methods(["GET", "POST"])
def import_progress(request: HttpRequest, signed: str) -> HttpResponse:
    """Ask for the result of a file that was sent: as a row, or as a page that leads to the table."""
    sending = read_token(signed)
    if sending is None:
        raise Http404
    if request.method == "GET":
        return _waiting_page(request, sending)
    row = result_rows.later_row(request, sending)
    if "row" in request.POST:
        return _row(request, row)
    return _full_page_redirect(request, _single_page(request, row, None, row.read.content if row.read else b""))


# Answers


def _single_page(request: HttpRequest, row: Row, form: ImportForm | None, content: bytes) -> HttpResponse:
    """Page for the result of a single file: its table, if there is one."""
    if row.state == State.MADE and row.card:
        return redirect("table", row.card.table.key)
    if row.state == State.READING and row.sending:
        return _waiting_page(request, row.sending)
    if row.state == State.THERE:
        return _results_page(request, [row])
    if row.state == State.STOPPED:
        shown = {"stopped": row, "text": content.decode(errors="replace") if len(content) <= MAX_INLINE_BYTES else ""}
        return _form_page(request, _empty_form(request, row), 422, **shown)
    if form is None or len(content) > MAX_INLINE_BYTES:  # the page does not contain the file, which may be large
        return _form_page(request, _empty_form(request, row), 422, sentence=row.sentence)
    form.add_error(None, row.sentence)
    return _form_page(request, form, 422)


def _empty_form(request: HttpRequest, row: Row | None = None) -> ImportForm:
    """Form without a file; it keeps what was typed for the file of a row."""
    guest, sending = guest_of(request), row.sending if row else None
    names = ", ".join(sending.own_names) if sending else guest.name if guest else ""
    return ImportForm(initial={"name": sending.table_name if sending else "", "names": names})


def _form_page(request: HttpRequest, form: ImportForm, status: int = 200, **more: Any) -> HttpResponse:
    shown = {"form": form, "max_files": MAX_FILES, "max_file_bytes": MAX_FILE_BYTES, **more}
    return render(request, "files/import.html", shown, status=status)


def _invalid_page(request: HttpRequest, form: ImportForm) -> HttpResponse:
    """Answer to a form with a fault: the page, or a row that says it."""
    if "row" not in request.POST:
        return _form_page(request, form, 422)
    file = form.sent_files[0].name if form.sent_files else ""
    sentences = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return _row(request, result_rows.refused_row(file_name_stem(file), sentences))


def _waiting_page(request: HttpRequest, sending: Sending) -> HttpResponse:
    return render(request, "files/reading.html", {"address": sending.address})


def _results_page(request: HttpRequest, rows: list[Row]) -> HttpResponse:
    """Page with a row for each file, which asks again while some are being read."""
    return render(request, "files/results.html", {"rows": rows, "is_reading": any(row.token for row in rows)})


def _later_results_page(request: HttpRequest) -> HttpResponse:
    """The same page for files that were sent before."""
    sent = filter(None, map(read_token, request.POST.getlist("token")[:MAX_FILES]))
    rows = [result_rows.later_row(request, each) for each in sent]
    large = request.POST.getlist("large")[:MAX_FILES]
    return _results_page(request, rows + [result_rows.refused_row(name, _size_sentence()) for name in large])


def _row(request: HttpRequest, row: Row) -> HttpResponse:
    return render(request, "files/row.html", {"row": row})


def _full_page_redirect(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Response whose redirect also works for htmx, which would otherwise insert the target into the page."""
    is_script = request.headers.get("HX-Request") == "true"
    return HttpResponseClientRedirect(response["Location"]) if is_script and "Location" in response else response
