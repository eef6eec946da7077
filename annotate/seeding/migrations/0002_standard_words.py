from typing import Any

from django.db import migrations, models


def rename_setting(apps: Any, schema_editor: Any) -> None:
    versions = apps.get_model("seeding", "ModelVersion").objects
    for version in versions.filter(settings__has_key="patience"):
        version.settings["total_timeout"] = version.settings.pop("patience")
        version.save(update_fields=["settings"])


class Migration(migrations.Migration):
    dependencies = [("seeding", "0001_initial")]

    operations = [
        migrations.RenameModel("Lineup", "ModelAssignment"),
        migrations.AlterField(
            model_name="modelassignment",
            name="project",
            field=models.OneToOneField(
                on_delete=models.CASCADE,
                related_name="model_assignment",
                to="projects.project",
            ),
        ),
        migrations.RemoveConstraint(model_name="seedsum", name="sum_of_seeds_once"),
        migrations.RenameModel("SeedSum", "SeedCounter"),
        migrations.AddConstraint(
            model_name="seedcounter",
            constraint=models.UniqueConstraint(
                fields=["project", "stage_key", "version", "has_seed", "arm", "figure"],
                name="seed_counter_once",
            ),
        ),
        migrations.RunPython(rename_setting, migrations.RunPython.noop),
    ]
