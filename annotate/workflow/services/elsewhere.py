"""Finished answers that people gave elsewhere: in the rounds of such a stage nobody is asked here.

They are no work of anybody here: they have no author, no task and no seconds. Only a stage in
rounds is over with one; the parallel answers of other stages stand beside those of here.
"""

from collections.abc import Collection

from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.workflow.models import Annotation, Purpose, Sample, Task
from annotate.workflow.selectors.elsewhere import answered_elsewhere, first_left
from annotate.workflow.services.first_tasks import open_by_id


def free_of_work(*, project: Project, sample_ids: Collection[int], stage: StageSpec) -> set[int]:
    """Those of these samples in which nothing was begun or brought in of a stage in rounds.

    They are locked, so that nothing is begun there before the transaction of the caller ends.
    """
    samples = Sample.objects.filter(project=project, pk__in=sample_ids)
    locked = samples.select_for_update(no_key=True).order_by("pk")
    free = set(locked.values_list("pk", flat=True))
    tasks = Task.objects.filter(sample__in=free, stage_key=stage.key, purpose=Purpose.WORK)
    answers = Annotation.objects.filter(
        sample__in=free, stage_key=stage.key, purpose=Purpose.WORK, index__gt=0
    )
    begun = tasks.exclude(state=Task.State.CANCELLED).values_list("sample", flat=True)
    return free.difference(begun, answers.values_list("sample", flat=True))


def finish_answered(*, project: Project, sample_ids: Collection[int]) -> None:
    """Finish those of these waiting samples that have an answer from elsewhere in every stage."""
    answered = answered_elsewhere(project, sample_ids)
    whole = [pk for pk in sorted(answered) if first_left(project.recipe, answered[pk]) is None]
    open_by_id(project=project, sample_ids=whole)
