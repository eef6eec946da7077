"""Bring images in as samples, open them, pull them and bring them back."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from django.db import transaction
from django.db.models import OuterRef, Subquery

from annotate.core import clock, errors, rows
from annotate.images.models import Image
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.workflow.models import (
    Annotation,
    Assignment,
    Batch,
    Purpose,
    Sample,
    Task,
    Transition,
)
from annotate.workflow.services.counters import samples as sample_counters
from annotate.workflow.services.release import end_if_empty
from annotate.workflow.services.rounds import (
    UNFINISHED,
    birth_state,
    stage_tasks,
    withdraw_outcomes,
)
from annotate.workflow.services.transitions import Recorder

OPEN_AT_ONCE = 500
MANY = 1000


def add_samples(*, project: Project, image_ids: Sequence[int]) -> list[Sample]:
    """Add images to the project's work, waiting for seeds; images already in are left alone."""
    at = clock.now()
    known = set(Sample.objects.filter(image_id__in=image_ids).values_list("image_id", flat=True))
    splits = dict(Image.objects.filter(pk__in=image_ids).values_list("pk", "split"))
    new = [
        Sample(
            project=project,
            image_id=image_id,
            split=splits.get(image_id, ""),
            created_at=at,
            updated_at=at,
        )
        for image_id in image_ids
        if image_id not in known
    ]
    with transaction.atomic():
        made = Sample.objects.bulk_create(new, batch_size=1000)
        sample_counters.add(Counter(map(sample_counters.place_of, made)), actor_id=None)
    return made


def take_in(*, project: Project, image_ids: Sequence[int]) -> list[Sample]:
    """Add images to the project's work; where nothing is brought in they are opened at once."""
    samples = add_samples(project=project, image_ids=image_ids)
    if not any(stage.seeded or stage.given for stage in project.recipe.stages):
        open_samples(project=project, samples=samples)
    return samples


def open_samples(*, project: Project, samples: Sequence[Sample], actor: User | None = None) -> int:
    """Open the first stage of waiting samples; return how many were opened.

    Samples that are no longer waiting are left alone, so calling it twice opens nothing twice.
    Those for which answers are still to be brought in (`add_external`) go on waiting.
    """
    opened = 0
    for start in range(0, len(samples), OPEN_AT_ONCE):
        chunk = samples[start : start + OPEN_AT_ONCE]
        with transaction.atomic():
            opened += _open_chunk(project, [sample.pk for sample in chunk], actor)
    if opened >= MANY:
        rows.analyze_tables(Sample, Task)
    return opened


def _open_chunk(project: Project, sample_ids: list[int], actor: User | None) -> int:
    at = clock.now()
    first = project.recipe.asked_stages[0]
    waiting = list(
        Sample.objects.select_for_update(of=("self",))
        .select_related("image")
        .filter(project=project, pk__in=sample_ids, state=Sample.State.WAITING)
        .order_by("pk")
    )
    waiting = _with_all_given(project, waiting)
    recorder = Recorder(actor_id=actor.pk if actor else None, at=at)
    parked = _parked(project, waiting)
    tasks = [
        task
        for sample in waiting
        for task in stage_tasks(
            project,
            first,
            sample,
            at=at,
            state=Task.State.PARKED if sample.pk in parked else Task.State.OPEN,
        )
    ]
    # The rows are locked by the SELECT above, so one UPDATE serves for all of them.
    begun = {"state": Sample.State.OPEN, "stage_key": first.key, "round": 1, "updated_at": at}
    Sample.objects.filter(pk__in=[sample.pk for sample in waiting]).update(**begun)
    for sample in waiting:
        recorder.place(sample, **begun)
        recorder.note(sample, Sample.State.WAITING, Sample.State.OPEN, reason="opened")
    recorder.created(Task.objects.bulk_create(tasks), reason="opened")
    recorder.write()
    return len(waiting)


def _with_all_given(project: Project, samples: list[Sample]) -> list[Sample]:
    """Leave out samples that still wait for answers to be brought in."""
    wanted = project.recipe.given_keys
    if not wanted:
        return samples
    given = Annotation.objects.filter(
        sample__in=samples, stage_key__in=wanted, origin=Annotation.Origin.IMPORT, index__gt=0
    )
    there: dict[int, set[str]] = defaultdict(set)
    for sample_id, key in given.values_list("sample", "stage_key"):
        there[sample_id].add(key)
    return [sample for sample in samples if there[sample.pk] == wanted]


def _parked(project: Project, samples: Sequence[Sample]) -> set[int]:
    """Whose tasks must wait: in a project with batches, work is given out of open ones."""
    if not project.batches.exists():
        return set()
    opened = project.batches.filter(state=Batch.State.OPEN).values_list("pk", flat=True)
    return {sample.pk for sample in samples if sample.batch_id not in set(opened)}


def withdraw_sample(*, sample: Sample, actor: User, reason: str) -> None:
    """Pull a sample: nobody is offered it again; who holds it loses the lease, not the draft."""
    at = clock.now()
    with transaction.atomic():
        recorder = Recorder(actor_id=actor.pk, at=at)
        # Locks are taken in one order everywhere: sample, task, assignment. The tasks come before
        # the assignments are read, so that a claim under way is waited for and then seen.
        sample = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        if sample.state == Sample.State.WITHDRAWN:
            raise errors.Conflict(Message("sample_withdrawn_before"))
        unfinished = sample.tasks.filter(state__in=UNFINISHED)
        for task in unfinished.select_for_update(no_key=True):
            recorder.move(task, Task.State.CANCELLED, reason="withdrawn")
        live = Assignment.objects.filter(sample=sample, state=Assignment.State.LIVE)
        held = list(live.select_for_update(no_key=True))
        recorder.move_all(held, Assignment.State.EXPIRED, reason="withdrawn", ended_at=at)
        recorder.move(sample, Sample.State.WITHDRAWN, reason=reason[:60], updated_at=at)
        recorder.write()
        end_if_empty([each.hit_id for each in held], at=at)
        _audit(sample, actor, "sample.withdrawn", reason=reason)


def restore_sample(*, sample: Sample, actor: User) -> None:
    """Bring a withdrawn sample back to where it was: done, open at its round, or waiting."""
    at = clock.now()
    with transaction.atomic():
        recorder = Recorder(actor_id=actor.pk, at=at)
        sample = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        if sample.state != Sample.State.WITHDRAWN:
            raise errors.Conflict(Message("sample_not_withdrawn"))
        cancelled = _withdrawn_tasks(sample)
        recorder.move_all(cancelled, birth_state(sample), reason="restored")
        withdraw_outcomes(cancelled)
        recorder.move(sample, _state_before(sample, cancelled), reason="restored", updated_at=at)
        recorder.write()
        _audit(sample, actor, "sample.restored")


def _withdrawn_tasks(sample: Sample) -> list[Task]:
    """The tasks that were cancelled with the sample, not those that were before."""
    cancelled = sample.tasks.filter(state=Task.State.CANCELLED, purpose=Purpose.WORK)
    last = Transition.objects.filter(
        sample=sample, subject=Transition.Subject.TASK, subject_id=OuterRef("pk")
    ).order_by("-pk")
    reasons = cancelled.annotate(why=Subquery(last.values("reason")[:1]))
    return list(reasons.filter(why="withdrawn"))


def _audit(sample: Sample, actor: User, verb: str, **data: str) -> None:
    audit(project=sample.project, actor=actor, verb=verb, target=str(sample.pk), **data)


def _state_before(sample: Sample, reopened: list[Task]) -> str:
    if reopened:
        return Sample.State.OPEN
    return Sample.State.DONE if sample.finished_at else Sample.State.WAITING
