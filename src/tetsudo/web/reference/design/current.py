"""The workspace of the site, and what all its pages share: values, numbers from forms, messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tetsudo.core.errors import BadInput
from tetsudo.lab.design import homes
from tetsudo.lab.design.toml_text import read
from tetsudo.lab.design.workspace import MAIN_FILE, Texts, Workspace

CHANGED: Final = "changed"
"""Event of a page whose files changed, in the header that htmx reads."""

Edit: TypeAlias = Callable[[str, str, Texts, HttpRequest], tuple[str, Texts]]
"""Change of files: from an operation, what was chosen, the files and the form, to what is chosen then and the files."""

SETTING: Final = "WORKSPACE"
"""Name of the setting with the workspace that the site was started for."""


def workspace() -> Workspace:
    """Workspace that the site was started for."""
    return cast(Workspace, getattr(settings, SETTING))


def sentence(error: Exception) -> str:
    """Message of an error as a sentence."""
    text = str(error).strip() or "This is not possible."
    first = text.split()[0]
    begun = text[0].upper() + text[1:] if first.isalpha() else text  # names of files and tiles stay as they are
    return begun if begun[-1] in ".!?)" else f"{begun}."


def shown(page: str, **values: Any) -> dict[str, Any]:
    """Values of every page: the title, the page's name, and the state of the files."""
    work = workspace()
    return {
        "page": page,
        "work": work,
        "title": homes.full_name(work.texts) or work.folder.name,
        "base": base_of(work.texts),
        "unsaved": work.changed_files,
        "on_disk": work.changes_on_disk(),
        **values,
    }


def base_of(texts: Texts) -> str:
    """Title that this one is an edition of; "" if it is whole."""
    return str(read(texts.get(MAIN_FILE, "")).get("base", ""))


def number(request: HttpRequest, name: str, default: int = 0) -> int:
    """Whole number of a form; raise BadInput for other text."""
    text = request.POST.get(name, "").strip() or str(default)
    if not text.isdecimal() or len(text) > 6:
        raise BadInput(f"{name.replace('_', ' ')} must be a whole number, not {text[:40]!r}")
    return int(text)


def changed(response: HttpResponse) -> HttpResponse:
    """Response that also tells the page to ask for problems again."""
    response["HX-Trigger"] = CHANGED
    return response


def answer_edit(request: HttpRequest, edited: Edit, parts: Callable[..., HttpResponse]) -> HttpResponse:
    """Apply the change of a form and show the parts of its page again; a refused one changes nothing, and is told."""
    chosen, work = request.POST.get("chosen", ""), workspace()
    try:
        chosen, texts = edited(request.POST.get("op", ""), chosen, work.texts, request)
        work.change(texts)
    except BadInput as error:
        return parts(request, chosen, notice=sentence(error), is_refused=True)
    return changed(parts(request, chosen))
