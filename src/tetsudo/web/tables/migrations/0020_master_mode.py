"""Master mode, at no table of before."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0019_closed_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="move",
            name="is_masters",
            field=models.BooleanField(null=True),
        ),
        migrations.AddField(
            model_name="table",
            name="master",
            field=models.CharField(
                choices=[("never", "Never"), ("agreed", "Agreed"), ("ended", "Ended")], default="never", max_length=10
            ),
        ),
        migrations.CreateModel(
            name="MasterRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agreed", models.JSONField(default=list)),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="master_request", to="tables.table"
                    ),
                ),
            ],
        ),
    ]
