from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dashboards", "0001_reports")]

    operations = [
        migrations.RemoveField(model_name="report", name="problem"),
        migrations.AddField(
            model_name="report", name="problem", field=models.JSONField(null=True)
        ),
    ]
