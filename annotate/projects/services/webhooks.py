"""Endpoints of a project, and what is to be sent to them: written where it happens."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from annotate.core import clock, errors
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects import hooks, webhook_secrets
from annotate.projects.models import Project, WebhookDelivery, WebhookEndpoint
from annotate.projects.services.projects import audit
from annotate.projects.webhook_events import PAYLOADS, EventType

DELIVER = "projects.deliver_webhooks"
MOST = 10
# Jobs whose end is told; those that the product starts for itself are nobody's concern.
TOLD_JOBS = frozenset({"exchange.export", "exchange.import", "learning.train"})


def make(
    *, project: Project, actor: User, url: str, events: Sequence[EventType]
) -> tuple[WebhookEndpoint, str]:
    """Add an endpoint; return it with its secret, which is never shown again.

    Raises:
        Invalid: the address is none that may be asked.
        Conflict: there are as many as there may be.
    """
    origin_of(url)
    secret = webhook_secrets.new_secret()
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        if project.webhooks.count() >= MOST:
            raise errors.Conflict(Message("too_many_webhooks", limit=MOST))
        endpoint = WebhookEndpoint.objects.create(
            project=project,
            url=url,
            events=list(events),
            secrets=webhook_secrets.SECRETS.seal({"signing": secret}),
            created_by=actor,
        )
        _note_endpoints(project)
        audit(project=project, actor=actor, verb="webhook.made", target=str(endpoint.pk))
    return endpoint, secret


def change(
    *, endpoint: WebhookEndpoint, actor: User, changes: Mapping[str, Any]
) -> tuple[WebhookEndpoint, str | None]:
    """Change an endpoint; return it with a new secret where its server became another one.

    Raises:
        Invalid: the address is none that may be asked.
    """
    with transaction.atomic():
        endpoint = WebhookEndpoint.objects.select_for_update().get(pk=endpoint.pk)
        secret, fields = None, set(changes)
        url = changes.get("url", endpoint.url)
        if origin_of(url) != origin_of(endpoint.url):
            secret = webhook_secrets.replace(endpoint, at=clock.now(), keep_old=False)
            fields |= {"secrets", "old_secret_until"}
        if "is_enabled" in changes:
            endpoint.disabled_because, endpoint.failing_since = "", None
            fields |= {"disabled_because", "failing_since"}
        for name, value in changes.items():
            setattr(endpoint, name, value)
        endpoint.save(update_fields=fields)
        _note_endpoints(endpoint.project)
        if changes.get("is_enabled"):
            wake(endpoint.pk)
        audit(
            project=endpoint.project,
            actor=actor,
            verb="webhook.changed",
            target=str(endpoint.pk),
            changed=sorted(changes),
        )
    return endpoint, secret


def rotate(*, endpoint: WebhookEndpoint, actor: User, at_once: bool = False) -> str:
    """Give an endpoint another secret; what is sent in the next 24 hours is signed by both.

    Args:
        at_once: let the secret before sign nothing more, since somebody else knows it.
    """
    with transaction.atomic():
        endpoint = WebhookEndpoint.objects.select_for_update().get(pk=endpoint.pk)
        secret = webhook_secrets.replace(endpoint, at=clock.now(), keep_old=not at_once)
        endpoint.save(update_fields=["secrets", "old_secret_until"])
        audit(
            project=endpoint.project,
            actor=actor,
            verb="webhook.rotated",
            target=str(endpoint.pk),
            at_once=at_once,
        )
    return secret


def remove(*, endpoint: WebhookEndpoint, actor: User) -> None:
    """Delete an endpoint with its deliveries."""
    with transaction.atomic():
        project, target = endpoint.project, str(endpoint.pk)
        endpoint.delete()
        _note_endpoints(project)
        audit(project=project, actor=actor, verb="webhook.removed", target=target)


def disable(endpoint: WebhookEndpoint, because: WebhookEndpoint.Off) -> None:
    """Send nothing more to an endpoint that is gone, or that nothing has reached for days."""
    with transaction.atomic():
        enabled = WebhookEndpoint.objects.filter(pk=endpoint.pk, is_enabled=True)
        if not enabled.update(is_enabled=False, disabled_because=because):
            return
        _note_endpoints(endpoint.project)
        target = str(endpoint.pk)
        audit(project=endpoint.project, actor=None, verb=f"webhook.{because}", target=target)


def test(endpoint: WebhookEndpoint) -> WebhookDelivery:
    """Send an event that says nothing but that it works.

    Raises:
        Conflict: the endpoint is switched off.
    """
    _check_enabled(endpoint)
    with transaction.atomic():
        return _write([endpoint], "webhook.test", [{"project": endpoint.project_id}])[0]


def send_again(*, delivery: WebhookDelivery, actor: User) -> WebhookDelivery:
    """Send a delivery once more, under the same id, with the whole schedule before it.

    Raises:
        Conflict: the endpoint is switched off.
    """
    endpoint = delivery.endpoint
    _check_enabled(endpoint)
    with transaction.atomic():
        _make_due(WebhookDelivery.objects.filter(pk=delivery.pk))
        _audit_sent_again(endpoint, actor, delivery=delivery.pk, message=delivery.message_id)
        wake(endpoint.pk)
    delivery.refresh_from_db()
    return delivery


def send_failed(*, endpoint: WebhookEndpoint, actor: User, since: datetime | None) -> int:
    """Send again whatever was given up; return how many deliveries that are.

    Args:
        since: only what happened at this time or later; None for everything.

    Raises:
        Conflict: the endpoint is switched off.
    """
    _check_enabled(endpoint)
    with transaction.atomic():
        failed = endpoint.deliveries.filter(state=WebhookDelivery.State.GIVEN_UP)
        count = _make_due(failed.filter(created_at__gte=since) if since else failed)
        if count:
            told = {"since": since.isoformat()} if since else {}
            _audit_sent_again(endpoint, actor, deliveries=count, **told)
            wake(endpoint.pk)
    return count


def _make_due(deliveries: QuerySet[WebhookDelivery]) -> int:
    return deliveries.update(state=WebhookDelivery.State.PENDING, tries=0, due_at=clock.now())


def _audit_sent_again(endpoint: WebhookEndpoint, actor: User, **data: Any) -> None:
    target = str(endpoint.pk)
    audit(project=endpoint.project, actor=actor, verb="webhook.sent_again", target=target, **data)


def note(
    project: Project,
    event: EventType,
    *data: Mapping[str, Any],
    actor: User | None = None,
    name: str = "",
) -> None:
    """Tell what happened, in the transaction of the act: packages above, and each endpoint.

    A project without endpoints pays nothing for them: it knows so itself.

    Args:
        actor: whoever did it; no endpoint is told.
        name: what it is about, for people who may know it; no endpoint is told.
    """
    if not data:
        return
    for listener in hooks.happened:
        listener(hooks.Happening(project, event, data, actor, name))
    if not project.has_webhooks:
        return
    enabled = WebhookEndpoint.objects.filter(project=project, is_enabled=True)
    told = [row for row in enabled if not row.events or event in row.events]
    _write(told, event, [{"project": project.pk, **each} for each in data])


def note_job(job: Job) -> None:
    """Tell of the end of an export, an import or a training; called where the job ends."""
    kind, _, project_id = job.scope.partition("/")
    if kind != "project" or job.name not in TOLD_JOBS:
        return
    project = Project.objects.filter(pk=project_id).first()
    if project is not None:
        failed = job.state == Job.State.FAILED
        note(project, "job.failed" if failed else "job.finished", {"job": job.pk, "name": job.name})


def wake(endpoint_id: int) -> None:
    """Have what is due sent after the commit, unless somebody is about to."""
    scope = f"webhook/{endpoint_id}"

    def start() -> None:
        if not Job.objects.filter(scope=scope, state=Job.State.QUEUED).exists():
            job_services.start(name=DELIVER, scope=scope, payload={"endpoint_id": endpoint_id})

    transaction.on_commit(start)


def origin_of(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of an address.

    Raises:
        Invalid: it is no address of a server, or one that must not be asked.
    """
    try:
        parts: SplitResult = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        is_wrong = not host or bool(parts.username or parts.password or parts.fragment)
    except ValueError:
        is_wrong, host, port = True, "", 0
    if is_wrong:
        raise errors.Invalid.field("url", Message("no_server_address"))
    is_named = f"{host}:{port}" in settings.FETCH_PRIVATE_HOSTS
    if parts.scheme != "https" and not (parts.scheme == "http" and is_named):
        raise errors.Invalid.field("url", Message("only_https_is_asked"))
    return parts.scheme, host, port


def _write(
    endpoints: Sequence[WebhookEndpoint], event: EventType, data: Sequence[Mapping[str, Any]]
) -> list[WebhookDelivery]:
    at, payload = clock.now(), PAYLOADS[event]
    bodies = [
        payload.model_validate({"type": event, "timestamp": at, "data": each}).model_dump_json()
        for each in data
    ]
    written = WebhookDelivery.objects.bulk_create(
        WebhookDelivery(
            endpoint=endpoint,
            message_id=f"msg_{secrets.token_hex(16)}",
            type=event,
            body=body,
            due_at=at,
            created_at=at,
        )
        for endpoint in endpoints
        for body in bodies
    )
    for endpoint in endpoints:
        wake(endpoint.pk)
    return written


def _note_endpoints(project: Project) -> None:
    has = WebhookEndpoint.objects.filter(project=project, is_enabled=True).exists()
    Project.objects.filter(pk=project.pk).update(has_webhooks=has)
    project.has_webhooks = has


def _check_enabled(endpoint: WebhookEndpoint) -> None:
    if not endpoint.is_enabled:
        raise errors.Conflict(Message("webhook_disabled"))
