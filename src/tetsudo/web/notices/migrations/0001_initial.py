"""Wishes, devices, and the outbox of notices."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

import tetsudo.web.notices.models
import tetsudo.web.tables.models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("tables", "0014_decisions"),
    ]

    operations = [
        migrations.CreateModel(
            name="PushDevice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True)),
                ("public", models.CharField(max_length=100)),
                ("secret", models.CharField(max_length=40)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "guest",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.guest"),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Recipient",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_active", models.BooleanField(default=False)),
                ("language", models.CharField(default="en", max_length=10)),
                ("site", models.CharField(blank=True, max_length=200)),
                ("zone", models.CharField(default="UTC", max_length=60)),
                (
                    "mail",
                    models.CharField(
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        default="never",
                        max_length=10,
                    ),
                ),
                (
                    "push",
                    models.CharField(
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        default="never",
                        max_length=10,
                    ),
                ),
                (
                    "webhook",
                    models.CharField(
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        default="never",
                        max_length=10,
                    ),
                ),
                ("kinds", models.JSONField(default=tetsudo.web.notices.models.default_kinds)),
                ("cool_down", models.PositiveSmallIntegerField(default=10)),
                ("quiet_from", models.PositiveSmallIntegerField(null=True)),
                ("quiet_until", models.PositiveSmallIntegerField(null=True)),
                ("digest_hour", models.PositiveSmallIntegerField(null=True)),
                ("has_live_mail", models.BooleanField(default=False)),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("is_confirmed", models.BooleanField(default=False)),
                ("hook_address", models.CharField(blank=True, max_length=500)),
                (
                    "hook_form",
                    models.CharField(
                        choices=[("discord", "Discord"), ("slack", "Slack, Mattermost"), ("json", "plain JSON")],
                        default="json",
                        max_length=10,
                    ),
                ),
                ("seen", models.DateTimeField(null=True)),
                (
                    "guest",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.guest"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("version", models.PositiveIntegerField(default=0)),
                ("about", models.CharField(blank=True, max_length=40)),
                ("facts", models.JSONField(default=dict)),
                ("channel", models.CharField(blank=True, max_length=10)),
                ("target", models.CharField(blank=True, max_length=20)),
                ("key", models.CharField(default=tetsudo.web.tables.models.public_key, max_length=32)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("new", "not planned yet"),
                            ("due", "to be sent"),
                            ("sending", "being sent"),
                            ("sent", "sent"),
                            ("cancelled", "no longer needed"),
                            ("failed", "not delivered"),
                            ("seen", "not delivered, seen here"),
                        ],
                        default="new",
                        max_length=10,
                    ),
                ),
                ("created", models.DateTimeField()),
                ("not_before", models.DateTimeField()),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("tried", models.DateTimeField(null=True)),
                ("lease", models.DateTimeField(null=True)),
                ("holder", models.CharField(blank=True, max_length=32)),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("done", models.DateTimeField(null=True)),
                (
                    "guest",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.guest"),
                ),
                (
                    "table",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.table"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["state", "not_before"], name="notice_due"),
                    models.Index(fields=["guest", "created"], name="notice_of_guest"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("guest", "table", "kind", "version", "about", "channel", "target"), name="notice_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TableWish",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "mail",
                    models.CharField(
                        blank=True,
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        max_length=10,
                    ),
                ),
                (
                    "push",
                    models.CharField(
                        blank=True,
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        max_length=10,
                    ),
                ),
                (
                    "webhook",
                    models.CharField(
                        blank=True,
                        choices=[("never", "never"), ("away", "when I have no table open"), ("always", "always")],
                        max_length=10,
                    ),
                ),
                ("cool_down", models.PositiveSmallIntegerField(null=True)),
                (
                    "guest",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.guest"),
                ),
                (
                    "table",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tables.table"),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("guest", "table"), name="table_wish_once")],
            },
        ),
    ]
