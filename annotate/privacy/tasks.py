"""The Celery side of retention."""

from celery import shared_task

from annotate.privacy.services import data_files, retention


@shared_task(name="privacy.apply_retention")
def apply_retention() -> int:
    """Remove some of what the rules no longer keep, and files of people's data of last week."""
    return retention.apply() + data_files.forget_old()
