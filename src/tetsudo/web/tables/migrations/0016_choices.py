"""Choices of undo and advice as the models have them; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tables", "0015_pace_and_clocks"),)

    operations = (
        migrations.AlterField(
            model_name="table",
            name="advice",
            field=models.CharField(
                choices=[
                    ("usual", "people alone or at one screen"),
                    ("all", "every player, on their turn"),
                    ("none", "no one"),
                ],
                default="usual",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="undo",
            field=models.CharField(
                choices=[
                    ("free", "any move, by anyone at the table"),
                    ("own", "your own, until another moves"),
                    ("agree", "any move, if everyone agrees"),
                    ("master", "any move, by the table's owner"),
                    ("none", "no one"),
                ],
                default="own",
                max_length=10,
            ),
        ),
    )
