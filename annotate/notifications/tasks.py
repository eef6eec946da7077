"""The Celery side of notifications."""

from celery import shared_task

from annotate.notifications.services import conditions, reading, waking


@shared_task(name="notifications.send_due_mail")
def send_due_mail() -> bool:
    """Start sending what is due, such as a daily mail or another attempt."""
    return waking.wake_due()


@shared_task(name="notifications.look_around")
def look_around() -> int:
    """Tell of what lasts: answers that wait for review, stages that run dry."""
    return conditions.look_around()


@shared_task(name="notifications.prune")
def prune() -> int:
    """Delete what was told long ago."""
    return reading.prune()
