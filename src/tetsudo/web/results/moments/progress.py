"""Progress of a search: each request for its page makes a further part of it in the pool; without any it rests."""

from __future__ import annotations

from typing import Final, cast

from django.db import transaction

from tetsudo.review.moments import DEFAULT_BUDGET, kept
from tetsudo.review.report.moments import MomentsData
from tetsudo.web.play.scene.scene import Scene
from tetsudo.web.results.moments.models import MomentSearch
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.workers import tasks
from tetsudo.web.tables.workers.async_results import PENDING, questions
from tetsudo.web.tables.workers.process_pool import BUSY, DONE

PART_SECONDS: Final = 300.0
"""Time limit of a part. One game played to its end takes a tenth of a second in 1890, and a part may need 250."""


def search_of(scene: Scene) -> MomentSearch | None:
    """Search for a table's moments as its game ended; None if it has not begun, or was of earlier bots."""
    return MomentSearch.objects.filter(table=scene.table, version=scene.hot.version, format=kept.FORMAT).first()


def begin(scene: Scene) -> MomentSearch:
    """Begin the search for a table's moments, or go on with it. One of another version or format is given up."""
    current = {"version": scene.hot.version, "format": kept.FORMAT}
    with transaction.atomic():
        MomentSearch.objects.filter(table=scene.table).exclude(**current).delete()
        wished = {**current, "budget": DEFAULT_BUDGET}
        found, _is_new = MomentSearch.objects.get_or_create(table=scene.table, defaults=wished)
        if found.is_stuck:
            found.failures = 0
            found.save(update_fields=["failures"])
    return found


def go_on(scene: Scene, search: MomentSearch) -> None:
    """Take up the results of the next part of a search if they are there; have them made otherwise."""
    key = ("moments", search.pk, search.playouts)
    outcome = questions.ask(
        key,
        ("moments", search.table_id),
        tasks.moments_part,
        lambda: (storage.full_record(scene.table, scene.hot), search.budget, bytes(search.results)),
        budget=PART_SECONDS,
        is_dear=True,
    )
    if outcome.how != DONE:
        if outcome is not PENDING and outcome.how != BUSY:
            questions.forget(key)
            _count_failure(search)
        return
    questions.forget(key)
    before = search.playouts
    search.failures = 0
    part = cast("tasks.MomentsPart", outcome.value)
    search.results, search.playouts, search.is_done = part.results, part.playouts, part.is_done
    search.errors = part.errors
    fields = {name: getattr(search, name) for name in ("results", "playouts", "is_done", "errors", "failures")}
    # Another process may have made the same part, and more; then its results stay.
    MomentSearch.objects.filter(pk=search.pk, playouts=before).update(**fields)


def report_of(scene: Scene, search: MomentSearch) -> MomentsData | None:
    """Moments of a search that is done, in the viewer's language; None while they are put into words."""
    key = ("moments of", search.pk, scene.language)
    outcome = questions.ask(
        key,
        ("moments", search.table_id),
        tasks.moments_report,
        lambda: (storage.full_record(scene.table, scene.hot), search.budget, bytes(search.results), scene.language),
        budget=PART_SECONDS,
        is_dear=True,
    )
    if outcome.how == DONE:
        return cast("MomentsData", outcome.value)
    if outcome is not PENDING and outcome.how != BUSY:
        questions.forget(key)
        _count_failure(search)
    return None


def _count_failure(search: MomentSearch) -> None:
    """Count a failure: the next look tries again, a few times."""
    search.failures += 1
    MomentSearch.objects.filter(pk=search.pk).update(failures=search.failures)
