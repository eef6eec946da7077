"""Whether what stands behind a connection answers, found out quickly."""

import threading
import time

from annotate.backends import Availability, Backend, Configured
from annotate.core import errors
from annotate.core.schemas import Notice
from annotate.messages import Message
from annotate.seeding.models import Connection
from annotate.seeding.schemas.connections import Health
from annotate.seeding.selectors.connections import backend_of, configured, serving

SECONDS = 10.0


def check(connection: Connection, *, seconds: float = SECONDS) -> Health:
    """Whether the serving version can work now."""
    started = time.perf_counter()
    reason: Notice | None
    try:
        backend, ready = backend_of(connection), configured(serving(connection))
    except errors.AppError as refused:
        available, reason = False, Notice.of_error(refused)
    else:
        state = _within(backend, ready, seconds)
        available, reason = state.available, Notice.of(state.reason) if state.reason else None
    return Health(
        available=available, reason=reason, seconds=round(time.perf_counter() - started, 3)
    )


def _within(backend: Backend, ready: Configured, seconds: float) -> Availability:
    """Ask for its health; who does not answer in time is not waited for."""
    answers: list[Availability] = []
    # A back end knows no database, so that nothing is left open in a thread that hangs.
    thread = threading.Thread(target=lambda: answers.append(backend.health(ready)), daemon=True)
    thread.start()
    thread.join(seconds)
    late = Availability(available=False, reason=Message("backend_silent", seconds=seconds))
    return answers[0] if answers else late
