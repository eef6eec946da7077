"""Figures of the work in all projects, for operators."""

from collections.abc import Iterator

from django.db.models import Count, Q, Sum

from annotate.core import clock
from annotate.core.metrics.hooks import Figure
from annotate.workflow.models import Assignment, DailyStats, SampleCounter


def work() -> Iterator[Figure]:
    """Three statements over counters and what people hold now; answers are never counted."""
    overdue = Q(lease_expires_at__lt=clock.now())
    held = Assignment.objects.filter(state=Assignment.State.LIVE).aggregate(
        all=Count("pk"), overdue=Count("pk", filter=overdue)
    )
    yield Figure(name="leases", help="Tasks that somebody holds.", value=held["all"])
    yield Figure(
        name="leases_overdue",
        help="Those whose lease is over and that the clock has not taken back yet.",
        value=held["overdue"],
    )
    samples = SampleCounter.objects.values("state").annotate(number=Sum("count")).order_by("state")
    for row in samples:
        yield Figure(
            name="samples",
            help="Samples of all projects, by state.",
            value=row["number"],
            labels={"state": row["state"]},
        )
    yield from _submitted()


def _submitted() -> Iterator[Figure]:
    sums = DailyStats.objects.aggregate(
        submissions=Sum("submissions", default=0),
        skips=Sum("skips", default=0),
        seconds=Sum("active_seconds", default=0.0),
    )
    totals = {
        "submissions": "Answers that people handed in.",
        "skips": "Tasks that people declined.",
        "seconds": "Active time of the answers that people handed in.",
    }
    for name, said in totals.items():
        told = "active_seconds" if name == "seconds" else name
        yield Figure(name=told, help=said, value=float(sums[name]), is_total=True)
