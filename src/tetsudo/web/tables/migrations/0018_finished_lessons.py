"""Lessons that a guest has finished."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Guests of before have finished none."""

    dependencies = (("tables", "0017_finding"),)

    operations = (migrations.AddField("guest", "finished_lessons", models.JSONField(blank=True, default=list)),)
