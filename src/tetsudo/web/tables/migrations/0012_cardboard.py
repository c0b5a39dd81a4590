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
                    ("strict", "yes, by the rules"),
                    ("trust", "yes, and all may correct"),
                ],
                default="no",
                max_length=10,
            ),
        ),
    )
