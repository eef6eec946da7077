"""A caption project in which leads, voters and spelling have left their marks."""

from typing import Any
from uuid import uuid4

from annotate.core import clock
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Correction, Suggestion
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Outcome, Sample, Task
from tests.conftest import add_image
from tests.workflow.acts import use_recipe

CAPTION = {"key": "caption", "kind": "caption.v1", "mode": "parallel", "rounds": 5}
VOTE = {"key": "validation", "kind": "vote.v1", "mode": "parallel", "rounds": 5, "about": "caption"}
OCR = {"key": "ocr", "kind": "ocr.v1", "seeded": True}


def caption_project(project: Project, *before: dict[str, Any]) -> Project:
    """Let a project collect five captions an image, which may be judged."""
    use_recipe(project, *before, CAPTION, VOTE, no_repeat="stage")
    return project


def picture(project: Project, name: str, **changes: Any) -> Sample:
    image = add_image(project, **{"name": name, "external_id": name, **changes})
    return services.add_samples(project=project, image_ids=[image.pk])[0]


def answer(text: str, **changes: Any) -> dict[str, Any]:
    plain = {
        "text": text,
        "canned": False,
        "text_detected": None,
        "quality_issues": ["none"],
        "quality_other": "",
    }
    return {**plain, **changes}


def caption(
    sample: Sample, text: str, *, index: int = 1, by: User | None = None, **changes: Any
) -> Annotation:
    """An answer as a submission leaves it; `changes` are those of the row."""
    value = changes.pop("value", None) or answer(text, **changes.pop("answer", {}))
    plain: dict[str, Any] = {
        "kind": "caption.v1",
        "stage_key": "caption",
        "origin": "person",
        "author": by,
    }
    return Annotation.objects.create(
        project=sample.project, sample=sample, index=index, value=value, **{**plain, **changes}
    )


def vote(about: Annotation, *, index: int = 1, yes: bool = True) -> Annotation:
    value = {"votes": {"grammatical": yes}, "comment": ""}
    return caption(
        about.sample,
        "",
        index=index,
        value=value,
        kind="vote.v1",
        stage_key="validation",
        about=about,
    )


def reject(annotation: Annotation, annotator: User) -> None:
    """Let a lead have rejected an answer of this person."""
    task = Task.objects.create(
        project=annotation.project,
        sample=annotation.sample,
        stage_key=annotation.stage_key,
        index=annotation.index,
        exclusion_group=annotation.stage_key,
        order_key=1,
        state="done",
    )
    Assignment.objects.create(
        project=annotation.project,
        task=task,
        sample=annotation.sample,
        annotator=annotator,
        exclusion_group=annotation.stage_key,
        state="submitted",
        answer=annotation,
        submit_key=uuid4(),
        lease_expires_at=clock.now(),
        verdict="rejected",
    )


def settle(annotation: Annotation, *, kept: bool) -> None:
    """Let the votes have kept or dropped an answer."""
    Outcome.objects.create(annotation=annotation, stage_key="validation", kept=kept)


def correct(annotation: Annotation, before: str, after: str, by: User) -> None:
    """Let a lead have corrected a word."""
    start = annotation.value["text"].index(before)
    place: dict[str, Any] = {
        "project": annotation.project,
        "annotation": annotation,
        "path": "text",
        "start": start,
        "end": start + len(before),
    }
    option = {"word": after, "confidence": 0.9}
    suggestion = Suggestion.objects.create(
        **place, word=before, options=[option], confidence=0.9, state="accepted"
    )
    Correction.objects.create(
        **place, suggestion=suggestion, before=before, after=after, made_by=by
    )
