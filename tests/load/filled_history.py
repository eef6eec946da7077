"""Earlier answers of somebody, written straight into the tables: on any database.

Imports models, so Django must have been set up before.
"""

import uuid
from typing import Any

from django.db.models import F

from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Annotation, Assignment, DailyStats, Sample, Task

_AT_ONCE = 1_000


def add_answers(project: Project, person: User, number: int) -> None:
    """Let somebody have given so many more answers, like the last of their own.

    Sums by day and person are those that the product would have; what it keeps of the latest texts
    only is made when they go on themselves.
    """
    mine = Assignment.objects.filter(
        project=project, annotator=person, state=Assignment.State.SUBMITTED
    )
    last = mine.select_related("task", "sample__image", "answer").latest("pk")
    for start in range(0, number, _AT_ONCE):
        _copy(last, min(_AT_ONCE, number - start))
    stats = DailyStats.objects.filter(
        project=project, annotator=person, stage_key=last.task.stage_key
    )
    day = stats.latest("pk")
    share = number / max(1, day.submissions)
    sums = ("tokens", "active_seconds", "edit_distance", "edit_count")
    added = {name: F(name) + round(getattr(day, name) * share) for name in sums}
    stats.filter(pk=day.pk).update(submissions=F("submissions") + number, **added)


def _copy(last: Assignment, number: int) -> None:
    places = range(number)
    images = Image.objects.bulk_create(_image(last.sample.image) for _ in places)
    samples = Sample.objects.bulk_create(
        _like(last.sample, image=images[place]) for place in places
    )
    tasks = Task.objects.bulk_create(_like(last.task, sample=samples[place]) for place in places)
    answers = Annotation.objects.bulk_create(
        _like(last.answer, sample=samples[place]) for place in places
    )
    Assignment.objects.bulk_create(
        _like(
            last,
            sample=samples[place],
            task=tasks[place],
            answer=answers[place],
            submit_key=uuid.uuid4(),
        )
        for place in places
    )


def _image(template: Image) -> Image:
    name = uuid.uuid4().hex
    changed = {"name": name, "external_id": name, "sha256": name + name}
    image: Image = _like(template, **changed)
    return image


def _like(row: Any, **changed: Any) -> Any:
    """A new row with the values of another."""
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del fields["id"]
    given = {row._meta.get_field(name).name for name in changed}
    kept = {
        name: value
        for name, value in fields.items()
        if name not in changed and name.removesuffix("_id") not in given
    }
    return type(row)(**kept, **changed)
