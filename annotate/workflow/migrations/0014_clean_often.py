"""Have autovacuum clean the tables of open work in small pieces, however large they are."""

from typing import Any

from django.db import migrations

# Rows that are dead before it begins: these, and a hundredth of the table instead of a fifth.
CLEANING = "autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01"
NAMES = "autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor"
TABLES = ("workflow_task", "workflow_assignment", "workflow_sample")


def clean_often(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"ALTER TABLE {table} SET ({CLEANING})")


def as_before(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            schema_editor.execute(f"ALTER TABLE {table} RESET ({NAMES})")


class Migration(migrations.Migration):
    dependencies = [("workflow", "0013_views_of_samples")]

    operations = [migrations.RunPython(clean_often, as_before)]
