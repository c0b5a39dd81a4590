"""Accounts of programs, which belong to people."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("accounts", "0002_organisers"),)

    operations = (
        migrations.AddField(
            model_name="user",
            name="owner",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="programs",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    )
