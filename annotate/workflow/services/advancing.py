"""What comes after a submission: the next round, the next stage, or the end."""

from collections.abc import Sequence

from annotate.core import rows
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec
from annotate.workflow.models import Annotation, Purpose, Sample, Task
from annotate.workflow.services.leasing import closed_batches
from annotate.workflow.services.opening import new_task, stage_tasks
from annotate.workflow.services.transitions import Recorder

UNFINISHED = (Task.State.OPEN, Task.State.PARKED, Task.State.HELD)


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
        recorder.born([following], reason=decision.reason)
        place(sample, stage.key, following.index, recorder)
        return False
    if not _in_rounds(stage) and has_unfinished(sample, stage):
        return False
    return leave(recorder, project, sample, stage, reason=decision.reason, known=known)


def _in_rounds(stage: StageSpec) -> bool:
    return stage.mode == "sequential" and stage.about is None


def has_unfinished(sample: Sample, stage: StageSpec) -> bool:
    """Whether somebody still works on this stage of a sample, or may."""
    return Task.objects.filter(
        sample=sample, stage_key=stage.key, purpose=Purpose.WORK, state__in=UNFINISHED
    ).exists()


def birth_state(sample: Sample) -> str:
    """Return the state in which a task of the sample comes to be: parked in a closed batch.

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
) -> bool:
    """Take a sample on to the next stage in which there is something to do, or to its end."""
    following = project.recipe.next_stage(stage.key)
    while following is not None:
        tasks = stage_tasks(
            project, following, sample, at=recorder.at, state=birth_state(sample), known=known
        )
        rows.insert(tasks)
        recorder.born(tasks, reason="stage_finished")
        # Where answers are judged, those of before may have their judges already, or there is
        # none that wants any.
        if tasks or has_unfinished(sample, following):
            first = tasks[0].index if tasks and _in_rounds(following) else 1
            place(sample, following.key, first, recorder)
            return False
        following = project.recipe.next_stage(following.key)
    recorder.move(
        sample,
        Sample.State.DONE,
        reason=reason,
        finished_at=recorder.at,
        updated_at=recorder.at,
    )
    return True


def place(sample: Sample, stage_key: str, index: int, recorder: Recorder) -> None:
    """Note at which stage and round a sample is."""
    where = {"stage_key": stage_key, "round": index, "updated_at": recorder.at}
    rows.update(Sample, {"id": sample.pk}, where)
    recorder.place(sample, **where)
