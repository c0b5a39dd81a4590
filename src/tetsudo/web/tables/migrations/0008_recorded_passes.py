from typing import Any

from django.db import migrations


def mark(apps: Any, schema_editor: Any) -> None:
    """Let games that have begun go on as they were played, and keep the choice of tables that wait."""
    for table in apps.get_model("tables", "Table").objects.order_by("pk").iterator():
        if table.status != "waiting":
            table.options = {**table.options, "passes_without_trade": True}
            if "tigers" in table.variants:
                table.options["die_calls"] = "once"
        elif table.auto_pass == "never" or (table.auto_pass == "usual" and table.deadline):
            table.options = {**table.options, "automatic_passes": False}
        table.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0007_plans"),
    ]

    operations = [
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
