"""Open the tasks of a stage: all replicas at once, or the first round."""

from collections.abc import Iterable
from datetime import datetime

from annotate.core.randomness import draw
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Sample, Task


def new_task(
    project: Project, stage: StageSpec, *, sample_id: int, index: int, at: datetime
) -> Task:
    """Build (not save) one open task with its seeded random place in the order."""
    return Task(
        project_id=project.pk,
        sample_id=sample_id,
        stage_key=stage.key,
        index=index,
        exclusion_group=project.recipe.exclusion_group(stage.key),
        order_key=draw(project.seed, sample_id, stage.key, index),
        created_at=at,
    )


def first_indexes(stage: StageSpec) -> Iterable[int]:
    """Return the indexes that open together when a sample enters the stage."""
    return range(1, stage.rounds + 1) if stage.mode == "parallel" else (1,)


def stage_tasks(project: Project, stage: StageSpec, sample: Sample, *, at: datetime) -> list[Task]:
    """Build (not save) the tasks that open when `sample` enters `stage`."""
    return [
        new_task(project, stage, sample_id=sample.pk, index=index, at=at)
        for index in first_indexes(stage)
    ]
