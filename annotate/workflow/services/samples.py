"""Bring images in as samples, open them, pull them and bring them back."""

from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max, OuterRef, QuerySet, Subquery

from annotate.core import bulk, clock, errors
from annotate.images.models import Image
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.services import audit, webhooks
from annotate.projects.webhook_events import EventType
from annotate.workflow.models import (
    Assignment,
    Batch,
    BatchBlock,
    Purpose,
    Sample,
    Task,
    Transition,
)
from annotate.workflow.services import documents
from annotate.workflow.services.counters import samples as sample_counters
from annotate.workflow.services.first_tasks import open_by_id
from annotate.workflow.services.outcomes import withdraw_outcomes
from annotate.workflow.services.passing_over import pass_over_ended
from annotate.workflow.services.release import end_if_empty
from annotate.workflow.services.requeue import go_on
from annotate.workflow.services.rounds import birth_state
from annotate.workflow.services.transitions import Recorder


def add_samples(*, project: Project, image_ids: Sequence[int]) -> list[Sample]:
    """Add images to the project's work, waiting for seeds; images already in are left alone."""
    known = set(Sample.objects.filter(image_id__in=image_ids).values_list("image_id", flat=True))
    new = [image_id for image_id in image_ids if image_id not in known]
    images = Image.objects.in_bulk(new)
    keys = _add(project, [images[image_id] for image_id in new if image_id in images])
    return list(Sample.objects.filter(pk__in=keys).order_by("pk"))


def take_in(*, project: Project, new: Sequence[Image]) -> None:
    """Add images of just now to the project's work; opened at once where nothing is brought in."""
    open_new(project=project, sample_ids=add_new(project=project, new=new))


def add_new(*, project: Project, new: Sequence[Image]) -> list[int]:
    """Add images of just now, waiting for what comes with them; return the keys of the samples."""
    return _add(project, new)


def open_new(*, project: Project, sample_ids: Sequence[int]) -> None:
    """Open samples of just now where the recipe has them wait for nothing."""
    if not any(stage.seeded or stage.given for stage in project.recipe.stages):
        open_by_id(project=project, sample_ids=sample_ids)


def _add(project: Project, new: Sequence[Image]) -> list[int]:
    """Make samples of images that have none; return their keys."""
    at = clock.now()
    splits = Counter(image.split for image in new)
    with transaction.atomic():
        keys = bulk.keys(Sample, len(new))
        bulk.insert_lines(
            Sample,
            ("id", "image_id", "split"),
            [(key, image.pk, image.split) for key, image in zip(keys, new, strict=True)],
            project_id=project.pk,
            state=Sample.State.WAITING,
            stage_key="",
            round=0,
            created_at=at,
            updated_at=at,
        )
        named = zip(keys, new, strict=True)
        documents.add(project, [(key, each.name, each.external_id) for key, each in named])
        waiting = {(project.pk, "", split, "waiting"): count for split, count in splits.items()}
        sample_counters.add(waiting, actor_id=None)
    return keys


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
        unfinished = sample.tasks.filter(state__in=Task.UNFINISHED)
        for task in unfinished.select_for_update(no_key=True):
            recorder.move(task, Task.State.CANCELLED, reason="withdrawn")
        live = Assignment.objects.filter(sample=sample, state=Assignment.State.LIVE)
        held = list(live.select_for_update(no_key=True))
        recorder.move_all(held, Assignment.State.EXPIRED, reason="withdrawn", ended_at=at)
        recorder.move(sample, Sample.State.WITHDRAWN, reason=reason[:60], updated_at=at)
        recorder.write()
        end_if_empty([assignment.hit_id for assignment in held], at=at)
        _audit(sample, actor, "sample.withdrawn", reason=reason)
        webhooks.note(sample.project, "image.withdrawn", {"sample": sample.pk})


def restore_sample(*, sample: Sample, actor: User) -> None:
    """Bring a withdrawn sample back to where it was: done, open at its round, or waiting."""
    at = clock.now()
    with transaction.atomic():
        recorder = Recorder(actor_id=actor.pk, at=at)
        sample = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        if sample.state != Sample.State.WITHDRAWN:
            raise errors.Conflict(Message("sample_not_withdrawn"))
        if sample.image.erased_at is not None:
            raise errors.Conflict(Message("sample_erased"))
        cancelled = _withdrawn_tasks(sample)
        recorder.move_all(cancelled, birth_state(sample), reason="restored")
        withdraw_outcomes(cancelled)
        recorder.move(sample, _state_before(sample, cancelled), reason="restored", updated_at=at)
        go_on(recorder, sample.project, sample)
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
            others = Sample.objects.filter(project=project, batch=None)
            _switch(project, others, actor, to_open=False)
        _switch(project, Sample.objects.filter(batch=batch), actor, to_open=True)
        audit(
            project=project, actor=actor, verb="batch.made", target=str(number), samples=len(chosen)
        )
        webhooks.note(project, "batch.made", {"batch": batch.pk})
    return batch


def close_batch(*, batch: Batch, actor: User) -> Batch:
    """Give out nothing more of a batch; what is held may be finished."""
    return _turn(batch, Batch.State.CLOSED, actor)


def open_batch(*, batch: Batch, actor: User) -> Batch:
    """Give out the work of a batch again."""
    return _turn(batch, Batch.State.OPEN, actor)


def _turn(batch: Batch, state: Batch.State, actor: User) -> Batch:
    to_open = state == Batch.State.OPEN
    verb: EventType = "batch.opened" if to_open else "batch.closed"
    with transaction.atomic():
        Batch.objects.filter(pk=batch.pk).update(
            state=state, closed_at=None if to_open else clock.now()
        )
        _switch(batch.project, Sample.objects.filter(batch=batch), actor, to_open=to_open)
        audit(
            project=batch.project,
            actor=actor,
            verb=verb,
            target=str(batch.number),
        )
        webhooks.note(batch.project, verb, {"batch": batch.pk})
    batch.refresh_from_db()
    return batch


def _switch(project: Project, samples: QuerySet[Sample], actor: User, *, to_open: bool) -> None:
    """Open the parked tasks of samples, or park the open ones.

    The samples are locked first: whoever opens the next task of one does so before this or sees
    what this has done.
    """
    locked = samples.select_for_update(no_key=True).order_by("pk")
    keys = list(locked.values_list("pk", flat=True))
    recorder = Recorder(actor_id=actor.pk, at=clock.now())
    switched = 0
    for start in range(0, len(keys), AT_ONCE):
        switched += _switch_tasks(recorder, keys[start : start + AT_ONCE], to_open=to_open)
        recorder.write()
    if not to_open:
        pass_over_ended(project, switched)


def _switch_tasks(recorder: Recorder, sample_ids: list[int], *, to_open: bool) -> int:
    before, after = Task.State.OPEN, Task.State.PARKED
    if to_open:
        before, after = after, before
    waiting = Task.objects.filter(sample__in=sample_ids, state=before, purpose=Purpose.WORK)
    tasks = list(waiting.select_for_update(no_key=True, of=("self",)).order_by("pk"))
    recorder.move_all(tasks, after, reason="batch_opened" if to_open else "batch_closed")
    return len(tasks)


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
