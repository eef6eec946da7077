"""Keep a job's lease while it does something long that cannot report by itself."""

import logging
import threading
import time
from types import TracebackType

from django.db import DatabaseError, connection

from annotate.core.jobs import services
from annotate.core.jobs.registry import Progress
from annotate.messages import Message

log = logging.getLogger(__name__)

# A step that says nothing for so long is taken to hang: the lease is let go, another may try.
QUIET_SECONDS = 1800.0


class Heartbeat:
    """A job's progress whose lease is renewed by itself, from a thread, within `with`.

    Loading a model or writing a snapshot takes minutes in which nothing can be reported. Where
    the job was cancelled or taken over meanwhile, the next report of the step raises as ever.
    """

    def __init__(self, progress: Progress) -> None:
        self.job_id, self.scope = progress.job_id, progress.scope
        self._progress = progress
        self._said_at = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        """Report as the job's own progress does."""
        self._said_at = time.monotonic()
        self._progress.report(done, total, note)

    def __enter__(self) -> "Heartbeat":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def _beat(self) -> None:
        try:
            while not self._over.wait(services.LEASE.total_seconds() / 5):
                if time.monotonic() > self._said_at + QUIET_SECONDS:
                    log.warning("Job %s has said nothing for too long", self.job_id)
                    return
                self.renew()
        except (services.LeaseLost, services.Cancelled):
            log.info("Job %s goes on without its lease to its next report", self.job_id)
        finally:
            connection.close()

    def renew(self) -> None:
        """Renew the lease now. Never a report: an old one could be written after a newer one."""
        try:
            self._progress.renew()
        except DatabaseError:
            # One that is away for a moment is not the end of hours of work.
            log.warning("Job %s could not renew its lease", self.job_id, exc_info=True)
            connection.close()
