"""Accounts, profiles and invitations."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tetsudo.web.tables.models


class Migration(migrations.Migration):
    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("username", models.CharField(max_length=40, unique=True)),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("recovery_hash", models.CharField(max_length=64, null=True, unique=True)),
                ("is_active", models.BooleanField(default=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tetsudo.web.tables.models.secret_key, max_length=64, unique=True)),
                ("label", models.CharField(blank=True, max_length=80)),
                ("maximum", models.PositiveIntegerField(default=1)),
                ("used", models.PositiveIntegerField(default=0)),
                ("expires", models.DateTimeField()),
                ("created", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="profile",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", models.CharField(default=tetsudo.web.tables.models.public_key, max_length=32, unique=True)),
                ("time_zone", models.CharField(blank=True, max_length=64)),
                ("hours_from", models.PositiveSmallIntegerField(null=True)),
                ("hours_to", models.PositiveSmallIntegerField(null=True)),
                ("shows_games", models.BooleanField(default=False)),
                ("shows_results", models.BooleanField(default=False)),
                ("shows_hours", models.BooleanField(default=False)),
            ],
        ),
    )
