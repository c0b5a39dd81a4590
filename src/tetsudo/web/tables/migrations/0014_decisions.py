"""Tables that say what is to be decided."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tables", "0013_guest_account"),)

    operations = (
        migrations.AddField(
            "table", "doing", models.CharField(blank=True, default="", max_length=40), preserve_default=False
        ),
        migrations.AddField(
            "table", "acting", models.CharField(blank=True, default="", max_length=40), preserve_default=False
        ),
    )
