"""The Celery side of the loop."""

from celery import shared_task

from annotate.learning.services import loop


@shared_task(name="learning.check_loop")
def check_loop(project_id: int) -> None:
    """Start a training of this project's model if a batch is full."""
    loop.check(project_id)


@shared_task(name="learning.sweep")
def sweep() -> int:
    """Notice what nobody was told of: full batches, and trainings whose job is gone."""
    return loop.sweep()
