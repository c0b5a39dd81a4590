"""Migrations: they agree with the models, and a database of a site without accounts and clocks goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

WITHOUT_ACCOUNTS: Final = ("tables", "0012_cardboard")
BEGIN: Final = datetime(2026, 11, 1, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_models_and_migrations_agree() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_tables_without_clocks_get_the_time_that_was_used() -> None:
    old = _migrated([WITHOUT_ACCOUNTS])
    try:
        guest = old.get_model("tables", "Guest").objects.create(name="Ann", key="ann")
        table = old.get_model("tables", "Table").objects.create(
            key="t", title="1889", owner=guest, status="running", version=4, to_act=1
        )
        seats = old.get_model("tables", "Seat").objects
        seats.create(table=table, number=0, name="Ann", guest=guest, key="a")
        seats.create(table=table, number=1, name="Bot", bot="rules", key="b")
        moves = old.get_model("tables", "Move").objects
        for index, (seat, minutes) in enumerate(((0, 0), (1, 2), (0, 5), (0, 6))):
            made = moves.create(table=table, index=index, data={}, seat=seat)
            moves.filter(pk=made.pk).update(at=BEGIN + timedelta(minutes=minutes))
    finally:
        new = _migrated(None)
    now = new.get_model("tables", "Table").objects.get()
    assert now.used_ms == [4 * 60_000]  # Ann's third move took three minutes, her fourth one; a bot takes none
    assert now.clock_since == BEGIN + timedelta(minutes=6)
    assert (now.tempo, now.clock_minutes) == ("unsaid", 0)
    assert now.owner.account is None


def _migrated(targets: list[tuple[str, str]] | None) -> Any:
    """Models after migrating the database to some migrations, or to the last of all."""
    executor = MigrationExecutor(connection)
    goals = executor.loader.graph.leaf_nodes() if targets is None else targets
    executor.migrate(goals)
    return MigrationExecutor(connection).loader.project_state(goals).apps
