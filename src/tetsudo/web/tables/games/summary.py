"""Fields of a table's row that summarise its game, for lists of tables."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils import timezone

from tetsudo.core.units import NOBODY
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cached_game import MILESTONE_INTERVAL, CachedGame
from tetsudo.web.tables.games.replay_import import Stage, stage_of
from tetsudo.web.tables.models import MAX_WORD_LENGTH, Milestone, Snapshot, Table


class GameSummary(NamedTuple):
    """Data written with a move: the row's fields, the position, and the milestone if one is due."""

    fields: dict[str, Any]
    position: str
    milestone: Milestone | None


def summary_of(hot: CachedGame) -> GameSummary:
    """Data to be written with a move, computed before the transaction."""
    milestone = storage.milestone(hot) if hot.version - hot.marked >= MILESTONE_INTERVAL else None
    return GameSummary(fields_of(stage_of(hot.game), hot.version), hot.game.position(), milestone)


def fields_of(stage: Stage, version: int) -> dict[str, Any]:
    """Fields of a table's row that depend on its game."""
    return {
        "version": version,
        "status": Table.Status.FINISHED if stage.is_over else Table.Status.RUNNING,
        "to_act": None if stage.to_act == NOBODY else stage.to_act,
        "stage": stage.stage,
        "result": stage.result,
        "doing": stage.doing[:MAX_WORD_LENGTH],
        "acting": stage.acting[:MAX_WORD_LENGTH],
    }


def advance(table: Table, version: int, standing: GameSummary) -> bool:
    """Write the status of a table's game if its row is still at `version`, and the table is not closed; False if not.

    Call within a transaction.
    """
    row = Table.objects.filter(pk=table.pk, version=version).exclude(status=Table.Status.CLOSED)
    if not row.update(**standing.fields, changed=timezone.now()):
        return False
    _write_position(table, standing)
    return True


def set_fields(table: Table, standing: GameSummary) -> None:
    """Update the fields of a `Table` object without saving it."""
    for field, value in standing.fields.items():
        setattr(table, field, value)


def update(table: Table, standing: GameSummary) -> None:
    """Write the status of a new game, or of a game that a table is created from."""
    set_fields(table, standing)
    table.save(update_fields=[*standing.fields, "changed"])
    _write_position(table, standing)


def _write_position(table: Table, standing: GameSummary) -> None:
    version = standing.fields["version"]
    present = Snapshot.objects.filter(table=table, begins=False)
    if not present.update(version=version, text=standing.position):
        Snapshot.objects.create(table=table, version=version, text=standing.position)
    if standing.milestone:
        standing.milestone.table = table
        Milestone.objects.bulk_create([standing.milestone], ignore_conflicts=True)
