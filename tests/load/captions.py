"""How fast captions go out and are looked through, how much memory and how many queries it takes.

    python -m tests.load.captions                    on the database of DATABASE_URL or SQLite
    python -m tests.load.captions --samples 2000

Everything happens in a database of its own that is dropped afterwards: images with five captions by
five people each, one in a hundred rejected by a lead, one in ten dropped by the votes, one in a
hundred corrected.
"""

import argparse
import itertools
import json
import tempfile
import uuid
from pathlib import Path
from typing import Any

from tests.load.exchange import (
    Clock,
    Silent,
    add_images,
    peak_growth,
    private_database,
    text,
)

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


def measure_exports(project: Any, samples: int) -> list[dict[str, Any]]:
    """Export in every format; return the figures of each."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from annotate.exchange.exports import FORMATS
    from annotate.exchange.exports.writing import Written, write_to_path

    figures = []
    for format_ in FORMATS.values():
        with tempfile.TemporaryDirectory() as folder:
            path, written = Path(folder) / "out", list[Written]()

            def work(path: Path = path, format_: Any = format_, to: Any = written) -> None:
                to.append(write_to_path(path, project=project, format_=format_, watcher=Silent()))

            clock = Clock()
            growth = peak_growth(work)
            speed = clock.per_second(samples * PER_IMAGE)
            with CaptureQueriesContext(connection) as seen:
                work()
            figures.append(
                {
                    "format": format_.name,
                    "captions": samples * PER_IMAGE,
                    **speed,
                    "mib": round(path.stat().st_size / 2**20, 1),
                    "peak_growth_mib": round(growth, 1),
                    "queries": len(seen),
                    "left_out": written[0].left_out,
                }
            )
    return figures


def measure_spelling(project: Any, samples: int) -> dict[str, Any]:
    """Look through all captions; return the figures."""
    from annotate.core.jobs import services as job_services
    from annotate.quality.services import spelling as spell_checking

    job = spell_checking.start_run(project=project, actor=project.created_by, stage_key="caption")
    clock = Clock()
    growth = peak_growth(lambda: job_services.run(job.pk))
    return {
        "captions": samples * PER_IMAGE,
        **clock.per_second(samples * PER_IMAGE),
        "peak_growth_mib": round(growth, 1),
    }


def main() -> None:
    """Measure and print the figures as JSON, one object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    samples = parser.parse_args().samples
    with private_database() as vendor:
        from annotate.people.models import User
        from annotate.projects.services import create_project

        owner = User.objects.create(username="bench")
        project = create_project(
            name="Captions",
            description="",
            recipe_name="vizwiz-captions",
            changes={},
            creator=owner,
            seed=1,
        )
        fill(project, samples)
        for figures in measure_exports(project, samples):
            print(json.dumps({"database": vendor, "export": figures}), flush=True)
        found = measure_spelling(project, samples)
        print(json.dumps({"database": vendor, "spelling": found}), flush=True)


if __name__ == "__main__":
    main()
