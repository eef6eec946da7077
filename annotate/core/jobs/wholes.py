"""Jobs in parts: the whole moves on and ends with its parts, and hands out their turns."""

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, Sum

from annotate.core import clock
from annotate.core.jobs import hooks
from annotate.core.jobs.models import Job
from annotate.core.jobs.sending import send


def move_on(whole_id: int) -> None:
    """Bring a job in parts up to date with its parts, and end it when they have all ended."""
    parts = Job.objects.filter(parent_id=whole_id)
    sums = parts.aggregate(
        done=Sum("done", default=0),
        unfinished=Count("id", filter=Q(state__in=Job.UNFINISHED)),
        failed=Count("id", filter=Q(state=Job.State.FAILED)),
    )
    whole = Job.objects.filter(pk=whole_id, state=Job.State.RUNNING)
    whole.update(done=sums["done"])
    if sums["unfinished"]:
        return
    failed = parts.filter(state=Job.State.FAILED).order_by("pk").first()
    with transaction.atomic():
        if whole.update(
            state=Job.State.FAILED if failed else Job.State.SUCCEEDED,
            error=failed.error if failed else None,
            finished_at=clock.now(),
        ):
            hooks.tell(Job.objects.get(pk=whole_id))


def send_next(whole_id: int) -> None:
    """Wake a worker for the next part of a job of which only so many run at the same time."""
    waiting = Job.objects.filter(
        parent=whole_id, parent__at_once__isnull=False, state=Job.State.QUEUED
    )
    following = waiting.order_by("pk").first()
    if following is not None:
        send(following)


def end_left() -> None:
    """End each whole whose parts have all ended while it has not.

    A part ends in a transaction of its own, and the whole is looked at after that: only then are
    two parts that end at once both seen. Whoever was killed between the two, or lost the database
    there, has left a whole that no part will move on any more.
    """
    parts = Job.objects.filter(parent=OuterRef("pk"))
    # Workers hold what they run by a lease; a whole has none.
    running = Job.objects.filter(state=Job.State.RUNNING, lease_expires_at=None)
    left = running.filter(Exists(parts), ~Exists(parts.filter(state__in=Job.UNFINISHED)))
    for whole_id in left.values_list("pk", flat=True):
        move_on(whole_id)
