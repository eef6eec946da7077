"""The Celery side of jobs: one task runs any job by its id; a sweeper requeues stale ones."""

import os
import socket
import threading
from typing import Any

from celery import current_app, shared_task
from celery.signals import worker_init, worker_ready, worker_shutdown
from django.db import close_old_connections

from annotate.core import logs
from annotate.core.health import services as health
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


@shared_task(name="core.measure_health")
def measure_health() -> bool:
    """Write down how the installation is, and forget what was measured long ago."""
    return health.measure()


@worker_init.connect
def _take_a_name(**_: Any) -> None:
    """Before the pool is made: its processes take jobs under the name of their worker."""
    services.call_worker(_name())


@worker_ready.connect
def _start_beating(**_: Any) -> None:
    """Show the web side that a worker lives, from a thread: a busy pool must not look dead."""
    _stopping.clear()
    threading.Thread(target=_beat_until_stopped, args=(_name(),), daemon=True).start()


@worker_shutdown.connect
def _stop_beating(**_: Any) -> None:
    _stopping.set()


def _name() -> str:
    return worker_name(os.getpid())


def worker_name(pid: int) -> str:
    """Under which name the worker of this process on this machine is known."""
    return f"{socket.gethostname()}:{pid}"


def _beat_until_stopped(name: str) -> None:
    while True:
        try:
            close_old_connections()
            services.beat(name, reaches_broker=_reaches_broker())
            services.requeue_stale()
        except Exception:
            log.warning("The worker could not report that it lives", exc_info=True)
        if _stopping.wait(BEAT_SECONDS):
            return


def _reaches_broker() -> bool:
    """Whether messages can be had; pages tell it, for they see the database alone."""
    try:
        with current_app.connection_for_read() as broker:
            broker.ensure_connection(max_retries=1, timeout=2)
    except Exception:
        log.warning("The broker cannot be reached")
        return False
    return True
