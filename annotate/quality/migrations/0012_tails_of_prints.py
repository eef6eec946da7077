from django.db import migrations, models


def take_away(apps, schema_editor):
    """Prints without the new column are made again from the answers when they are needed."""
    apps.get_model("quality", "TextPrint").objects.all().delete()


class Migration(migrations.Migration):

    dependencies = [("quality", "0011_reasons_of_samples_taken_in")]

    operations = [
        migrations.RunPython(take_away, migrations.RunPython.noop),
        migrations.AddField(
            model_name="textprint",
            name="tails",
            field=models.BinaryField(default=b""),
            preserve_default=False,
        ),
    ]
