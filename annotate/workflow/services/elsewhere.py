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


def lock_samples_of(*, project: Project, image_ids: Collection[int]) -> list[Sample]:
    """The samples of these images that are not withdrawn, with their images; nothing is begun or
    brought in there before the transaction of the caller ends.

    All that one file is about at once: whoever locked them stage by stage would meet a HIT that
    holds some of the next stage and waits for some of this one.
    """
    samples = Sample.objects.filter(project=project, image__in=image_ids)
    locked = samples.select_for_update(no_key=True, of=("self",)).select_related("image")
    return list(locked.exclude(state=Sample.State.WITHDRAWN).order_by("pk"))


def free_of_work(*, sample_ids: Collection[int], stage: StageSpec) -> set[int]:
    """Those of these samples in which nothing was begun or brought in of a stage in rounds.

    Whoever asks has them locked, so that it stays so (`lock_samples_of`).
    """
    free = set(sample_ids)
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
