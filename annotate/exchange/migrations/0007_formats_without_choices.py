from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("exchange", "0006_enriched_exports")]

    operations = [
        migrations.AlterField("export", "format", models.CharField(max_length=40)),
        migrations.AlterField("import", "format", models.CharField(max_length=40)),
    ]
