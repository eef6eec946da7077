"""The Celery side of webhooks and of invitations by mail."""

from celery import shared_task

from annotate.projects.services import mailed_invitations, webhook_sending


@shared_task(name="projects.send_due_webhooks")
def send_due_webhooks() -> int:
    """Start sending what is due, such as another attempt."""
    return webhook_sending.wake_due()


@shared_task(name="projects.prune_webhooks")
def prune_webhooks() -> int:
    """Delete deliveries that were received long ago."""
    return webhook_sending.prune()


@shared_task(name="projects.send_due_invitations")
def send_due_invitations() -> bool:
    """Start sending what is due, such as another attempt."""
    return mailed_invitations.OUTBOX.wake_due()
