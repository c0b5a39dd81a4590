"""Tables that an organiser has opened again: deadlines count from then. None of before is known."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0020_master_mode"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="reopened",
            field=models.DateTimeField(null=True),
        ),
    ]
