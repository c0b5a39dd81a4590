"""Format of a search's results. A search of an earlier one is begun again: bots have other plans since."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moments", "0004_confirming_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="momentsearch",
            name="format",
            field=models.PositiveSmallIntegerField(default=2),
            preserve_default=False,
        ),
    ]
