"""A project whose images have texts of two kinds, and studies of them, said briefly."""

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.evaluation.models import FileText, Study, StudyItem, TextFile
from annotate.evaluation.services import studies
from annotate.evaluation.services.studies import Wishes
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample
from tests.conftest import add_samples

MODEL = "A tree. It is green."


def text_file(
    project: Project, samples: list[Sample], name: str = "model", **texts: str
) -> TextFile:
    """Give each image a text as if somebody had sent a file."""
    file = TextFile.objects.create(
        project=project, name=name, sha256="0" * 64, created_by=project.created_by
    )
    for position, sample in enumerate(samples, start=1):
        FileText.objects.create(
            file=file,
            position=position,
            key=sample.image.external_id,
            image=sample.image,
            text=texts.get(sample.image.external_id, f"{name} says: {MODEL} No. {position}."),
        )
    return file


def source_of(file: TextFile) -> dict[str, Any]:
    return {"type": "file", "file": file.pk}


def two_files(project: Project, images: int) -> list[dict[str, Any]]:
    """Give new images two texts each; return the sources with their titles."""
    samples = add_samples(project, images)
    return [
        {"source": source_of(text_file(project, samples, name)), "title": title}
        for name, title in (("gpt", "GPT-4V"), ("people", "IIW-Human"))
    ]


def make(project: Project, sources: list[dict[str, Any]], **wishes: Any) -> Study:
    """Make a study that is still to be prepared."""
    plain: dict[str, Any] = {"name": "Which reads better", "design": "side_by_side.v1", "seed": 7}
    # Others could come in: a test names no more people than it needs.
    plain |= {"open_to_others": True}
    return studies.create_study(
        project=project,
        actor=project.created_by,
        wishes=Wishes(sources=sources, **{**plain, **wishes}),
    )


def prepared(project: Project, sources: list[dict[str, Any]], **wishes: Any) -> Study:
    """Make a study and have it prepared."""
    study = make(project, sources, **wishes)
    run_jobs()
    return fresh(study)


def sources_of(item: StudyItem) -> list[int]:
    """Return the sources of an item as people see them."""
    return list(item.stimuli.order_by("position").values_list("source", flat=True))


def texts_of(item: StudyItem) -> list[str]:
    """Return the texts of an item in the order of the sources."""
    return list(item.stimuli.order_by("source").values_list("text", flat=True))


def is_flipped(item: StudyItem) -> bool:
    return sources_of(item) == [1, 0]


def shown_sources(study: Study, held: Assignment) -> list[int]:
    """Return the sources in the order in which somebody sees them."""
    item = StudyItem.objects.get(study=study, presentation=held.task.about_id)
    sources = sources_of(item)
    return [sources[place] for place in held.arrangement or range(len(sources))]


def run_jobs() -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED).order_by("pk"):
        job_services.run(job.pk)


def fresh(study: Study) -> Study:
    return Study.objects.select_related("work", "project", "job").get(pk=study.pk)


def sent(name: str, *rows: Any) -> SimpleUploadedFile:
    """Return a file of JSON lines as a browser sends it."""
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in rows]
    return SimpleUploadedFile(name, b"\n".join(lines))


__all__ = [
    "MODEL",
    "User",
    "fresh",
    "is_flipped",
    "make",
    "prepared",
    "run_jobs",
    "sent",
    "shown_sources",
    "source_of",
    "sources_of",
    "text_file",
    "texts_of",
    "two_files",
]
