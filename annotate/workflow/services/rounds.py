"""The rounds and replicas of a sample: which tasks open, and where it goes on.

A parallel stage opens all its replicas at once, a sequential one the next round, and a stage that
judges a task per answer and judge.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from annotate import kinds
from annotate.analysis.randomness import draw
from annotate.core import columns, rows
from annotate.kinds.capabilities import WritesImageText
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec
from annotate.workflow.models import Annotation, Purpose, Sample, Task
from annotate.workflow.selectors.annotations import (
    annotations_of,
    standing,
    stands,
)
from annotate.workflow.selectors.elsewhere import is_given, stands_in
from annotate.workflow.selectors.queue import exclusion_group
from annotate.workflow.services.leases import closed_batches
from annotate.workflow.services.outcomes import withdraw_outcomes
from annotate.workflow.services.transitions import Recorder


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
    return columns.new(
        Task,
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
    """How many tasks open together when a sample enters a stage, per answer if it judges."""
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
        before = max(
            (annotation.index for annotation in known if annotation.stage_key == stage.key),
            default=0,
        )
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
    """The answers that a judging stage is about: of people, or given, that say something.

    One that a lead has rejected is not judged, nor the canned one: that nothing can be seen.
    """
    return [
        annotation
        for annotation in standing(annotations)
        if annotation.stage_key == stage.about
        and (annotation.origin == Annotation.Origin.PERSON or is_given(annotation))
        and _says_something(annotation)
    ]


def _says_something(annotation: Annotation) -> bool:
    kind = kinds.get(annotation.kind)
    return not isinstance(kind, WritesImageText) or kind.says_something(annotation.value)


def _asked_before(stage: StageSpec, sample: Sample) -> Counter[int | None]:
    """How many judges each answer has or had already, when a sample comes back here."""
    asked = Task.objects.filter(sample=sample, stage_key=stage.key, purpose=Purpose.WORK)
    return Counter(asked.exclude(state=Task.State.CANCELLED).values_list("about_id", flat=True))


def advance(
    recorder: Recorder,
    project: Project,
    sample: Sample,
    stage: StageSpec,
    index: int,
    decision: Decision,
    known: Sequence[Annotation],
) -> bool:
    """Open what follows the task with this index; return whether the sample is finished with it.

    The caller holds the lock on the sample's row, so that of two last replicas of a parallel
    stage exactly one sees that none is left.

    Args:
        known: the annotations of the sample, as far as stages are concerned that come later.
    """
    if sample.state != Sample.State.OPEN or sample.stage_key != stage.key:
        return False
    if decision.open_next:
        following = new_task(
            project,
            stage,
            sample_id=sample.pk,
            index=index + 1,
            at=recorder.at,
            state=birth_state(sample),
        )
        rows.insert([following])
        recorder.created([following], reason=decision.reason)
        place(sample, stage.key, following.index, recorder)
        return False
    if not stage.in_rounds and has_unfinished(sample, stage):
        return False
    return leave(recorder, project, sample, stage, reason=decision.reason, known=known)


def has_unfinished(sample: Sample, stage: StageSpec) -> bool:
    """Whether somebody still works on this stage of a sample, or may."""
    return Task.objects.filter(
        sample=sample, stage_key=stage.key, purpose=Purpose.WORK, state__in=Task.UNFINISHED
    ).exists()


def birth_state(sample: Sample) -> str:
    """The state in which a task of the sample comes to be: parked in a closed batch.

    The caller holds the lock on the sample's row, for which closing its batch waits.
    """
    return Task.State.PARKED if closed_batches([sample]) else Task.State.OPEN


def leave(
    recorder: Recorder,
    project: Project,
    sample: Sample,
    stage: StageSpec,
    *,
    reason: str,
    known: Sequence[Annotation],
    finished_at: datetime | None = None,
) -> bool:
    """Take a sample on to the next stage in which there is something to do, or to its end.

    It does not end while a stage lacks what a lead rejected meanwhile: that is opened first.

    Args:
        finished_at: when it was finished if it ends here; now where that is not said.

    Returns:
        Whether it is at its end.
    """
    following = project.recipe.next_stage(stage.key)
    while following is not None:
        tasks = (
            []
            if _is_complete(following, known)
            else stage_tasks(
                project, following, sample, at=recorder.at, state=birth_state(sample), known=known
            )
        )
        # Where answers are judged, those of before may have their judges already, or there is
        # none that wants any.
        if tasks or has_unfinished(sample, following):
            open_at(recorder, sample, following, tasks, reason="stage_finished")
            return False
        following = project.recipe.next_stage(following.key)
    others = [other for other in project.recipe.stages if other.key != stage.key]
    if fill(recorder, project, sample, others, known=known):
        return False
    recorder.move(
        sample,
        Sample.State.DONE,
        reason=reason,
        is_locked=True,
        finished_at=finished_at or recorder.at,
        updated_at=recorder.at,
    )
    return True


def _is_complete(stage: StageSpec, known: Iterable[Annotation]) -> bool:
    """Whether a sample that comes here a second time has what was done here the first time."""
    return stage.about is None and bool(_answers_in(stage, known))


def _answers_in(stage: StageSpec, known: Iterable[Annotation]) -> list[Annotation]:
    """The answers of people in a stage that stand, and what takes the place of its rounds."""
    return [
        row
        for row in standing(known)
        if (row.stage_key == stage.key and row.origin == Annotation.Origin.PERSON)
        or stands_in(stage, row)
    ]


def open_at(
    recorder: Recorder,
    sample: Sample,
    stage: StageSpec,
    tasks: Sequence[Task],
    *,
    reason: str,
    detail: dict[str, Any] | None = None,
) -> None:
    """Open tasks of a stage and place their sample there."""
    rows.insert(tasks)
    for task in tasks:
        recorder.note(task, "", task.state, reason=reason, detail=detail)
    first = tasks[0].index if tasks and stage.in_rounds else 1
    place(sample, stage.key, first, recorder)


def fill(
    recorder: Recorder,
    project: Project,
    sample: Sample,
    stages: Iterable[StageSpec],
    *,
    known: Sequence[Annotation],
    reason: str = "missing",
    detail: dict[str, Any] | None = None,
) -> bool:
    """Open what these stages promise and nobody's standing answer gives; tell whether any was.

    Of work that a lead has rejected something may stand in each stage (the round after it, the
    other replicas): then the lead has chosen to go on with that. Where nothing stands, a sample
    must not count as finished.
    """
    if all(stands(row) for row in known):
        return False
    for stage in stages:
        if has_unfinished(sample, stage):
            continue
        tasks = _missing(recorder, project, sample, stage, known)
        if tasks:
            withdraw_outcomes(tasks)
            open_at(recorder, sample, stage, tasks, reason=reason, detail=detail)
            return True
    return False


def _missing(
    recorder: Recorder,
    project: Project,
    sample: Sample,
    stage: StageSpec,
    known: Sequence[Annotation],
) -> list[Task]:
    """Build the tasks of a stage in which nothing stands, or of its answers that nobody judged."""
    state = birth_state(sample)
    if stage.about is None:
        if _answers_in(stage, known):
            return []
        return stage_tasks(project, stage, sample, at=recorder.at, state=state, known=known)
    judged = {row.about_id for row in _answers_in(stage, known)}
    asked = _asked_before(stage, sample)
    return [
        new_task(
            project,
            stage,
            sample_id=sample.pk,
            index=asked[answer.pk] + index,
            at=recorder.at,
            state=state,
            about=answer,
        )
        for answer in to_be_judged(stage, known)
        if answer.pk not in judged
        for index in range(1, replicas(stage, sample) + 1)
    ]


def place(sample: Sample, stage_key: str, index: int, recorder: Recorder) -> None:
    """Note at which stage and round a sample is."""
    where = {"stage_key": stage_key, "round": index, "updated_at": recorder.at}
    rows.change(Sample, {"id": sample.pk}, where)
    recorder.place(sample, **where)
