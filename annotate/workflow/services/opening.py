"""Open the tasks of a stage: all replicas at once, a first round, or the judges of each answer."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from annotate.core.randomness import draw
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import answers
from annotate.workflow.models import Annotation, Purpose, Sample, Task
from annotate.workflow.selectors.annotations import annotations_of, standing
from annotate.workflow.selectors.queue import exclusion_group


def new_task(
    project: Project,
    stage: StageSpec,
    *,
    sample_id: int,
    index: int,
    at: datetime,
    state: str,
    about: Annotation | None = None,
) -> Task:
    """Build (not save) one task with its seeded random place in the order."""
    names = (sample_id, stage.key, index, *([about.pk] if about is not None else []))
    return Task(
        project_id=project.pk,
        sample_id=sample_id,
        stage_key=stage.key,
        index=index,
        about=about,
        exclusion_group=exclusion_group(project.recipe, stage, about),
        order_key=draw(project.seed, *names),
        state=state,
        created_at=at,
    )


def replicas(stage: StageSpec, sample: Sample) -> int:
    """Return how many tasks open together when a sample enters a stage, per answer if it judges."""
    if stage.mode != "parallel" and stage.about is None:
        return 1
    # The image is asked for only where it matters in which split it is.
    return stage.rounds_for(sample.image.split) if stage.rounds_by_split else stage.rounds


def stage_tasks(
    project: Project,
    stage: StageSpec,
    sample: Sample,
    *,
    at: datetime,
    state: str,
    known: Iterable[Annotation] = (),
) -> list[Task]:
    """Build (not save) the tasks that open when `sample` enters `stage`.

    Args:
        known: the annotations of a sample that may come here a second time.
    """
    if stage.given:
        return []
    number = replicas(stage, sample)
    if stage.about is None:
        # What was done here before has been rejected, and keeps its numbers.
        before = max((each.index for each in known if each.stage_key == stage.key), default=0)
        return [
            new_task(project, stage, sample_id=sample.pk, index=before + index, at=at, state=state)
            for index in range(1, number + 1)
        ]
    asked = _asked_before(stage, sample)
    return [
        new_task(project, stage, sample_id=sample.pk, index=index, at=at, state=state, about=answer)
        for answer in to_be_judged(stage, annotations_of(sample.pk))
        for index in range(asked[answer.pk] + 1, number + 1)
    ]


def to_be_judged(stage: StageSpec, annotations: Iterable[Annotation]) -> list[Annotation]:
    """Return the answers that a judging stage is about: of people, or given, that say something.

    One that a lead has rejected is not judged, nor the canned one: that nothing can be seen.
    """
    return [
        each
        for each in standing(annotations)
        if each.stage_key == stage.about
        and (each.origin == Annotation.Origin.PERSON or is_given(each))
        and not _is_canned(each)
    ]


def is_given(annotation: Annotation) -> bool:
    """Whether it was brought in to be judged; what was brought in to start from has index 0."""
    return annotation.origin == Annotation.Origin.IMPORT and annotation.index > 0


def _is_canned(annotation: Annotation) -> bool:
    typed = answers.typed(annotation)
    return answers.kind_named(annotation.kind).checkable(typed).get("canned") is True


def _asked_before(stage: StageSpec, sample: Sample) -> Counter[int | None]:
    """Return how many judges each answer has or had already, when a sample comes back here."""
    asked = Task.objects.filter(sample=sample, stage_key=stage.key, purpose=Purpose.WORK)
    return Counter(asked.exclude(state=Task.State.CANCELLED).values_list("about_id", flat=True))
