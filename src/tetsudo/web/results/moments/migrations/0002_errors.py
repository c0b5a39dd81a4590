"""Errors of a search by player and kind, for profiles over many games; and its failures."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moments", "0001_initial"),
    ]

    operations = [
        migrations.AddField(model_name="momentsearch", name="errors", field=models.JSONField(default=list)),
        migrations.AddField(
            model_name="momentsearch", name="failures", field=models.PositiveSmallIntegerField(default=0)
        ),
    ]
