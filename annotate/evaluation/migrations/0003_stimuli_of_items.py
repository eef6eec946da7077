import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def name_kinds(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    studies = apps.get_model("evaluation", "Study").objects
    for design in ("side_by_side", "likert"):
        studies.filter(design=design).update(design=f"{design}.v1")


def move_texts(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    stimuli = apps.get_model("evaluation", "StudyStimulus").objects
    items = apps.get_model("evaluation", "StudyItem").objects.order_by("pk")
    rows = []
    for item in items.iterator(chunk_size=1000):
        facts = [(item.first, item.first_text, item.first_annotation_id)]
        if item.second is not None:
            facts.append((item.second, item.second_text, item.second_annotation_id))
        for position, (source, text, annotation) in enumerate(
            facts[::-1] if item.flipped else facts
        ):
            rows.append(
                stimuli.model(
                    item=item,
                    position=position,
                    source=source,
                    text=text,
                    annotation_id=annotation,
                )
            )
    stimuli.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("evaluation", "0002_job_of_a_study"),
    ]

    operations = [
        migrations.AlterField(
            model_name="study", name="design", field=models.CharField(max_length=40)
        ),
        migrations.RunPython(name_kinds, migrations.RunPython.noop, elidable=True),
        migrations.CreateModel(
            name="StudyStimulus",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("source", models.PositiveSmallIntegerField()),
                ("text", models.TextField(blank=True)),
                (
                    "annotation",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="workflow.annotation",
                    ),
                ),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stimuli",
                        to="evaluation.studyitem",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("item", "position"), name="study_stimulus_by_position"
                    ),
                    models.UniqueConstraint(
                        fields=("item", "source"), name="study_stimulus_by_source"
                    ),
                ]
            },
        ),
        migrations.RunPython(move_texts, migrations.RunPython.noop, elidable=True),
        *(
            migrations.RemoveField(model_name="studyitem", name=name)
            for name in (
                "first",
                "second",
                "first_text",
                "second_text",
                "first_annotation",
                "second_annotation",
                "flipped",
            )
        ),
        migrations.RenameField(model_name="studyitem", old_name="shown", new_name="presentation"),
    ]
