"""Send approved payments, each step at most once, whatever dies in between.

What was done is written down before the next step begins. Where a platform pays again when asked
again, a step whose answer was lost is never repeated: the payment is kept as failed and uncertain,
and a person looks on the platform.
"""

from typing import Any

from django.db.models import Q

from annotate.core import clock, jobs, logs
from annotate.crowd.adapters.base import Client, ClientError, Order
from annotate.crowd.models import Payment, PaymentEvent
from annotate.crowd.selectors.channels import client_of
from annotate.crowd.services.payments import JOB
from annotate.messages import Message

log = logs.get(__name__)


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
    payment = Payment.objects.select_related("delivery__participation__channel__project").get(
        pk=payment_id
    )
    try:
        channel = payment.delivery.participation.channel
        client = client_of(channel)
        if client is None:
            raise ClientError(Message("channel_without_api", name=channel.name))
        _pay(payment, client)
    except ClientError as refused:
        _fail(payment, refused.said)
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
    """Return what the platform is asked for; the key is the same at every try."""
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
