"""Clubs, members, removed members, and the tables of clubs."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tetsudo.web.tables.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0015_pace_and_clocks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tetsudo.web.tables.models.public_key, max_length=32, unique=True)),
                ("name", models.CharField(max_length=60)),
                ("description", models.CharField(blank=True, max_length=400)),
                ("language", models.CharField(default="en", max_length=10)),
                ("is_listed", models.BooleanField(default=False)),
                ("is_open", models.BooleanField(default=False)),
                (
                    "invitation",
                    models.CharField(default=tetsudo.web.tables.models.secret_key, max_length=64, unique=True),
                ),
                ("closed", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="club_link",
                        serialize=False,
                        to="tables.table",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="table_links", to="clubs.club"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_organiser", models.BooleanField(default=False)),
                ("since", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="members", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ("since", "pk"),
                "constraints": [models.UniqueConstraint(fields=("club", "account"), name="member_once")],
            },
        ),
        migrations.CreateModel(
            name="Removal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="removals", to="clubs.club"
                    ),
                ),
            ],
            options={
                "ordering": ("-at", "-pk"),
                "constraints": [models.UniqueConstraint(fields=("club", "account"), name="removed_once")],
            },
        ),
    ]
