"""What a table's row says of its game, for lists of tables."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from tetsudo.draw.text import round_text
from tetsudo.units import NOBODY
from tetsudo.web.tables.games import Hot, write_snapshot
from tetsudo.web.tables.models import Table


def _of(hot: Hot) -> dict[str, Any]:
    """The fields of a table's row that its game decides."""
    game = hot.game
    actor = game.to_act.player
    return {
        "version": hot.version,
        "status": Table.Status.FINISHED if game.is_over else Table.Status.RUNNING,
        "to_act": None if actor == NOBODY else actor,
        "stage": round_text(game),
        "result": game.result(),
    }


def advance(table: Table, version: int, hot: Hot) -> bool:
    """Write where a table's game stands, if the row is still at a version; whether it was."""
    row = Table.objects.filter(pk=table.pk, version=version)
    return bool(row.update(**_of(hot), changed=timezone.now()))


def show(table: Table, hot: Hot) -> None:
    """Let an object of the row know what was written."""
    for field, value in _of(hot).items():
        setattr(table, field, value)


def update(table: Table, hot: Hot) -> None:
    """Write where a game stands that begins, or that a table begins with."""
    show(table, hot)
    table.save(update_fields=[*_of(hot), "changed"])
    write_snapshot(table, hot)
