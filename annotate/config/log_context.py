"""Which request and which job the lines of a worker's log are about.

A message carries the id of the request that started it, so that one search finds what a click did
in the web server and in the worker.
"""

from collections.abc import Sequence
from typing import Any

import structlog
from celery import signals

HEADER = "annotate_request_id"
_JOB = "core.run_job"
_NAMES = ("request_id", "task", "job_id")


@signals.before_task_publish.connect
def send_the_request(headers: dict[str, Any], **_: Any) -> None:
    """Nothing where no request is answered: what the clock starts belongs to none."""
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        headers[HEADER] = request_id


@signals.task_prerun.connect
def note_the_task(task: Any, args: Sequence[Any], **_: Any) -> None:
    known = {"task": task.name, "request_id": task.request.get(HEADER)}
    if task.name == _JOB:
        known |= {"task": None, "job_id": args[0]}
    structlog.contextvars.bind_contextvars(
        **{name: value for name, value in known.items() if value is not None}
    )


@signals.task_postrun.connect
def forget_the_task(**_: Any) -> None:
    structlog.contextvars.unbind_contextvars(*_NAMES)
