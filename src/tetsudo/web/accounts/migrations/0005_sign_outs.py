"""The number of bans that have ended an account's sessions. Sessions of before go on."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_bans"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="sign_outs",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
