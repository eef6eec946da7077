"""What the platform knows of a project, in the form of the figures of a release."""

from decimal import Decimal
from typing import Any

from django.db.models import Count, Max, Min, Sum

from annotate.crowd.models import Payment
from annotate.exchange.exports.reading import Scope, Selection
from annotate.projects.models import Project


def figures_now(project: Project) -> dict[str, Any]:
    """The figures that a draft needs, by a few counts instead of a walk over everything."""
    scope = Scope.of(project, Selection())
    samples = scope.samples()
    work = scope.annotations().filter(sample__in=samples).order_by()
    by_split = samples.order_by().values("image__split").annotate(number=Count("id"))
    by_origin = work.values("origin").annotate(number=Count("id"))
    given = work.filter(author__isnull=False)
    span = given.aggregate(
        people=Count("author", distinct=True), first=Min("created_at"), last=Max("created_at")
    )
    producers = work.exclude(producer="").values("producer").annotate(number=Count("id"))
    return {
        "samples": samples.count(),
        "splits": {row["image__split"] or "none": row["number"] for row in by_split},
        "left_out": scope.left_out(),
        "people": span["people"],
        "answers": {row["origin"]: row["number"] for row in by_origin},
        "producers": {row["producer"]: row["number"] for row in producers},
        "work": {
            "first_day": span["first"].date().isoformat() if span["first"] else None,
            "last_day": span["last"].date().isoformat() if span["last"] else None,
        },
        "rounds": [],
        "agreement": [],
    }


def payments(project: Project) -> list[tuple[str, int, Decimal]]:
    """Currency, number and sum of what was sent, in order of the currencies."""
    sent = Payment.objects.filter(project=project, state=Payment.State.SENT)
    sums = (
        sent.order_by()
        .values("currency")
        .annotate(number=Count("id"), base=Sum("base"), bonus=Sum("bonus"))
    )
    return sorted((row["currency"], row["number"], row["base"] + row["bonus"]) for row in sums)
