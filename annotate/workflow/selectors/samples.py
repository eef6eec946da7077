"""Samples as leads and reviewers see them: every round, by whom, from what."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import hooks, models
from annotate.workflow.schemas import samples as schemas
from annotate.workflow.schemas.parts import NamedProject
from annotate.workflow.selectors.annotations import standing
from annotate.workflow.selectors.resting import rests_on_rejected

# In which samples are listed, and gone through one by one.
ORDERING = "id"


def count_samples(project_ids: Sequence[int]) -> dict[int, int]:
    return _counted(models.Sample.objects.filter(project_id__in=project_ids))


def count_done(project_ids: Sequence[int]) -> dict[int, int]:
    return _counted(
        models.Sample.objects.filter(project_id__in=project_ids, state=models.Sample.State.DONE)
    )


def _counted(rows: QuerySet[models.Sample]) -> dict[int, int]:
    return dict(rows.values_list("project_id").annotate(number=Count("id")).order_by())


def flags_of(sample_ids: Sequence[int]) -> dict[int, list[schemas.SampleFlag]]:
    flags: dict[int, list[schemas.SampleFlag]] = {pk: [] for pk in sample_ids}
    annotations = models.Annotation.objects.filter(
        sample_id__in=sample_ids, purpose=models.Purpose.WORK
    )
    remarkable: dict[schemas.SampleFlag, QuerySet[Any]] = {
        "from_scratch": annotations.filter(from_scratch=True),
        "stopped_early": annotations.filter(decision__reason="similar_enough"),
        "skipped": models.Assignment.objects.filter(
            sample_id__in=sample_ids, state=models.Assignment.State.SKIPPED
        ),
    }
    for flag, rows in remarkable.items():
        for pk in set(rows.values_list("sample_id", flat=True)):
            flags[pk].append(flag)
    return flags


def sample_detail(sample: models.Sample) -> schemas.SampleDetail:
    """Everything about a sample: every annotation and task by stage, every transition."""
    annotations = list(
        sample.annotations.select_related("author", "outcome")
        .annotate(verdict=F("assignment__verdict"), superseded_by=F("assignment__superseded_by"))
        .order_by("index", "pk")
    )
    rests_on = _rests_on(sample.project, annotations)
    brought_in = _brought_in(annotations)
    tasks = list(sample.tasks.order_by("index"))
    work = _assignments(sample)
    holders = {row.task_id: row for row in work if row.state == models.Assignment.State.LIVE}
    given = {row.answer_id: row for row in work if row.answer_id is not None}
    places = _TaskPlaces(tasks, work)
    return schemas.SampleDetail(
        **dict(schemas.Sample.of(sample, flags_of([sample.pk])[sample.pk])),
        project=NamedProject.of(sample.project),
        stages=[
            schemas.SampleStage.from_row(
                stage,
                annotations=[
                    schemas.Annotation.of(
                        annotation,
                        given.get(annotation.pk),
                        rests_on.get(annotation.pk, ()),
                        brought_in.get(annotation.pk),
                    )
                    for annotation in annotations
                    if annotation.stage_key == stage.key
                ],
                tasks=[
                    schemas.Task.of(task, holders.get(task.pk))
                    for task in tasks
                    if task.stage_key == stage.key
                ],
            )
            for stage in sample.project.recipe.stages
        ],
        transitions=[
            schemas.Transition.of(row, places.of(row))
            for row in sample.transitions.select_related("actor").order_by("pk")
        ],
    )


def _brought_in(annotations: Sequence[models.Annotation]) -> dict[int, schemas.BroughtIn]:
    """By answer from elsewhere what is known of the file it came in with."""
    imported = [row.pk for row in annotations if row.origin == models.Annotation.Origin.IMPORT]
    found: dict[int, schemas.BroughtIn] = {}
    for finder in hooks.files_of if imported else ():
        found |= finder(imported)
    return found


def _rests_on(project: Project, annotations: Sequence[models.Annotation]) -> dict[int, list[int]]:
    """By answer of a person that stands, the rejected ones that it was made of."""
    known = sorted(annotations, key=lambda annotation: annotation.pk)
    return {
        row.pk: [other.pk for other in rests_on_rejected(project, row, known)]
        for row in standing(known)
        if row.origin == models.Annotation.Origin.PERSON
        and row.stage_key in project.recipe.stage_keys
    }


def _assignments(sample: models.Sample) -> list[models.Assignment]:
    """Who was or is at a task of a sample, without what they wrote."""
    rows = models.Assignment.objects.filter(sample=sample).select_related("annotator", "verdict_by")
    return list(rows.defer("draft", "looked_at", "arrangement"))


class _TaskPlaces:
    """Which task a transition is about: its own, or that of who was at it."""

    def __init__(self, tasks: Sequence[models.Task], work: Sequence[models.Assignment]) -> None:
        self._tasks = {task.pk: task for task in tasks}
        self._task_ids = {row.pk: row.task_id for row in work}

    def of(self, row: models.Transition) -> models.Task | None:
        match row.subject:
            case models.Transition.Subject.TASK:
                return self._tasks.get(row.subject_id)
            case models.Transition.Subject.ASSIGNMENT:
                return self._tasks.get(self._task_ids.get(row.subject_id, 0))
        return None


def batches(project: Project) -> QuerySet[Any]:
    """The batches of a project, the newest first, with counts."""
    done = Count("samples", filter=Q(samples__state=models.Sample.State.DONE), distinct=True)
    return (
        models.Batch.objects.filter(project=project)
        .annotate(
            size=Count("samples", distinct=True),
            done=done,
            carried=Count("blocks", filter=Q(blocks__carried_over=True), distinct=True),
        )
        .order_by("-number")
    )


def batch_of(project: Project, batch_id: int) -> Any:
    """One batch of this project with its counts."""
    return errors.existing(batches(project).filter(pk=batch_id).select_related("project").first())
