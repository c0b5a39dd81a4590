"""Tables that an organiser has closed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0018_finished_lessons"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="status",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting for players"),
                    ("running", "running"),
                    ("finished", "finished"),
                    ("closed", "closed"),
                ],
                db_index=True,
                default="waiting",
                max_length=10,
            ),
        ),
    ]
