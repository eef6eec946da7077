"""Work out what is owed, let leads approve it, and send it: each step at most once, whatever dies.

What was sent is written down before the next step begins. Where a platform pays again when asked
again, a step whose answer was lost is never repeated: the payment is kept as failed and uncertain,
and a person looks on the platform.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q

from annotate.core import clock, errors, jobs, logs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.crowd import pay, schemas
from annotate.crowd.adapters.base import Client, ClientError, Order
from annotate.crowd.models import Channel, Delivery, Payment, PaymentEvent
from annotate.crowd.selectors.channels import client_of, settings_of
from annotate.crowd.selectors.payments import counts_of, payable
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit

log = logs.get(__name__)
JOB = "crowd.send_payments"
_AT_ONCE = 500
_SENDABLE = (Payment.State.APPROVED, Payment.State.FAILED)


def compute(*, project: Project, actor: User) -> schemas.Computed:
    """Work out anew what every delivery earned. What a lead approved is never changed."""
    counted: Counter[str] = Counter(new=0, changed=0, dropped=0, not_due=0)
    with transaction.atomic():
        # Two leads at once would compute the same delivery twice.
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        counted["dropped"] += _drop_lost(project)
        deliveries = list(payable(project))
        rules = {channel.pk: _rules(channel) for channel in project.channels.all()}
        for start in range(0, len(deliveries), _AT_ONCE):
            some = deliveries[start : start + _AT_ONCE]
            counts = counts_of(some)
            for delivery in some:
                channel_rules, currency = rules[delivery.participation.channel_id]
                due = pay.due(counts[delivery.pk], channel_rules)
                counted.update(_update(project, delivery, due, currency, actor))
        computed = schemas.Computed(**counted)
        audit(project=project, actor=actor, verb="payments.computed", **computed.model_dump())
    return computed


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


def _drop_lost(project: Project) -> int:
    """Take back what was computed for visits that were given back since."""
    stale = Payment.objects.filter(project=project, state=Payment.State.COMPUTED).exclude(
        delivery__in=payable(project).values("pk")
    )
    number = stale.count()
    stale.delete()
    return number


def _update(
    project: Project, delivery: Delivery, due: pay.Due | None, currency: str, actor: User
) -> tuple[str, ...]:
    """Write down what is due; return what is counted of it."""
    before = getattr(delivery, "payment", None)
    if due is None:
        if before is None or before.state != Payment.State.COMPUTED:
            return ("not_due",)
        before.delete()
        return ("not_due", "dropped")
    values = {
        "base": due.base,
        "bonus": due.bonus,
        "currency": currency,
        "reason": str(due.reason),
        "reason_message": due.reason.to_json(),
        "numbers": due.numbers,
    }
    if before is None:
        payment = Payment.objects.create(project=project, delivery=delivery, **values)
        PaymentEvent.note(payment, "computed", str(due.reason), actor=actor)
        return ("new",)
    if all(getattr(before, name) == value for name, value in values.items()):
        return ()
    # The condition keeps an approval that came in between.
    waiting = Payment.objects.filter(pk=before.pk, state=Payment.State.COMPUTED)
    if not waiting.update(**values):
        return ()
    PaymentEvent.note(before, "computed", str(due.reason), actor=actor)
    return ("changed",)


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
            values = {"approved_by": actor, "approved_at": clock.now(), "sent_by_job": None}
            if waiting.update(state=Payment.State.APPROVED, **values):
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
        payload = {"project": project.pk, "payments": [payment.pk for payment in chosen]}
        job = job_services.start(name=JOB, scope=project.scope, payload=payload, by=actor.pk)
        audit(project=project, actor=actor, verb="payments.sent", count=len(chosen))
    return job


def _refuse_uncertain(chosen: Sequence[Payment]) -> None:
    if any(payment.is_uncertain for payment in chosen):
        raise errors.Conflict(Message("payment_uncertain"))


def _chosen(project: Project, ids: Sequence[int]) -> list[Payment]:
    payments = Payment.objects.select_for_update(of=("self",)).order_by("pk")
    related = payments.select_related("delivery__participation__channel")
    chosen = list(related.filter(project=project, pk__in=ids))
    if len(chosen) != len(set(ids)):
        raise errors.NotFound(Message("unknown_payment"))
    return chosen


@jobs.handler(JOB)
def run(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send the payments of a job one by one; one that fails stops no other."""
    ids = payload["payments"]
    for place, payment_id in enumerate(ids):
        progress.report(place, len(ids))
        _send(payment_id, progress.job_id)
    progress.report(len(ids), len(ids))
    sent = Payment.objects.filter(pk__in=ids, state=Payment.State.SENT).count()
    return {"sent": sent, "failed": len(ids) - sent}


def _send(payment_id: int, job_id: int) -> None:
    # Ours if approved, or if this very job was interrupted in the middle of it.
    ours = Q(state=Payment.State.APPROVED) | Q(state=Payment.State.SENDING, sent_by_job=job_id)
    if not Payment.objects.filter(ours, pk=payment_id).update(
        state=Payment.State.SENDING, sent_by_job=job_id
    ):
        return
    related = Payment.objects.select_related("delivery__participation__channel__project")
    payment = related.get(pk=payment_id)
    try:
        channel = payment.delivery.participation.channel
        client = client_of(channel)
        if client is None:
            raise ClientError(Message("channel_without_api", name=channel.name))
        _pay(payment, client)
    except ClientError as refused:
        _fail(payment, refused.reason)
    except Exception as fault:
        # A fault of ours stops this payment only, and tells nobody what was being sent.
        log.exception("A payment could not be sent", payment=payment.pk)
        _fail(payment, Message("fault_on_our_side", fault=type(fault).__name__))
    else:
        _note(payment, "sent", state=Payment.State.SENT)


def _pay(payment: Payment, client: Client) -> None:
    order = order_of(payment)
    _check_holder(client, order)
    # Every visit has one base, however many HITs were handed in during it; approving twice is once.
    if payment.base and payment.base_sent_at is None:
        client.approve(order)
        _note(payment, "base_sent", base_sent_at=clock.now())
    if payment.bonus and payment.bonus_sent_at is None:
        _pay_bonus(payment, client, order)


def _pay_bonus(payment: Payment, client: Client, order: Order) -> None:
    if payment.bonus_tried_at is not None and not client.bonus_is_idempotent:
        payment.is_uncertain = True
        raise ClientError(Message("bonus_asked_before"))
    if not payment.bonus_reference:
        _note(payment, "bonus_prepared", bonus_reference=client.prepare_bonus(order))
    _note(payment, "bonus_asked_for", bonus_tried_at=clock.now())
    try:
        client.pay_bonus(order, payment.bonus_reference)
    except ClientError as refused:
        if refused.uncertain and not client.bonus_is_idempotent:
            payment.is_uncertain = True
        else:
            # A clear no: nothing was paid, and a later try may ask again.
            payment.bonus_tried_at = None
        raise
    _note(payment, "bonus_sent", bonus_sent_at=clock.now())


def _check_holder(client: Client, order: Order) -> None:
    """Pay nobody for a session that the platform knows as somebody else's."""
    holder = client.holder(order.session)
    if holder is not None and holder.person != order.person:
        raise ClientError(Message("session_of_another"))


def order_of(payment: Payment) -> Order:
    """What the platform is asked for; the key is the same at every try."""
    visit = payment.delivery.participation
    return Order(
        key=f"annotate-{visit.channel.slug}-{payment.pk}"[:64],
        person=visit.external_person,
        session=visit.external_session,
        bonus=payment.bonus,
        facts=visit.facts,
        reason=f"Bonus for {visit.channel.project.name} ({payment.pk}): {payment.reason}"[:400],
    )


def _note(payment: Payment, what: str, **changes: Any) -> None:
    """Write a step down before anything else happens."""
    for name, value in changes.items():
        setattr(payment, name, value)
    payment.save(update_fields=list(changes))
    PaymentEvent.note(payment, what)


def _fail(payment: Payment, problem: Message) -> None:
    payment.state, payment.reason = Payment.State.FAILED, str(problem)[:500]
    payment.reason_message = problem.to_json()
    payment.save(
        update_fields=["state", "reason", "reason_message", "is_uncertain", "bonus_tried_at"]
    )
    PaymentEvent.note(payment, "failed", str(problem))
