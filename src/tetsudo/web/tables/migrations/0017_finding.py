"""Languages of tables, digests of imported files, and invitations of persons."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables of before have no language, and were brought from no known file."""

    dependencies = (("tables", "0016_choices"),)

    operations = (
        migrations.AddField("table", "language", models.CharField(blank=True, default="", max_length=10)),
        migrations.AddField("table", "file_digest", models.CharField(blank=True, default="", max_length=64)),
        migrations.AlterField("table", "language", models.CharField(blank=True, max_length=10)),
        migrations.AlterField("table", "file_digest", models.CharField(blank=True, max_length=64)),
        migrations.AddIndex(
            "table",
            models.Index(
                condition=models.Q(("file_digest", ""), _negated=True),
                fields=["owner", "file_digest"],
                name="table_brought_by",
            ),
        ),
        migrations.CreateModel(
            name="SeatInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_declined", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tables.guest"
                    ),
                ),
                (
                    "seat",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitation",
                        to="tables.seat",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tables.table"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.AddConstraint(
            "seatinvitation", models.UniqueConstraint(fields=("table", "guest"), name="invitation_once")
        ),
    )
