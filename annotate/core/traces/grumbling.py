"""What the library says when nobody takes its spans: one line in a minute, not one in each try."""

import logging
import time

from annotate.core import logs

log = logs.get("annotate.core.traces")
SECONDS = 60.0


class OnceInAWhile(logging.Handler):
    """Says the first thing it hears, and then nothing for a minute."""

    def __init__(self) -> None:
        super().__init__(level=logging.WARNING)
        self._silent_until = float("-inf")

    def emit(self, record: logging.LogRecord) -> None:
        """Say it, if it is time; its words are the library's, about sending alone."""
        now = time.monotonic()
        if now >= self._silent_until:
            self._silent_until = now + SECONDS
            log.warning("Traces cannot be sent and are dropped", said=record.getMessage()[:200])


def bound() -> None:
    """Take what the library says away from the log, and say it once in a while."""
    theirs = logging.getLogger("opentelemetry")
    theirs.propagate = False
    theirs.handlers = [OnceInAWhile()]
