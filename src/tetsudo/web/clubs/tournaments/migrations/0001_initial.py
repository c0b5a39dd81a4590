"""Tournaments, their entrants, tables and places."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tetsudo.web.tables.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("clubs", "0001_initial"),
        ("tables", "0015_pace_and_clocks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tetsudo.web.tables.models.public_key, max_length=32, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("settings", models.JSONField()),
                ("players", models.PositiveSmallIntegerField()),
                ("rounds", models.PositiveSmallIntegerField()),
                ("same_deal", models.BooleanField(default=False)),
                (
                    "standings",
                    models.CharField(
                        choices=[
                            ("points", "points"),
                            ("share", "share of the table's net worth"),
                        ],
                        default="points",
                        max_length=10,
                    ),
                ),
                ("seed", models.CharField(default=tetsudo.web.tables.models.secret_key, max_length=64)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tournaments", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RoundTable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "table",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tables.table"
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tables", to="tournaments.tournament"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "number"),
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("has_withdrawn", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="tournaments.entrant"
                    ),
                ),
                (
                    "round_table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="places", to="tournaments.roundtable"
                    ),
                ),
            ],
            options={
                "ordering": ("seat",),
                "constraints": [models.UniqueConstraint(fields=("round_table", "seat"), name="place_once")],
            },
        ),
        migrations.AddConstraint(
            model_name="roundtable",
            constraint=models.UniqueConstraint(fields=("tournament", "round", "number"), name="round_table_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("tournament", "account"), name="entrant_once"),
        ),
    ]
