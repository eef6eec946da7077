"""Give tasks up: release, skip, hand back, and leases whose time has run out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from annotate.core import clock, errors
from annotate.core.rows import filters
from annotate.messages import Message
from annotate.people.models import User
from annotate.workflow import hooks
from annotate.workflow.models import Assignment, Hit, Purpose, Sample
from annotate.workflow.services.counters import daily_stats
from annotate.workflow.services.leases import NotHeld, put_back
from annotate.workflow.services.locking import lock_live
from annotate.workflow.services.transitions import Recorder


class PartOfHit(errors.Conflict):
    """Done with a whole HIT, never with one task of it."""

    code = "in_hit"


def release(*, assignment: Assignment, actor: User) -> None:
    """Put a task back for others; the draft stays for its author.

    Raises:
        PartOfHit: it belongs to a HIT.
        NotHeld: it is no longer theirs.
    """
    if assignment.hit_id is not None:
        raise PartOfHit
    with transaction.atomic():
        _end(assignment, Assignment.State.RELEASED, actor=actor, at=clock.now(), reason="released")


def skip(*, assignment: Assignment, actor: User, reason: str, comment: str = "") -> None:
    """Decline a sample for a reason; the task goes back and this person is not offered it again.

    In a HIT the others stay; with the last one the HIT ends.
    """
    at = clock.now()
    with transaction.atomic():
        _end(
            assignment,
            Assignment.State.SKIPPED,
            actor=actor,
            at=at,
            reason=reason,
            skip_reason=reason,
            comment=comment,
        )
        if assignment.task.purpose == Purpose.WORK:
            daily_stats.count_skip(assignment, at=at)
            hooks.notify_of_work(hooks.skipped, assignment.project, [assignment])
        if assignment.hit_id is not None:
            end_if_empty([assignment.hit_id], at=at)


def release_hit(*, hit: Hit, actor: User) -> None:
    """Put all tasks of a HIT back for others; drafts stay for their author.

    Raises:
        NotHeld: it has ended before.
    """
    with transaction.atomic():
        live = Assignment.objects.filter(hit=hit, state=Assignment.State.LIVE)
        if not hand_back(live.values_list("pk", flat=True), reason="released", actor=actor):
            raise NotHeld(Message("tasks_not_held"))


def hand_back(assignment_ids: Iterable[int], *, reason: str, actor: User | None) -> int:
    """Release what is still held of these, and end the HITs that nothing is left of.

    Call it inside a transaction. Returns how many were released.
    """
    at = clock.now()
    recorder = Recorder(actor_id=actor.pk if actor else None, at=at)
    held = lock_live(assignment_ids)
    put_back(recorder, [row.task for row in held], [row.sample for row in held], reason=reason)
    recorder.move_all(held, Assignment.State.RELEASED, reason=reason, ended_at=at)
    recorder.write()
    end_if_empty([assignment.hit_id for assignment in held], at=at)
    return len(held)


def end_if_empty(hit_ids: Sequence[int | None], *, at: datetime) -> None:
    """End the HITs of which nobody holds anything any more. HITs are locked last, everywhere."""
    wanted = sorted({pk for pk in hit_ids if pk is not None})
    if not wanted:
        return
    # Of two who take the last two assignments away, the second waits here and then sees none.
    locked = Hit.objects.select_for_update(no_key=True).filter(pk__in=wanted, state=Hit.State.LIVE)
    if not list(locked.order_by("pk")):
        return
    held = Assignment.objects.filter(hit=OuterRef("pk"), state=Assignment.State.LIVE)
    Hit.objects.filter(~Exists(held), pk__in=wanted, state=Hit.State.LIVE).update(
        state=Hit.State.RELEASED, ended_at=at
    )


def _end(
    assignment: Assignment,
    to: Assignment.State,
    *,
    actor: User,
    at: datetime,
    reason: str,
    **changes: Any,
) -> None:
    recorder = Recorder(actor_id=actor.pk, at=at)
    if assignment.state != Assignment.State.LIVE:
        raise NotHeld
    # In the order in which everybody locks: sample, task, assignment. The sample only where it is
    # in a batch, which may be closed at this moment.
    if assignment.sample.batch_id is not None:
        Sample.objects.select_for_update(no_key=True).get(pk=assignment.sample_id)
    put_back(recorder, [assignment.task], [assignment.sample], reason=reason)
    detail = {"comment": changes["comment"]} if changes.get("comment") else None
    recorder.move(assignment, to, reason=reason, detail=detail, ended_at=at, **changes)
    recorder.write()


EXPIRE_AT_ONCE = 200
HITS_AT_ONCE = 40


def expire_leases() -> int:
    """Take back every lease that ran out; return how many. Runs by beat and, lazily, in claims."""
    at = clock.now()
    with transaction.atomic():
        return expire_dead(None, at)


def expire_dead(project_id: int | None, at: datetime) -> int:
    """Take back what ran out, in one project or everywhere; return how many leases those were."""
    where = filters(project_id=project_id)
    dead = Assignment.objects.filter(
        state=Assignment.State.LIVE, lease_expires_at__lt=at, hit=None, **where
    )
    return _expire(_locked(dead, EXPIRE_AT_ONCE), at) + _expire_hits(where, at)


def expire_hit(hit: Hit, at: datetime) -> bool:
    """Take back one HIT whose deadline has passed; False while somebody is submitting it."""
    return _expire_wholes({hit.pk: hit}, at) > 0


def _expire_hits(where: dict[str, int], at: datetime) -> int:
    over = Hit.objects.filter(state=Hit.State.LIVE, deadline__lt=at, **where)
    hits = {hit.pk: hit for hit in over.order_by("deadline")[:HITS_AT_ONCE]}
    return _expire_wholes(hits, at) if hits else 0


def _expire_wholes(hits: dict[int, Hit], at: datetime) -> int:
    """Expire each HIT of which nothing is locked: whoever is submitting one comes first."""
    live = Q(assignments__state=Assignment.State.LIVE)
    sizes = dict(
        Hit.objects.filter(pk__in=hits, state=Hit.State.LIVE)
        .values_list("pk")
        .annotate(number=Count("assignments", filter=live))
        .order_by()
    )
    held = Assignment.objects.filter(hit__in=sizes, state=Assignment.State.LIVE)
    locked = _locked(held)
    reached = Counter(assignment.hit_id for assignment in locked)
    whole = {pk for pk, size in sizes.items() if reached[pk] == size}
    expired = _expire([assignment for assignment in locked if assignment.hit_id in whole], at)
    Hit.objects.filter(pk__in=whole, state=Hit.State.LIVE).update(
        state=Hit.State.EXPIRED, ended_at=at
    )
    return expired


def _locked(dead: QuerySet[Assignment], limit: int | None = None) -> list[Assignment]:
    return list(
        dead.select_related("task", "sample")
        .select_for_update(skip_locked=True, of=("self", "task", "sample"), no_key=True)
        .order_by("lease_expires_at")[:limit]
    )


def _expire(dead: list[Assignment], at: datetime) -> int:
    recorder = Recorder(actor_id=None, at=at)
    recorder.move_all(dead, Assignment.State.EXPIRED, reason="lease_expired", ended_at=at)
    # A withdrawn sample has taken its tasks back already.
    freed = [row for row in dead if row.sample.state != Sample.State.WITHDRAWN]
    tasks, samples = [row.task for row in freed], [row.sample for row in freed]
    put_back(recorder, tasks, samples, reason="lease_expired")
    recorder.write()
    return len(dead)
