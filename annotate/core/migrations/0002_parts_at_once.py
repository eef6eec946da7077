from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="at_once",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
