"""The Celery side of limits of costs."""

from celery import shared_task

from annotate.core import clock
from annotate.seeding.services import limits


@shared_task(name="seeding.go_on")
def go_on() -> int:
    """Let runs that stopped at a limit of a day or a month before today try again."""
    return limits.go_on_today(clock.now())
