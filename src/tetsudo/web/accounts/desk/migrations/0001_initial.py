"""The trace, reports and announcements."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0004_bans"),
        ("tables", "0019_closed_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Banner",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=200, verbose_name="sentence")),
                ("text_ja", models.CharField(blank=True, max_length=200, verbose_name="the same in Japanese")),
                (
                    "level",
                    models.CharField(
                        choices=[("notice", "notice"), ("warning", "warning")],
                        default="notice",
                        max_length=10,
                        verbose_name="level",
                    ),
                ),
                ("begins", models.DateTimeField(verbose_name="from")),
                ("ends", models.DateTimeField(db_index=True, verbose_name="until")),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "ordering": ("-begins", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="DeskTable",
            fields=[],
            options={
                "verbose_name": "table",
                "verbose_name_plural": "tables",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("tables.table",),
        ),
        migrations.CreateModel(
            name="Person",
            fields=[],
            options={
                "verbose_name": "person",
                "verbose_name_plural": "people",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("accounts.user",),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("quoted", models.CharField(blank=True, max_length=1000, verbose_name="message")),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
                ("created", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                ("closed", models.DateTimeField(db_index=True, null=True, verbose_name="closed")),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="note")),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.guest",
                        verbose_name="about",
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.guest",
                        verbose_name="reported by",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tables.message"
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="tables.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True, verbose_name="when")),
                ("by_name", models.CharField(max_length=80, verbose_name="who")),
                (
                    "deed",
                    models.CharField(
                        choices=[
                            ("ban", "ban"),
                            ("time-out", "time-out"),
                            ("lift", "ban lifted"),
                            ("organiser", "made an organiser"),
                            ("ordinary", "no organiser any more"),
                            ("close", "table closed"),
                            ("reopen", "table reopened"),
                            ("remove", "table deleted"),
                            ("free", "seat freed"),
                            ("replace", "bot put in a seat"),
                            ("settle", "report closed"),
                            ("announce", "announcement made"),
                            ("withdraw", "announcement withdrawn"),
                        ],
                        max_length=12,
                        verbose_name="what",
                    ),
                ),
                ("about", models.CharField(blank=True, max_length=80, verbose_name="about")),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="tables.table"
                    ),
                ),
            ],
            options={
                "verbose_name": "trace",
                "verbose_name_plural": "trace",
                "ordering": ("-pk",),
            },
        ),
    ]
