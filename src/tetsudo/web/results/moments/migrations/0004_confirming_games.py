"""Searches go on: since then a moment must also be a mistake in games that the search bot plays on."""

from __future__ import annotations

from typing import Any

from django.db import migrations


def look_again(apps: Any, _editor: Any) -> None:
    """Have finished searches go on at the next look at their pages. Their results so far still hold."""
    apps.get_model("moments", "MomentSearch").objects.update(is_done=False)


class Migration(migrations.Migration):
    dependencies = [
        ("moments", "0003_second_opinions"),
    ]

    operations = [migrations.RunPython(look_again, migrations.RunPython.noop)]
