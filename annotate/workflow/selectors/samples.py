"""Samples as leads and reviewers see them: every round, by whom, from what."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count, F, QuerySet

from annotate.core import errors
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import (
    Annotation,
    Assignment,
    Outcome,
    Purpose,
    Sample,
    Task,
    Transition,
)
from annotate.workflow.selectors.annotations import verdict_of
from annotate.workflow.selectors.views import image_json


def count_samples(project_ids: Sequence[int]) -> dict[int, int]:
    """Return how many samples each project has."""
    return _counted(Sample.objects.filter(project_id__in=project_ids))


def count_done(project_ids: Sequence[int]) -> dict[int, int]:
    """Return how many samples of each project are done."""
    return _counted(Sample.objects.filter(project_id__in=project_ids, state=Sample.State.DONE))


def _counted(rows: QuerySet[Sample]) -> dict[int, int]:
    return dict(rows.values_list("project_id").annotate(number=Count("id")).order_by())


# What a browser may filter samples by: never a name that came from outside (B7: ORM leak).
_FILTERS = {
    "state": "state",
    "stage": "stage_key",
    "split": "image__split",
    "search": "image__name__icontains",
    "batch": "batch",
}


def samples(project: Project, filters: Mapping[str, str]) -> QuerySet[Sample]:
    """Return the project's samples, filtered by the allowed names that are given and not empty."""
    wanted = {
        column: filters[name] for name, column in _FILTERS.items() if filters.get(name, "") != ""
    }
    if not wanted.get("batch", "0").isdecimal():
        raise errors.Invalid.field("batch", "wrong_type", "A batch is named by its number.")
    return Sample.objects.filter(project=project, **wanted).select_related("image").order_by("id")


def sample_of(project: Project, sample_id: int) -> Sample:
    """Return one sample of this project, or raise NotFound."""
    found = samples(project, {}).filter(pk=sample_id).first()
    if found is None:
        raise errors.NotFound
    return found


def samples_json(page: Sequence[Sample]) -> list[dict[str, Any]]:
    """Return a page of samples with what is remarkable about each; three queries in all."""
    flags = _flags([sample.pk for sample in page])
    return [sample_json(sample, flags[sample.pk]) for sample in page]


def _flags(sample_ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {pk: [] for pk in sample_ids}
    annotations = Annotation.objects.filter(sample_id__in=sample_ids, purpose=Purpose.WORK)
    remarkable = {
        "from_scratch": annotations.filter(from_scratch=True),
        "stopped_early": annotations.filter(decision__reason="similar_enough"),
        "skipped": Assignment.objects.filter(
            sample_id__in=sample_ids, state=Assignment.State.SKIPPED
        ),
    }
    for flag, rows in remarkable.items():
        for pk in set(rows.values_list("sample_id", flat=True)):
            found[pk].append(flag)
    return found


def sample_json(sample: Sample, flags: Sequence[str] = ()) -> dict[str, Any]:
    """Return a sample as the browser of samples lists it."""
    image = sample.image
    return {
        "id": sample.pk,
        "state": sample.state,
        "image": {**image_json(image), "metadata": image.metadata},
        "stage": sample.stage_key,
        "round": sample.round,
        "split": image.split,
        "updated_at": sample.updated_at,
        "flags": list(flags),
    }


def sample_detail(sample: Sample) -> dict[str, Any]:
    """Return everything about a sample: every annotation and task by stage, every transition."""
    annotations = list(
        sample.annotations.select_related("author", "outcome")
        .annotate(verdict=F("assignment__verdict"))
        .order_by("index", "pk")
    )
    tasks = list(sample.tasks.order_by("index"))
    held = _holders(sample)
    return {
        **sample_json(sample, _flags([sample.pk])[sample.pk]),
        "project": {"id": sample.project_id, "name": sample.project.name},
        "stages": [
            _stage_json(stage, annotations, tasks, held) for stage in sample.project.recipe.stages
        ],
        "transitions": [_transition_json(row) for row in _transitions(sample)],
    }


def _holders(sample: Sample) -> dict[int, Assignment]:
    live = Assignment.objects.filter(sample=sample, state=Assignment.State.LIVE)
    return {assignment.task_id: assignment for assignment in live.select_related("annotator")}


def _stage_json(
    stage: StageSpec,
    annotations: Iterable[Annotation],
    tasks: Iterable[Task],
    held: Mapping[int, Assignment],
) -> dict[str, Any]:
    return {
        "key": stage.key,
        "title": stage.title,
        "kind": stage.kind,
        "annotations": [_annotation_json(a) for a in annotations if a.stage_key == stage.key],
        "tasks": [
            _task_json(task, held.get(task.pk)) for task in tasks if task.stage_key == stage.key
        ],
    }


def _person(user: Any) -> Any:
    return PersonSerializer(user).data if user is not None else None


def _annotation_json(annotation: Annotation) -> dict[str, Any]:
    return {
        "id": annotation.pk,
        "index": annotation.index,
        "origin": annotation.origin,
        "author": _person(annotation.author),
        "producer": annotation.producer,
        "value": annotation.value,
        "from_scratch": annotation.from_scratch,
        "scratch_reason": annotation.scratch_reason,
        "measures": annotation.measures,
        "decision": annotation.decision,
        "stopped_early": annotation.decision.get("reason") == "similar_enough",
        "active_seconds": annotation.active_seconds,
        "created_at": annotation.created_at,
        "parent": annotation.parent_id,
        "purpose": annotation.purpose,
        "verdict": verdict_of(annotation),
        "about": annotation.about_id,
        "outcome": _outcome_json(annotation),
    }


def _outcome_json(annotation: Annotation) -> dict[str, Any] | None:
    outcome: Outcome | None = getattr(annotation, "outcome", None)
    return {"kept": outcome.kept, "numbers": outcome.numbers} if outcome is not None else None


def _task_json(task: Task, holder: Assignment | None) -> dict[str, Any]:
    return {
        "id": task.pk,
        "index": task.index,
        "state": task.state,
        "held_by": _person(holder.annotator) if holder else None,
        "expires_at": holder.lease_expires_at if holder else None,
        "purpose": task.purpose,
        "about": task.about_id,
    }


def _transitions(sample: Sample) -> QuerySet[Transition]:
    return sample.transitions.select_related("actor").order_by("pk")


def _transition_json(row: Transition) -> dict[str, Any]:
    return {
        "at": row.at,
        "subject": row.subject,
        "from": row.from_state,
        "to": row.to_state,
        "reason": row.reason,
        "detail": row.detail,
        "actor": _person(row.actor),
    }
