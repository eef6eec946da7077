"""Take back what ran out: single leases, and HITs as the wholes they are."""

from collections import Counter
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from annotate.core import clock
from annotate.workflow.models import Assignment, Hit, Sample
from annotate.workflow.services.leasing import put_back
from annotate.workflow.services.transitions import Recorder

EXPIRE_AT_ONCE = 200
HITS_AT_ONCE = 40


def expire_leases() -> int:
    """Take back every lease that ran out; return how many. Runs by beat and, lazily, in claims."""
    at = clock.now()
    with transaction.atomic():
        return expire_dead(None, at)


def expire_dead(project_id: int | None, at: datetime) -> int:
    """Take back what ran out, in one project or everywhere; return how many leases those were."""
    where = {} if project_id is None else {"project_id": project_id}
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
    expired = _expire([each for each in locked if each.hit_id in whole], at)
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
    freed = [each for each in dead if each.sample.state != Sample.State.WITHDRAWN]
    put_back(
        recorder,
        [each.task for each in freed],
        [each.sample for each in freed],
        reason="lease_expired",
    )
    recorder.write()
    return len(dead)
