from django.db import migrations, models


def turn_round(apps, schema_editor):
    """An export of everything was one with what is unfinished; both are said by one field."""
    exports = apps.get_model("exchange", "Export").objects
    exports.filter(only_done=False).update(with_unfinished=True)


def turn_back(apps, schema_editor):
    exports = apps.get_model("exchange", "Export").objects
    exports.filter(with_unfinished=False).update(only_done=True)


class Migration(migrations.Migration):
    dependencies = [("exchange", "0002_unused_files")]

    operations = [
        migrations.AddField(
            model_name="export",
            name="with_unfinished",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="export",
            name="only_approved",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(turn_round, turn_back),
        migrations.RemoveField(model_name="export", name="only_done"),
    ]
