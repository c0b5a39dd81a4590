import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0010_presets"),
    ]

    operations = [
        migrations.CreateModel(
            name="NoteLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.CharField(max_length=40)),
                ("text", models.CharField(max_length=200)),
                ("guest", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="tables.guest")),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="note_lines", to="tables.table"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("table", "guest", "about"), name="note_line_once")],
            },
        ),
    ]
