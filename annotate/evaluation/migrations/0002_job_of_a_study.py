import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("core", "0002_parts_at_once"),
        ("evaluation", "0001_studies_texts_reports"),
    ]

    operations = [
        migrations.AddField(
            model_name="study",
            name="job",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="core.job",
            ),
        ),
    ]
