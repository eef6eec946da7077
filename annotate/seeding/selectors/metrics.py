"""Figures of seeding in all projects, for operators."""

from collections.abc import Iterator

from django.db.models import Count, Sum

from annotate.core.metrics.hooks import Figure
from annotate.seeding.models import SeedingRun


def seeded() -> Iterator[Figure]:
    """One statement, over the runs alone."""
    sums = SeedingRun.objects.aggregate(runs=Count("pk"), samples=Sum("job__done", default=0))
    yield Figure(
        name="seeding_runs", help="Runs of seeding begun.", value=sums["runs"], is_total=True
    )
    yield Figure(
        name="seeded_samples",
        help="Samples that runs of seeding are done with, failed ones included.",
        value=sums["samples"],
        is_total=True,
    )
