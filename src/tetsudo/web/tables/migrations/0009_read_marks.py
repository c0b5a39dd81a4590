from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def mark(apps: Any, schema_editor: Any) -> None:
    """Count what was written before marks were kept as read, by all who sit at a table, opened it or wrote there."""
    tables, marks = apps.get_model("tables", "Table"), apps.get_model("tables", "ReadMark")
    messages = apps.get_model("tables", "Message")
    last = dict(messages.objects.order_by().values_list("table").annotate(models.Max("pk")))
    known = {*tables.objects.values_list("pk", "owner")}
    for kind in ("Seat", "Message"):
        found = apps.get_model("tables", kind).objects.filter(guest__isnull=False).order_by()
        known |= {*found.values_list("table", "guest").distinct()}
    made = (
        marks(table_id=table, guest_id=guest, message=last[table]) for table, guest in sorted(known) if table in last
    )
    marks.objects.bulk_create(made, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0008_recorded_passes"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReadMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message", models.PositiveBigIntegerField(default=0)),
                ("guest", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tables.guest")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="read_marks", to="tables.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "guest"), name="read_mark_once")],
            },
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
