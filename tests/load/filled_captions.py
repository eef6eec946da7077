"""A project of captions, each image described by five people, written straight into the tables."""

import itertools
import uuid
from typing import Any

from tests.load.exchange import add_images, text

PER_IMAGE = 5

_BLOCK = 5000


def fill(project: Any, samples: int) -> None:
    """Make finished samples with captions as submissions, verdicts, votes and leads leave them."""
    from annotate.workflow.models import Sample

    image_ids = add_images(project, [f"{number:064x}" for number in range(samples)])
    for start in range(0, samples, _BLOCK):
        Sample.objects.bulk_create(
            Sample(project=project, image_id=image_id, state=Sample.State.DONE)
            for image_id in image_ids[start : start + _BLOCK]
        )
    ids = iter(Sample.objects.filter(project=project).order_by("id").values_list("id", flat=True))
    people = annotators(project)
    number = 0
    while block := list(itertools.islice(ids, _BLOCK // PER_IMAGE)):
        captions = [(sample, index) for sample in block for index in range(1, PER_IMAGE + 1)]
        number = add_captions(project, captions, people, number)


def annotators(project: Any) -> list[Any]:
    """Return the five people who write."""
    from annotate.people.models import User

    return [User.objects.create(username=f"w{n}-{project.pk}") for n in range(PER_IMAGE)]


def add_captions(
    project: Any, captions: list[tuple[int, int]], people: list[Any], number: int
) -> int:
    """Write captions, as (sample, index), with all that hangs on them; `number` are there."""
    from annotate.workflow.models import Annotation, Outcome

    made = Annotation.objects.bulk_create(
        Annotation(
            project=project,
            sample_id=sample,
            stage_key="caption",
            index=index,
            kind="caption.v1",
            origin="person",
            author=people[index - 1],
            value={
                "text": "A tabel: " + text(12, place),
                "canned": False,
                "text_detected": place % 2 == 0,
                "quality_issues": ["none"],
                "quality_other": "",
            },
            measures={"self": {"tokens": 14, "words": 14}},
        )
        for place, (sample, index) in enumerate(captions, start=number)
    )
    numbered = list(enumerate(made, start=number))
    add_assignments(project, numbered)
    Outcome.objects.bulk_create(
        Outcome(annotation=annotation, stage_key="validation", kept=place % 10 != 3)
        for place, annotation in numbered
    )
    wrong = [annotation for place, annotation in numbered if place % 100 == 1]
    add_corrections(project, wrong, people[0])
    return number + len(captions)


def add_assignments(project: Any, numbered: list[tuple[int, Any]]) -> None:
    """Write the tasks and assignments of answers; every hundredth was rejected."""
    from annotate.core import clock
    from annotate.workflow.models import Assignment, Task

    tasks = Task.objects.bulk_create(
        Task(
            project=project,
            sample_id=annotation.sample_id,
            stage_key="caption",
            index=annotation.index,
            exclusion_group="sample",
            order_key=place,
            state="done",
        )
        for place, annotation in numbered
    )
    Assignment.objects.bulk_create(
        Assignment(
            project=project,
            task=task,
            sample_id=annotation.sample_id,
            annotator=annotation.author,
            exclusion_group="sample",
            state="submitted",
            answer=annotation,
            submit_key=uuid.uuid4(),
            lease_expires_at=clock.now(),
            verdict="rejected" if place % 100 == 0 else "unreviewed",
        )
        for task, (place, annotation) in zip(tasks, numbered, strict=True)
    )


def add_corrections(project: Any, wrong: list[Any], lead: Any) -> None:
    """Correct a word in each of these answers."""
    from annotate.quality.models import Correction, Suggestion

    spots: dict[str, Any] = {"project": project, "path": "text", "start": 2, "end": 7}
    doubts = Suggestion.objects.bulk_create(
        Suggestion(
            **spots,
            annotation=annotation,
            word="tabel",
            options=[{"word": "table", "confidence": 0.9}],
            confidence=0.9,
            state="accepted",
        )
        for annotation in wrong
    )
    Correction.objects.bulk_create(
        Correction(
            **spots,
            annotation=each.annotation,
            suggestion=each,
            before="tabel",
            after="table",
            made_by=lead,
        )
        for each in doubts
    )
