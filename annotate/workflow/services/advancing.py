"""What comes after a submission: the next round, the next stage, or the end."""

from annotate.core import rows
from annotate.projects.models import Project
from annotate.projects.recipes import Decision, StageSpec
from annotate.workflow.models import Sample, Task
from annotate.workflow.services.opening import new_task, stage_tasks
from annotate.workflow.services.transitions import Recorder


def advance(
    recorder: Recorder,
    project: Project,
    sample: Sample,
    stage: StageSpec,
    task: Task,
    decision: Decision,
) -> bool:
    """Open what follows `task`; return whether the sample is finished with it.

    The caller holds the lock on the sample's row, so that of two last replicas of a parallel
    stage exactly one sees that none is left.
    """
    if sample.state != Sample.State.OPEN or sample.stage_key != stage.key:
        return False
    if decision.open_next:
        following = new_task(
            project, stage, sample_id=sample.pk, index=task.index + 1, at=recorder.at
        )
        rows.insert([following])
        recorder.born([following], reason=decision.reason)
        _place(sample, stage.key, following.index, recorder)
        return False
    if stage.mode == "parallel" and _unfinished(sample, stage):
        return False
    return _leave(recorder, project, sample, stage, decision)


def _unfinished(sample: Sample, stage: StageSpec) -> bool:
    return Task.objects.filter(
        sample=sample, stage_key=stage.key, state__in=[Task.State.OPEN, Task.State.HELD]
    ).exists()


def _leave(
    recorder: Recorder, project: Project, sample: Sample, stage: StageSpec, decision: Decision
) -> bool:
    following = project.recipe.next_stage(stage.key)
    if following is None:
        recorder.move(
            sample,
            Sample.State.DONE,
            reason=decision.reason,
            finished_at=recorder.at,
            updated_at=recorder.at,
        )
        return True
    tasks = stage_tasks(project, following, sample, at=recorder.at)
    rows.insert(tasks)
    recorder.born(tasks, reason="stage_finished")
    _place(sample, following.key, 1, recorder)
    return False


def _place(sample: Sample, stage_key: str, index: int, recorder: Recorder) -> None:
    sample.stage_key, sample.round, sample.updated_at = stage_key, index, recorder.at
    place = {"stage_key": stage_key, "round": index, "updated_at": recorder.at}
    rows.update(Sample, {"id": sample.pk}, place)
