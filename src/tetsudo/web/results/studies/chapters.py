"""Rules of studies: what may become a chapter, who may change it, and the order of the chapters."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.web.results.studies.models import Chapter, Study
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.people import admission

MAX_STUDIES: Final = 200
MAX_CHAPTERS: Final = 100
MAX_ANCESTORS: Final = 40
"""Maximum numbers of a guest's studies, of chapters in one, and of tables that a branch goes back to."""


class Note(NamedTuple):
    """Heading and comment of a position."""

    heading: str
    comment: str = ""


def may_be_studied(table: Table, guest: Guest | None) -> bool:
    """True if positions of a table may be shown to others: its game is over, or it is the guest's own branch.

    Not a finished game of a tournament while other tables play with the same deal.
    """
    is_own_branch = table.branch_of_id is not None and guest is not None and table.owner_id == guest.pk
    return (table.status == Table.Status.FINISHED or is_own_branch) and not admission.is_closed(table)


def create(guest: Guest, name: str) -> Study:
    """Create a study without chapters. BadInput if the guest has too many."""
    if Study.objects.filter(guest=guest).count() >= MAX_STUDIES:
        raise BadInput(_("You have {count} studies: delete one first.").format(count=MAX_STUDIES))
    return Study.objects.create(guest=guest, name=name)


def add(study: Study, table: Table, version: int, note: Note) -> Chapter:
    """Add a position as the last chapter. A position of a branch is a variation of the chapter it branched from.

    `NotAllowed` or BadInput if that cannot be.
    """
    if not may_be_studied(table, study.guest):
        raise NotAllowed(_("A position can be studied once its game is over, or in a branch of your own."))
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        count = study.chapters.count()
        if count >= MAX_CHAPTERS:
            raise BadInput(_("This study has {count} chapters: begin another one.").format(count=count))
        study.save(update_fields=["changed"])
        return Chapter.objects.create(
            study=study,
            number=count + 1,
            table=table,
            version=version,
            parent=_parent(study, table),
            heading=note.heading,
            comment=note.comment,
        )


def _parent(study: Study, table: Table) -> Chapter | None:
    """Last chapter of a study about the game that a branch started from, directly or by way of other branches."""
    for _step in range(MAX_ANCESTORS):
        if table.branch_of_id is None:
            return None
        found = study.chapters.filter(table=table.branch_of_id, parent=None).order_by("-number").first()
        above = Table.everything.filter(pk=table.branch_of_id).first()
        if found is not None or above is None:
            return found
        table = above
    return None


def change(chapter: Chapter, note: Note) -> None:
    """Change what is said about a position."""
    chapter.heading, chapter.comment = note
    chapter.save(update_fields=["heading", "comment"])
    chapter.study.save(update_fields=["changed"])


def move(chapter: Chapter, *, is_up: bool) -> None:
    """Exchange a chapter with the one before or after it; nothing happens at the ends."""
    with transaction.atomic():
        rows = list(Chapter.objects.select_for_update().filter(study=chapter.study_id))
        here = rows.index(chapter)
        there = here - 1 if is_up else here + 1
        if 0 <= there < len(rows):
            rows[here], rows[there] = rows[there], rows[here]
            _number(rows)


def remove(chapter: Chapter) -> None:
    """Delete a chapter. Its variations stay, as chapters of their own."""
    with transaction.atomic():
        study = chapter.study
        chapter.delete()
        _number(list(study.chapters.all()))


def _number(rows: list[Chapter]) -> None:
    for number, row in enumerate(rows, 1):
        row.number = number
    Chapter.objects.bulk_update(rows, ["number"])


def shows(table: Table) -> bool:
    """True if a chapter shows a table, so that its game is kept after its deletion."""
    return Chapter.objects.filter(table=table).exists()
