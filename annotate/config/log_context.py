"""Which request and which job the lines of a worker's log are about.

A message carries the id of the request that started it, so that one search finds what a click did
in the web server and in the worker. Where traces are collected it carries the trace as well.
"""

from collections.abc import Sequence
from typing import Any

import structlog
from celery import signals

from annotate.core import origin, traces

_JOB = "core.run_job"
_NAMES = ("request_id", "task", "job_id", "trace_id")


@signals.before_task_publish.connect
def send_the_request(headers: dict[str, Any], **_: Any) -> None:
    """Nothing where no request is answered: what the clock starts belongs to none.

    The message of a job has its own already, also where the clock sends it again.
    """
    origin.complete(headers, origin.headers())


@signals.task_prerun.connect
def note_the_task(task: Any, task_id: str, args: Sequence[Any], **_: Any) -> None:
    known = {"task": task.name, "request_id": task.request.get(origin.REQUEST)}
    known["trace_id"] = traces.begin_task(task_id, task.name, task.request) or None
    if task.name == _JOB:
        known |= {"task": None, "job_id": args[0]}
    structlog.contextvars.bind_contextvars(
        **{name: value for name, value in known.items() if value is not None}
    )


@signals.task_postrun.connect
def forget_the_task(task_id: str, **_: Any) -> None:
    traces.end_task(task_id)
    structlog.contextvars.unbind_contextvars(*_NAMES)


@signals.worker_process_shutdown.connect
@signals.worker_shutdown.connect
def send_the_last_spans(**_: Any) -> None:
    traces.flush()
