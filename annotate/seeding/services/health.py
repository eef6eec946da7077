"""Whether what stands behind a connection answers, found out quickly."""

import threading
import time
from typing import Any

from annotate.backends import Availability, Backend, Configured
from annotate.core import errors
from annotate.seeding.models import Connection
from annotate.seeding.selectors.connections import backend_of, configured, serving

SECONDS = 10.0


def check(connection: Connection, *, seconds: float = SECONDS) -> dict[str, Any]:
    """Return whether the serving version can work now, and how long it took to say so."""
    started = time.perf_counter()
    try:
        backend, ready = backend_of(connection), configured(serving(connection))
    except errors.AppError as refused:
        health = Availability(available=False, reason=refused.message)
    else:
        health = _within(backend, ready, seconds)
    return {
        "available": health.available,
        "reason": health.reason,
        "seconds": round(time.perf_counter() - started, 3),
    }


def _within(backend: Backend, ready: Configured, seconds: float) -> Availability:
    """Ask for its health; who does not answer in time is not waited for."""
    heard: list[Availability] = []
    # A back end knows no database, so that nothing is left open in a thread that hangs.
    asking = threading.Thread(target=lambda: heard.append(backend.health(ready)), daemon=True)
    asking.start()
    asking.join(seconds)
    late = Availability(available=False, reason=f"No answer within {seconds:g} seconds.")
    return heard[0] if heard else late
