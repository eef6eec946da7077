"""The Celery side of jobs: one task runs any job by its id; a sweeper requeues stale ones."""

import os
import socket
import threading
from typing import Any

from celery import shared_task
from celery.signals import worker_ready, worker_shutdown
from django.db import close_old_connections

from annotate.core import logs
from annotate.core.jobs import services

log = logs.get(__name__)
BEAT_SECONDS = services.LEASE.total_seconds() / 9
_stopping = threading.Event()


@shared_task(name="core.run_job")
def run_job(job_id: int) -> None:
    """Run the job with this id."""
    services.run(job_id)


@shared_task(name="core.requeue_stale_jobs")
def requeue_stale_jobs() -> int:
    """Send again what died or was lost."""
    return services.requeue_stale()


@worker_ready.connect
def _start_beating(**_: Any) -> None:
    """Show the web side that a worker lives, from a thread: a busy pool must not look dead."""
    name = f"{socket.gethostname()}:{os.getpid()}"
    _stopping.clear()
    threading.Thread(target=_beat_until_stopped, args=(name,), daemon=True).start()


@worker_shutdown.connect
def _stop_beating(**_: Any) -> None:
    _stopping.set()


def _beat_until_stopped(name: str) -> None:
    while True:
        try:
            close_old_connections()
            services.beat(name)
            services.requeue_stale()
        except Exception:
            log.warning("The worker could not report that it lives", exc_info=True)
        if _stopping.wait(BEAT_SECONDS):
            return
