"""Tables that accompany a game on cardboard."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tables", "0011_notes"),)

    operations = (
        migrations.AddField(
            model_name="table",
            name="cardboard",
            field=models.CharField(
                choices=[
                    ("no", "no"),
                    ("strict", "yes, every entry by the rules"),
                    ("trust", "yes, and everyone at the table may correct"),
                ],
                default="no",
                max_length=10,
            ),
        ),
    )
