"""Background jobs: each is a row with state, progress, lease and attempts.

The broker only wakes a worker up. If it loses a message, or the worker is killed, the row is
still there with a lease that runs out, and the sweeper (or any worker that starts) takes it up
again. Handlers are therefore idempotent and resumable.
"""

from annotate.core.jobs.registry import Progress, handler, in_parts, names, resolve

__all__ = ["Progress", "handler", "in_parts", "names", "resolve"]
