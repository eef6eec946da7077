"""Answers with doubtful words, and what a lead does about them, said briefly."""

from typing import Any
from uuid import uuid4

from annotate.core import clock
from annotate.core.jobs import services as job_services
from annotate.projects.models import Project
from annotate.quality.models import Suggestion
from annotate.quality.schemas.spelling import AcceptedSpelling, SpellingOutcome
from annotate.quality.selectors import spelling as selectors
from annotate.quality.services import spelling
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from tests.conftest import Cast

CANNED = "Quality issues are too severe to recognize visual content."


def caption(sample: Sample, text: str, *, index: int = 1, **changes: Any) -> Annotation:
    """An answer of a person, as a submission leaves it."""
    value = {
        "text": text,
        "canned": text == CANNED,
        "text_detected": False,
        "quality_issues": ["none"],
        "quality_other": "",
    }
    plain = {"origin": "person", "kind": "caption.v1", "stage_key": "caption", "value": value}
    return Annotation.objects.create(
        project=sample.project, sample=sample, index=index, **{**plain, **changes}
    )


def check(project: Project, people: Cast, stage: str = "caption") -> dict[str, Any]:
    job = spelling.start_run(project=project, actor=people.owner, stage_key=stage)
    job_services.run(job.pk)
    job.refresh_from_db()
    assert job.state == "succeeded", job.error
    return dict(job.result or {})


def doubted(project: Project, **filters: Any) -> list[str]:
    return [row.word for row in selectors.suggestions(project, **filters)]


def one(project: Project, word: str) -> Suggestion:
    return Suggestion.objects.get(project=project, word=word)


def accept(project: Project, people: Cast, *items: Suggestion, **more: str) -> SpellingOutcome:
    wanted = [AcceptedSpelling(id=item.pk, replacement=more.get("replacement")) for item in items]
    return spelling.accept(project=project, actor=people.owner, items=wanted)


def text(annotation: Annotation) -> str:
    """Return the text as it reads now."""
    found = selectors.corrected_texts(annotation.project)
    return str(found.get(annotation.pk, {}).get("text", annotation.value["text"]))


def reject_answer(annotation: Annotation, people: Cast) -> None:
    """Give the answer an assignment that a lead has rejected."""
    task = Task.objects.create(
        project=annotation.project,
        sample=annotation.sample,
        stage_key=annotation.stage_key,
        index=annotation.index,
        exclusion_group="sample",
        order_key=1,
        state="done",
    )
    Assignment.objects.create(
        project=annotation.project,
        task=task,
        sample=annotation.sample,
        annotator=people.ada,
        exclusion_group="sample",
        state="submitted",
        answer=annotation,
        submit_key=uuid4(),
        lease_expires_at=clock.now(),
        verdict="rejected",
    )
