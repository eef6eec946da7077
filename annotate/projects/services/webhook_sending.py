"""Send what is due to an endpoint, by the Standard Webhooks; at least once, in order of numbers.

An attempt is written down before it is made: a worker that is killed between sending and noting
leaves a row that is due again after `LEASE`, and the receiver sees the same id twice.
"""

import base64
import hashlib
import hmac
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from annotate.core import clock, errors, fetch, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.projects import webhook_secrets
from annotate.projects.models import WebhookDelivery, WebhookEndpoint
from annotate.projects.services.webhooks import DELIVER, disable, wake

SECONDS = 15.0
MAX_BYTES = 64 * 1024
# After this long an attempt of which nothing more was heard counts as failed.
LEASE = timedelta(minutes=2)
GONE = 410
# An endpoint that nothing has reached for so long is switched off.
FAILING = timedelta(days=5)
# Rows that are deleted in one statement.
PRUNED_AT_ONCE = 1000
AT_ONCE = 100
State = WebhookDelivery.State


def due() -> QuerySet[WebhookDelivery]:
    """What is to be sent now."""
    return WebhookDelivery.objects.filter(
        state=State.PENDING, due_at__lte=clock.now(), endpoint__is_enabled=True
    )


def wake_due() -> int:
    """Start the jobs of all endpoints for which something is due; return how many."""
    endpoints = set(due().order_by().values_list("endpoint_id", flat=True).distinct())
    for endpoint_id in endpoints:
        wake(endpoint_id)
    return len(endpoints)


@jobs.handler(DELIVER)
def deliver(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Send what is due to one endpoint; safe to run twice, and to be killed."""
    endpoint_id = payload["endpoint_id"]
    ended = Job.objects.filter(scope=f"webhook/{endpoint_id}", name=DELIVER)
    job_services.forget(ended.filter(state=Job.State.SUCCEEDED))
    sent = 0
    for pk in list(
        due().filter(endpoint=endpoint_id).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    ):
        delivery = _begin(pk)
        if delivery is not None:
            _send(delivery)
            sent += 1
        progress.renew()
    if sent == AT_ONCE:
        wake(endpoint_id)
    return {"sent": sent}


def signature(secret: str, message_id: str, timestamp: int, body: str) -> str:
    """The value of `webhook-signature`: HMAC-SHA256 of `id.timestamp.body`.

    Source: https://www.standardwebhooks.com
    """
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"


def _begin(pk: int) -> WebhookDelivery | None:
    """Take a delivery for one attempt, with its number; None where another worker has it."""
    with transaction.atomic():
        row = due().filter(pk=pk).select_related("endpoint__project").first()
        if row is None:
            return None
        # The lock of the endpoint lets one number follow another.
        endpoint = WebhookEndpoint.objects.select_for_update().get(pk=row.endpoint_id)
        at, number = clock.now(), row.number or endpoint.last_number + 1
        taken = due().filter(pk=pk, attempts=row.attempts).values("pk")
        changed = WebhookDelivery.objects.filter(pk__in=list(taken.values_list("pk", flat=True)))
        if not changed.update(
            number=number,
            attempts=F("attempts") + 1,
            tries=F("tries") + 1,
            due_at=at + LEASE,
            sent_at=at,
        ):
            return None
        if row.number is None:
            WebhookEndpoint.objects.filter(pk=endpoint.pk).update(last_number=number)
        row.refresh_from_db()
    return row


def _send(delivery: WebhookDelivery) -> None:
    status, fault = None, None
    try:
        status = _ask(delivery)
    except fetch.FetchError as refused:
        fault = refused.message
    except errors.AppError as unreadable:
        fault = unreadable.entry
    _note(delivery, status, fault)


def _ask(delivery: WebhookDelivery) -> int:
    """Send one request and return the status of its answer."""
    at = clock.now()
    timestamp = int(at.timestamp())
    signatures = [
        signature(secret, delivery.message_id, timestamp, delivery.body)
        for secret in webhook_secrets.signing(delivery.endpoint, at=at)
    ]
    answer = fetch.send(
        "POST",
        delivery.endpoint.url,
        headers={
            "Content-Type": "application/json",
            "webhook-id": delivery.message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": " ".join(signatures),
            "webhook-number": str(delivery.number),
        },
        body=delivery.body.encode(),
        seconds=SECONDS,
        max_bytes=MAX_BYTES,
    )
    return answer.status


def _note(delivery: WebhookDelivery, status: int | None, fault: Message | None) -> None:
    """Write down how an attempt ended, unless a later one has begun."""
    ours = WebhookDelivery.objects.filter(pk=delivery.pk, attempts=delivery.attempts)
    told: dict[str, Any] = {"status": status, "fault": fault.to_json() if fault else None}
    waits: list[int] = settings.WEBHOOK_RETRY_SECONDS
    at = clock.now()
    if status is not None and 200 <= status < 300:
        ours.update(state=State.DELIVERED, **told)
        _endpoint(delivery).exclude(failing_since=None).update(failing_since=None)
        return
    _endpoint(delivery).filter(failing_since=None).update(failing_since=at)
    if status == GONE or delivery.tries > len(waits):
        ours.update(state=State.GIVEN_UP, **told)
        _disable_if_hopeless(delivery.endpoint, status)
    else:
        ours.update(due_at=at + timedelta(seconds=waits[delivery.tries - 1]), **told)


def _endpoint(delivery: WebhookDelivery) -> QuerySet[WebhookEndpoint]:
    return WebhookEndpoint.objects.filter(pk=delivery.endpoint_id)


def _disable_if_hopeless(endpoint: WebhookEndpoint, status: int | None) -> None:
    """Switch off who said it is gone, or was not reached once in `FAILING`."""
    if status == GONE:
        disable(endpoint, WebhookEndpoint.Off.GONE)
        return
    endpoint.refresh_from_db(fields=["failing_since"])
    since = endpoint.failing_since
    if since is not None and clock.now() - since >= FAILING:
        disable(endpoint, WebhookEndpoint.Off.FAILING)


def prune() -> int:
    """Delete what was received longer ago than `WEBHOOK_KEEP_DAYS`; return how many rows."""
    before = clock.now() - timedelta(days=settings.WEBHOOK_KEEP_DAYS)
    old = WebhookDelivery.objects.filter(state=State.DELIVERED, sent_at__lt=before)
    deleted = 0
    while keys := list(old.values_list("pk", flat=True)[:PRUNED_AT_ONCE]):
        deleted += old.filter(pk__in=keys).delete()[0]
    return deleted
