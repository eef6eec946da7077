"""The Celery side of magic links by mail."""

from celery import shared_task

from annotate.crowd.services import link_mails


@shared_task(name="crowd.send_due_links")
def send_due_links() -> bool:
    """Start sending what is due, such as another attempt."""
    return link_mails.OUTBOX.wake_due()
