"""Batches: samples collected together, opened and closed as one (VW App. A.1)."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, QuerySet

from annotate.core import clock, errors
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.services import audit
from annotate.workflow.models import Batch, BatchBlock, Purpose, Sample, Task
from annotate.workflow.services.transitions import Recorder

MAX_SAMPLES = 10_000
AT_ONCE = 500


def make_batch(
    *,
    project: Project,
    actor: User,
    title: str = "",
    size: int | None = None,
    sample_ids: Sequence[int] | None = None,
    carry_over: bool = False,
) -> Batch:
    """Make an open batch of samples that are in none: these, or the next `size`.

    Once a project has a batch, work is given out of open batches alone: with the first one, the
    tasks of all other samples are parked.

    Args:
        carry_over: keep away who was blocked from the batch before.

    Raises:
        Invalid: a sample is not free, or none is left.
    """
    with transaction.atomic():
        project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        number = (project.batches.aggregate(last=Max("number"))["last"] or 0) + 1
        chosen = _chosen(project, size, sample_ids)
        batch = Batch.objects.create(
            project=project, number=number, title=title, created_by=actor, created_at=clock.now()
        )
        Sample.objects.filter(pk__in=chosen).update(batch=batch)
        if carry_over:
            _carry_over(batch)
        if number == 1:
            _switch(Sample.objects.filter(project=project, batch=None), actor, to_open=False)
        _switch(Sample.objects.filter(batch=batch), actor, to_open=True)
        audit(
            project=project, actor=actor, verb="batch.made", target=str(number), samples=len(chosen)
        )
    return batch


def close_batch(*, batch: Batch, actor: User) -> Batch:
    """Give out nothing more of a batch; what is held may be finished."""
    return _turn(batch, Batch.State.CLOSED, actor)


def open_batch(*, batch: Batch, actor: User) -> Batch:
    """Give out the work of a batch again."""
    return _turn(batch, Batch.State.OPEN, actor)


def _turn(batch: Batch, state: Batch.State, actor: User) -> Batch:
    to_open = state == Batch.State.OPEN
    with transaction.atomic():
        Batch.objects.filter(pk=batch.pk).update(
            state=state, closed_at=None if to_open else clock.now()
        )
        _switch(Sample.objects.filter(batch=batch), actor, to_open=to_open)
        audit(
            project=batch.project,
            actor=actor,
            verb="batch.opened" if to_open else "batch.closed",
            target=str(batch.number),
        )
    batch.refresh_from_db()
    return batch


def _switch(samples: QuerySet[Sample], actor: User, *, to_open: bool) -> None:
    """Open the parked tasks of samples, or park the open ones.

    The samples are locked first: whoever opens the next task of one does so before this or sees
    what this has done.
    """
    locked = samples.select_for_update(no_key=True).order_by("pk")
    keys = list(locked.values_list("pk", flat=True))
    recorder = Recorder(actor_id=actor.pk, at=clock.now())
    for start in range(0, len(keys), AT_ONCE):
        _switch_tasks(recorder, keys[start : start + AT_ONCE], to_open=to_open)
        recorder.write()


def _switch_tasks(recorder: Recorder, sample_ids: list[int], *, to_open: bool) -> None:
    before, after = Task.State.OPEN, Task.State.PARKED
    if to_open:
        before, after = after, before
    waiting = Task.objects.filter(sample__in=sample_ids, state=before, purpose=Purpose.WORK)
    tasks = list(waiting.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    recorder.move_all(tasks, after, reason="batch_opened" if to_open else "batch_closed")


def _chosen(project: Project, size: int | None, sample_ids: Sequence[int] | None) -> list[int]:
    free = Sample.objects.filter(project=project, batch=None).exclude(state=Sample.State.WITHDRAWN)
    if sample_ids is not None:
        wanted = set(sample_ids)
        chosen = set(free.filter(pk__in=wanted).values_list("pk", flat=True))
        if chosen != wanted or not wanted:
            message = Message("samples_not_free", count=len(wanted - chosen))
            raise errors.Invalid.field("sample_ids", message, code="not_free")
        return sorted(chosen)
    if size is None or not 1 <= size <= MAX_SAMPLES:
        raise errors.Invalid.field(
            "size", Message("batch_size_missing", limit=MAX_SAMPLES), code="missing"
        )
    undone = free.exclude(state=Sample.State.DONE).order_by("pk")
    chosen_keys = list(undone.values_list("pk", flat=True)[:size])
    if not chosen_keys:
        raise errors.Invalid.field("size", Message("every_sample_in_a_batch"), code="none_left")
    return chosen_keys


def _carry_over(batch: Batch) -> None:
    earlier = Batch.objects.filter(project=batch.project_id, number=batch.number - 1)
    users = BatchBlock.objects.filter(batch__in=earlier).values_list("user", flat=True)
    BatchBlock.objects.bulk_create(
        BatchBlock(batch=batch, user_id=user, carried_over=True) for user in users
    )
    # Those who came back meanwhile are members again, and claims must look closer at them.
    Membership.objects.filter(project=batch.project_id, user__in=list(users)).update(
        is_restricted=True
    )
