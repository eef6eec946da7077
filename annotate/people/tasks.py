"""The Celery side of mail about accounts."""

from celery import shared_task

from annotate.people.services import password_resets


@shared_task(name="people.send_due_mail")
def send_due_mail() -> bool:
    """Start sending what is due, such as another attempt."""
    return password_resets.wake_due()
