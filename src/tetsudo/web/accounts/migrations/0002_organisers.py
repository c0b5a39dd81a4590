"""Organisers."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("accounts", "0001_initial"),)

    operations = (
        migrations.AddField(model_name="user", name="is_organiser", field=models.BooleanField(default=False)),
    )
