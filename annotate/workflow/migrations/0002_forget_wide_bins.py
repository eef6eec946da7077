"""Bins of other widths cannot be added to: `manage.py rebuild_stats --all` counts anew."""

from typing import Any

from django.db import migrations


def forget(apps: Any, schema_editor: Any) -> None:
    apps.get_model("workflow", "HistogramBin").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("workflow", "0001_initial")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop)]
