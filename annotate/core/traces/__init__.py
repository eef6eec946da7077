"""What a trace is told, wherever something happens; nothing, unless an operator collects traces.

A request, the message it sends and the job that follows are one trace. Nothing of OpenTelemetry is
loaded without OTEL_EXPORTER_OTLP_ENDPOINT: every function here then does nothing.

What is told are numbers and codes of our own (`KNOWN`), never what people wrote, what anything is
called, or what was asked of an address.
"""

import os
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, cast

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
# What may be told besides how long something took and whether it failed.
KNOWN: Final = frozenset(
    {"job_kind", "job_id", "project_id", "attempt", "waited_ms", "count", "format", "status", "use"}
)
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,79}")

Told = int | str | None


def _loaded() -> Any:
    if not os.environ.get(ENDPOINT):
        return None
    from annotate.core.traces import spans

    return spans


_spans = _loaded()


def step(name: str, **told: Told) -> AbstractContextManager[None]:
    """A step within a request or a job, for as long as `with` lasts; outside of both, nothing.

    Args:
        name: what is done, in words of ours: "write an export".
        told: by the names in `KNOWN`.
    """
    if _spans is None:
        return nullcontext()
    return cast(AbstractContextManager[None], _spans.step(name, permitted(told)))


def note(*, name: str = "", **told: Told) -> None:
    """Tell more of what is being done, such as what came of it.

    Args:
        name: what it is called from now on, if that has only now become known.
    """
    if _spans is not None:
        _spans.note(name, permitted(told))


def failed(fault: BaseException) -> None:
    """Say that what is being done failed: by which type of error, and never its words."""
    if _spans is not None:
        _spans.failed(fault)


def sent() -> dict[str, str]:
    """What a message carries, so that whoever takes it goes on with this trace."""
    return {} if _spans is None else dict(_spans.carried())


def begin_task(task_id: str, name: str, headers: Mapping[str, object]) -> str:
    """Begin the span of a message that a worker has taken.

    Returns:
        the id of its trace, for the lines of the log; empty where there is none.
    """
    return "" if _spans is None else str(_spans.begin_task(task_id, name, headers))


def end_task(task_id: str) -> None:
    """End what `begin_task` began; to do so again changes nothing."""
    if _spans is not None:
        _spans.end_task(task_id)


def flush() -> None:
    """Send what is still to be sent before a process ends, for two seconds at most."""
    if _spans is not None:
        _spans.flush()


def permitted(told: Mapping[str, Told]) -> dict[str, int | str]:
    """What may be told of this: numbers, and words that are codes; all else is left out.

    >>> permitted({"job_id": 7, "format": "coco", "use": "A red bicycle", "name": "Ada"})
    {'annotate.job_id': 7, 'annotate.format': 'coco'}
    """
    return {
        f"annotate.{name}": value
        for name, value in told.items()
        if name in KNOWN
        and (isinstance(value, int) or (value is not None and _CODE.fullmatch(value)))
    }
