"""The Celery side of leases."""

from celery import shared_task

from annotate.workflow import services


@shared_task(name="workflow.expire_leases")
def expire_leases() -> int:
    """Take back every lease that ran out."""
    return services.expire_leases()
