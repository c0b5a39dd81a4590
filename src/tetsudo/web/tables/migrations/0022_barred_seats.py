"""Seats that an organiser has freed, which their players do not get back. None of before."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0021_reopened_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="is_barred",
            field=models.BooleanField(default=False),
        ),
    ]
