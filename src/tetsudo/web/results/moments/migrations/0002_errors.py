"""Errors of a search by player and kind, for profiles over many games; and its failures."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def look_again(apps: Any, _editor: Any) -> None:
    """Have the errors of finished searches made at the next look at their pages."""
    apps.get_model("moments", "MomentSearch").objects.update(is_done=False)


class Migration(migrations.Migration):
    dependencies = [
        ("moments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(model_name="momentsearch", name="errors", field=models.JSONField(default=list)),
        migrations.RunPython(look_again, migrations.RunPython.noop),
        migrations.AddField(
            model_name="momentsearch", name="failures", field=models.PositiveSmallIntegerField(default=0)
        ),
    ]
