"""What people are owed, for leads."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain

from django.db.models import Count, Min, Q, QuerySet

from annotate.core.csv_files import rows_as_csv
from annotate.crowd.models import Delivery, Participation, Payment
from annotate.crowd.pay import Counts
from annotate.projects.models import Project
from annotate.projects.needs import Need
from annotate.workflow.models import Assignment, Purpose

_COLUMNS: tuple[object, ...] = (
    *("payment", "state", "channel", "platform", "person", "session", "annotator", "hit"),
    *("handed_in_at", "base", "bonus", "total", "currency", "reason"),
)


def payments(project: Project) -> QuerySet[Payment]:
    """Newest first."""
    return (
        Payment.objects.filter(project=project)
        .select_related("delivery__participation__channel", "delivery__participation__user")
        .order_by("-pk")
    )


def unapproved(projects: Mapping[int, Project], at: datetime) -> Iterator[Need]:
    """Payments that are computed and that no lead has approved."""
    rows = Payment.objects.filter(project__in=projects, state=Payment.State.COMPUTED)
    sums = rows.values_list("project").annotate(count=Count("id"), since=Min("created_at"))
    for project, count, since in sums.order_by():
        yield Need(project_id=project, kind="payments_waiting", count=count, since=since)


def payable(project: Project) -> QuerySet[Delivery]:
    """The deliveries of visits that their people did not give back."""
    return (
        Delivery.objects.filter(participation__channel__project=project)
        .exclude(participation__state__in=[*Participation.LOST, Participation.State.REJECTED])
        .select_related("participation__channel", "payment")
        .order_by("pk")
    )


def counts_of(deliveries: Sequence[Delivery]) -> dict[int, Counts]:
    """By delivery how its answers were judged; gold is nobody's to approve."""
    chosen = [delivery.pk for delivery in deliveries]
    counts: dict[int, Counts] = {}
    for path in ("hit__assignments", "assignment"):
        judged = Q(**{f"{path}__state": Assignment.State.SUBMITTED}) & Q(
            **{f"{path}__task__purpose": Purpose.WORK}
        )
        rows = Delivery.objects.filter(pk__in=chosen, **{f"{path.split('__')[0]}__isnull": False})
        counted = rows.annotate(
            **{
                verdict: Count(path, filter=judged & Q(**{f"{path}__verdict": verdict}))
                for verdict in Assignment.Verdict.values
            }
        )
        for row in counted.values("pk", *Assignment.Verdict.values):
            delivery_id = row.pop("pk")
            counts[delivery_id] = Counts(**row)
    return counts


def csv_of(project: Project) -> Iterator[str]:
    """All payments, safe to open in a spreadsheet program."""
    rows = payments(project).order_by("pk").iterator(chunk_size=500)
    return rows_as_csv(chain([_COLUMNS], map(_row, rows)))


def _row(payment: Payment) -> tuple[object, ...]:
    delivery = payment.delivery
    visit = delivery.participation
    return (
        payment.pk,
        payment.state,
        visit.channel.name,
        visit.channel.adapter,
        visit.external_person,
        visit.external_session,
        visit.user.username,
        delivery.hit_id or "",
        delivery.at.isoformat(),
        payment.base,
        payment.bonus,
        payment.base + payment.bonus,
        payment.currency,
        payment.reason,
    )
