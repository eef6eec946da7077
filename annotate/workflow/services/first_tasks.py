"""Open the samples that wait: each in the first stage in which there is somebody to ask."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction

from annotate.core import bulk, clock, rows
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import Recipe, StageSpec
from annotate.workflow.models import Annotation, Batch, Sample, Task
from annotate.workflow.selectors.elsewhere import answered_elsewhere, first_left
from annotate.workflow.services.rounds import stage_tasks
from annotate.workflow.services.transitions import Recorder

OPEN_AT_ONCE = 500
MANY = 1000


def open_samples(*, project: Project, samples: Sequence[Sample], actor: User | None = None) -> int:
    """Open the first stage of waiting samples; return how many were opened.

    Samples that are no longer waiting are left alone, so calling it twice opens nothing twice.
    Those for which answers are still to be brought in (`add_external`) go on waiting.
    """
    return open_by_id(project=project, sample_ids=[each.pk for each in samples], actor=actor)


def open_by_id(*, project: Project, sample_ids: Sequence[int], actor: User | None = None) -> int:
    """Open samples as `open_samples` does."""
    opened = 0
    for start in range(0, len(sample_ids), OPEN_AT_ONCE):
        with transaction.atomic():
            opened += _open_chunk(project, sample_ids[start : start + OPEN_AT_ONCE], actor)
    if opened >= MANY:
        rows.analyze_tables(Sample, Task)
    return opened


def _open_chunk(project: Project, sample_ids: Sequence[int], actor: User | None) -> int:
    at = clock.now()
    unopened = Sample.objects.filter(project=project, state=Sample.State.WAITING)
    chosen = unopened.filter(pk__among=sample_ids)
    if any(stage.rounds_by_split for stage in project.recipe.stages):
        chosen = chosen.select_related("image")
    waiting = list(chosen.select_for_update(of=("self",)).order_by("pk"))
    waiting = _with_all_given(project, waiting)
    recorder = Recorder(actor_id=actor.pk if actor else None, at=at)
    answered = answered_elsewhere(project, [sample.pk for sample in waiting])
    for stage, samples in _by_stage(project.recipe, waiting, answered):
        if stage is None:
            _finish(recorder, project.recipe.asked_stages[-1], samples)
        else:
            _begin(recorder, project, stage, samples)
    recorder.write()
    return len(waiting)


def _by_stage(
    recipe: Recipe, samples: Sequence[Sample], answered: Mapping[int, set[str]]
) -> list[tuple[StageSpec | None, list[Sample]]]:
    """Samples by the stage in which people are asked first; None: they are asked nothing."""
    by_key: dict[str | None, tuple[StageSpec | None, list[Sample]]] = {}
    for sample in samples:
        stage = first_left(recipe, answered.get(sample.pk, ()))
        by_key.setdefault(stage.key if stage else None, (stage, []))[1].append(sample)
    return list(by_key.values())


def _begin(
    recorder: Recorder, project: Project, stage: StageSpec, samples: Sequence[Sample]
) -> None:
    parked = _parked(project, samples)
    tasks = [
        task
        for sample in samples
        for task in stage_tasks(
            project,
            stage,
            sample,
            at=recorder.at,
            state=Task.State.PARKED if sample.pk in parked else Task.State.OPEN,
        )
    ]
    # The rows are locked by the caller's SELECT, so one UPDATE serves for all of them.
    begun = {
        "state": Sample.State.OPEN,
        "stage_key": stage.key,
        "round": 1,
        "updated_at": recorder.at,
    }
    Sample.objects.filter(pk__among=[sample.pk for sample in samples]).update(**begun)
    for sample in samples:
        recorder.place(sample, **begun)
        recorder.note(sample, Sample.State.WAITING, Sample.State.OPEN, reason="opened")
    for key, task in zip(bulk.keys(Task, len(tasks)), tasks, strict=True):
        task.pk = key
    bulk.insert(Task, tasks)
    recorder.created(tasks, reason="opened")


def _finish(recorder: Recorder, last: StageSpec, samples: Sequence[Sample]) -> None:
    """Finish samples that people have answered elsewhere in every stage."""
    recorder.move_all(
        samples,
        Sample.State.DONE,
        reason="answered_elsewhere",
        stage_key=last.key,
        round=1,
        finished_at=recorder.at,
        updated_at=recorder.at,
    )


def _with_all_given(project: Project, samples: list[Sample]) -> list[Sample]:
    """Leave out samples that still wait for answers to be brought in."""
    wanted = project.recipe.given_keys
    if not wanted:
        return samples
    answers = Annotation.objects.filter(
        sample__in=samples, stage_key__in=wanted, origin=Annotation.Origin.IMPORT, index__gt=0
    )
    there: dict[int, set[str]] = defaultdict(set)
    for sample_id, key in answers.values_list("sample", "stage_key"):
        there[sample_id].add(key)
    return [sample for sample in samples if there[sample.pk] == wanted]


def _parked(project: Project, samples: Sequence[Sample]) -> set[int]:
    """Whose tasks must wait: in a project with batches, work is given out of open ones."""
    if not project.batches.exists():
        return set()
    opened = project.batches.filter(state=Batch.State.OPEN).values_list("pk", flat=True)
    return {sample.pk for sample in samples if sample.batch_id not in set(opened)}
