"""Pace of a table, clocks, pauses, vacation days, and the time used by each player of earlier games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def count_time(apps: Any, _editor: Any) -> None:
    """Count the time of the moves so far, each from the move before; bots' and plans' moves take none."""
    tables, moves, seats = (apps.get_model("tables", name) for name in ("Table", "Move", "Seat"))
    bots = set(seats.objects.exclude(bot="").values_list("table", "number"))
    rows = moves.objects.order_by("table", "index").values_list("table", "at", "seat", "is_planned")
    for pk, each in groupby(rows.iterator(), key=lambda row: row[0]):
        used, last = counted(each, bots)
        table = tables._base_manager.filter(pk=pk)
        table.update(used_ms=[used[seat] for seat in range(max(used, default=-1) + 1)])
        table.filter(status="running").update(clock_since=last)


def counted(rows: Iterator[Any], bots: set[tuple[int, int]]) -> tuple[Counter[int], Any]:
    """Milliseconds by seat at one table, and the time of the last move."""
    used: Counter[int] = Counter()
    before = None
    for pk, at, seat, is_planned in rows:
        if before is not None and seat is not None and not is_planned and (pk, seat) not in bots:
            used[seat] += max(0, round((at - before).total_seconds() * 1000))
        before = at
    return used, before


class Migration(migrations.Migration):
    dependencies = (("tables", "0014_decisions"),)

    operations = (
        migrations.AddField(
            model_name="table",
            name="tempo",
            field=models.CharField(
                choices=[
                    ("unsaid", "not said"),
                    ("live", "live, in one sitting"),
                    ("brisk", "by turn, several moves a day"),
                    ("daily", "by turn, about one move a day"),
                    ("relaxed", "by turn, relaxed"),
                ],
                default="unsaid",
                max_length=10,
            ),
        ),
        migrations.AddField(model_name="table", name="starts_at", field=models.DateTimeField(null=True)),
        migrations.AddField(
            model_name="table", name="clock_minutes", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="table",
            name="clock_end",
            field=models.CharField(
                choices=[
                    ("shown", "it is only shown"),
                    ("penalty", "each minute over costs money"),
                    ("bot", "a bot plays until the player returns"),
                ],
                default="shown",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="table", name="clock_penalty", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="table", name="vacation_days", field=models.PositiveSmallIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="table",
            name="deadline_end",
            field=models.CharField(
                choices=[
                    ("players", "any other player may open the seat"),
                    ("reminder", "a reminder, nothing else"),
                    ("bot", "a bot plays until the player returns"),
                    ("owner", "the table's owner decides"),
                ],
                default="players",
                max_length=10,
            ),
        ),
        migrations.AddField(model_name="table", name="used_ms", field=models.JSONField(default=list)),
        migrations.AddField(model_name="table", name="clock_since", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="table", name="paused_at", field=models.DateTimeField(null=True)),
        migrations.AddField(model_name="table", name="overdue_version", field=models.PositiveIntegerField(null=True)),
        # The column stays as it is: SQLite would copy all moves.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="move",
                    name="at",
                    field=models.DateTimeField(default=django.utils.timezone.now),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClockEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("begin", "Begin"),
                            ("seats", "Seats"),
                            ("plan", "Plan"),
                            ("pause", "Pause"),
                            ("resume", "Resume"),
                        ],
                        max_length=10,
                    ),
                ),
                ("people", models.JSONField(null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock_events",
                        to="tables.table",
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.CreateModel(
            name="PauseRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                ("asked_by", models.CharField(max_length=60)),
                ("agreed", models.JSONField(default=list)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pause_request",
                        to="tables.table",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("begins", models.DateTimeField()),
                ("days", models.PositiveSmallIntegerField()),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tables.guest",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to="tables.seat",
                    ),
                ),
            ],
            options={"ordering": ("begins",)},
        ),
        migrations.RunPython(count_time, migrations.RunPython.noop),
    )
