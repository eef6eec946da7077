"""Renews the lease of a job while one of its steps takes longer than a lease lasts."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from annotate.core import logs
from annotate.core.jobs.registry import Progress
from annotate.core.jobs.services import Cancelled, LeaseLost

log = logs.get(__name__)

EVERY_SECONDS = 20.0


@contextmanager
def kept_alive(progress: Progress, done: int, total: int, message: str = "") -> Iterator[None]:
    """Report the same progress every 20 seconds until the step is over.

    A model may think about a few images for minutes: without a sign of life another worker would
    take the job over and do the same work once more. Somebody who cancels, or has taken the job
    over, is heard by the handler at its next report, not here.
    """
    over = threading.Event()
    thread = threading.Thread(
        target=_beat, args=(over, progress, done, total, message), daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _beat(over: threading.Event, progress: Progress, done: int, total: int, message: str) -> None:
    if over.wait(EVERY_SECONDS):
        return
    try:
        while True:
            try:
                progress.report(done, total, message)
            except (Cancelled, LeaseLost):
                return
            except Exception:
                log.warning("A sign of life was not written", exc_info=True)
            if over.wait(EVERY_SECONDS):
                return
    finally:
        connection.close()
