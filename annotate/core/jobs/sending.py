"""Wake workers for jobs once their rows are committed."""

import logging
from datetime import timedelta

from celery import current_app
from django.conf import settings
from django.db import transaction

from annotate.core.jobs import registry
from annotate.core.jobs.models import Job

log = logging.getLogger(__name__)


def send(*jobs: Job, wait: timedelta = timedelta(0)) -> None:
    """Send a message for each job after the surrounding transaction.

    A broker that does not take them is no error: the sweeper sends them again.
    """
    usual = settings.CELERY_TASK_DEFAULT_QUEUE
    messages = [
        (job.pk, settings.JOB_QUEUES.get(registry.queue_of(job.name), usual), job.origin)
        for job in jobs
    ]

    # A worker keeps a message with a countdown until then, and takes others meanwhile.
    countdown = wait.total_seconds() or None

    def after_commit() -> None:
        for job_id, queue, origin in messages:
            try:
                how = {"queue": queue, "countdown": countdown, "headers": origin}
                current_app.send_task("core.run_job", args=[job_id], **how)
            except Exception:
                # The rows are committed; the sweeper will send them again when the broker is back.
                # Nobody waits once more for each of them.
                log.exception("The broker did not take job %s", job_id)
                return

    transaction.on_commit(after_commit)
