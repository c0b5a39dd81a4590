"""Guests of accounts, away notes, and blocks."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tables", "0012_cardboard"),
    )

    operations = (
        migrations.AddField(
            model_name="guest",
            name="account",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="guest",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="guest",
            name="away_note",
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "blocked",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.guest"),
                ),
                (
                    "blocker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to="tables.guest"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("blocker", "blocked"), name="block_once")],
            },
        ),
    )
