"""Work out what is owed, and let leads approve it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd import pay
from annotate.crowd.models import Channel, Delivery, Payment, PaymentEvent
from annotate.crowd.selectors.channels import client_of, settings_of
from annotate.crowd.selectors.payments import counts_of, payable
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

JOB = "crowd.send_payments"
_AT_ONCE = 500
_SENDABLE = (Payment.State.APPROVED, Payment.State.FAILED)


@dataclass
class Computed:
    """How many payments are new, changed and no longer due, and how many deliveries earn none."""

    new: int = 0
    changed: int = 0
    dropped: int = 0
    not_due: int = 0


def compute(*, project: Project, actor: User) -> Computed:
    """Work out anew what every delivery earned. What a lead approved is never changed."""
    done = Computed()
    with transaction.atomic():
        # Two leads at once would compute the same delivery twice.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        _drop_lost(project, done)
        deliveries = list(payable(project))
        rules = {channel.pk: _rules(channel) for channel in project.channels.all()}
        for start in range(0, len(deliveries), _AT_ONCE):
            some = deliveries[start : start + _AT_ONCE]
            counts = counts_of(some)
            for delivery in some:
                channel_rules, currency = rules[delivery.participation.channel_id]
                due = pay.due(counts[delivery.pk], channel_rules)
                _settle(project, delivery, due, currency, actor, done)
        audit(project=project, actor=actor, verb="payments.computed", **vars(done))
    return done


def _rules(channel: Channel) -> tuple[pay.Rules, str]:
    settings = settings_of(channel)
    rules = pay.Rules(
        rate=settings.pay_rate,
        when=settings.pay_when,
        from_share=settings.pay_from_share,
        bonus=settings.bonus,
        bonus_from_share=settings.bonus_from_share,
    )
    return rules, settings.pay_currency


def _drop_lost(project: Project, done: Computed) -> None:
    """Take back what was computed for visits that were given back since."""
    stale = Payment.objects.filter(project=project, state=Payment.State.COMPUTED).exclude(
        delivery__in=payable(project).values("pk")
    )
    done.dropped += stale.count()
    stale.delete()


def _settle(
    project: Project,
    delivery: Delivery,
    due: pay.Due | None,
    currency: str,
    actor: User,
    done: Computed,
) -> None:
    before = getattr(delivery, "payment", None)
    if due is None:
        done.not_due += 1
        if before is not None and before.state == Payment.State.COMPUTED:
            before.delete()
            done.dropped += 1
        return
    values = {
        "base": due.base,
        "bonus": due.bonus,
        "currency": currency,
        "reason": str(due.reason),
        "reason_message": due.reason.to_json(),
        "numbers": due.numbers,
    }
    if before is None:
        made = Payment.objects.create(project=project, delivery=delivery, **values)
        PaymentEvent.note(made, "computed", str(due.reason), actor=actor)
        done.new += 1
    elif any(getattr(before, name) != value for name, value in values.items()):
        # The condition keeps an approval that came in between.
        changed = Payment.objects.filter(pk=before.pk, state=Payment.State.COMPUTED)
        if changed.update(**values):
            PaymentEvent.note(before, "computed", str(due.reason), actor=actor)
            done.changed += 1


def approve(*, project: Project, actor: User, ids: Sequence[int]) -> int:
    """Approve payments, or failed ones once more; return how many.

    Raises:
        NotFound: one of them is not of this project.
        Conflict: one may have been paid already although no answer came; nothing is approved.
    """
    with transaction.atomic():
        chosen = _chosen(project, ids)
        _refuse_uncertain(chosen)
        done = 0
        for payment in chosen:
            waiting = Payment.objects.filter(
                Q(state=Payment.State.COMPUTED) | Q(state=Payment.State.FAILED, is_uncertain=False),
                pk=payment.pk,
            )
            if waiting.update(
                state=Payment.State.APPROVED,
                approved_by=actor,
                approved_at=clock.now(),
                sent_by_job=None,
            ):
                PaymentEvent.note(payment, "approved", actor=actor)
                done += 1
        audit(project=project, actor=actor, verb="payments.approved", count=done)
    return done


def start_sending(*, project: Project, actor: User, ids: Sequence[int]) -> Job:
    """Send approved payments through their platforms' APIs, in the background.

    Raises:
        NotFound: one of them is not of this project.
        Conflict: one is not approved, may have been paid, or its channel has no API.
    """
    with transaction.atomic():
        chosen = _chosen(project, ids)
        _refuse_uncertain(chosen)
        if any(payment.state not in _SENDABLE for payment in chosen):
            raise errors.Conflict(Message("payments_not_approved"))
        for channel in {payment.delivery.participation.channel for payment in chosen}:
            if client_of(channel) is None:
                raise errors.Conflict(Message("no_api", name=channel.name))
        # One that was refused is tried again: a lead approved it, and asks for it once more.
        Payment.objects.filter(
            pk__in=[payment.pk for payment in chosen], state=Payment.State.FAILED
        ).update(state=Payment.State.APPROVED, sent_by_job=None)
        job = job_services.start(
            name=JOB,
            scope=project.scope,
            payload={"project": project.pk, "payments": [payment.pk for payment in chosen]},
        )
        audit(project=project, actor=actor, verb="payments.sent", count=len(chosen))
    return job


def _refuse_uncertain(chosen: Sequence[Payment]) -> None:
    if any(payment.is_uncertain for payment in chosen):
        raise errors.Conflict(Message("payment_uncertain"))


def _chosen(project: Project, ids: Sequence[int]) -> list[Payment]:
    found = (
        Payment.objects.select_for_update(of=("self",))
        .filter(project=project, pk__in=ids)
        .select_related("delivery__participation__channel")
        .order_by("pk")
    )
    chosen = list(found)
    if len(chosen) != len(set(ids)):
        raise errors.NotFound(Message("unknown_payment"))
    return chosen
