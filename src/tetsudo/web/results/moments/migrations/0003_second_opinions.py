"""Searches are made again: since then a moment must be a mistake in every way of going on."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def forget(apps: Any, _editor: Any) -> None:
    """Remove all searches, whose results mean something else now."""
    apps.get_model("moments", "MomentSearch").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("moments", "0002_errors"),
    ]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
