"""The Celery side of images that look alike."""

from celery import shared_task

from annotate.images import alike


@shared_task(name="images.find_alike")
def find_alike() -> int:
    """Compare images that came in since; return how many."""
    return alike.sweep()
