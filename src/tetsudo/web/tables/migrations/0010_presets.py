import django.db.models.deletion
from django.db import migrations, models

import tetsudo.web.tables.models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0009_read_marks"),
    ]

    operations = [
        migrations.CreateModel(
            name="Preset",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=tetsudo.web.tables.models.public_key, max_length=32, unique=True)),
                ("name", models.CharField(max_length=40)),
                ("settings", models.JSONField()),
                ("changed", models.DateTimeField(auto_now=True)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="presets", to="tables.guest"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("guest", "name"), name="preset_once")],
            },
        ),
    ]
