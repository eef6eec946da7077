"""Where packages above are told that a job has ended."""

from collections.abc import Callable

from annotate.core.hooks import Hook
from annotate.core.jobs.models import Job

# Told in the transaction that ends the job: must be cheap.
ended: Hook[Callable[[Job], None]] = Hook("jobs.ended")


def tell(job: Job) -> None:
    """Tell everybody who listens that a job has ended."""
    for listener in ended:
        listener(job)
