"""How many requests were answered, how, and how fast, by the route they took.

Loaded only where an operator asks for metrics. With several processes each counts in a file of its
own in PROMETHEUS_MULTIPROC_DIR, which must be set before this is loaded (`deploy/gunicorn.py`).
"""

import os
from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    multiprocess,
    values,
)

# Seconds: a claim or a submission takes some 20 ms, a dashboard 200 ms.
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
# Other methods are made up by whoever sends them.
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

if _FOLDER in os.environ:
    # By its place among the processes and not by its number as by default: whoever takes the place
    # of one that ended goes on with its file, so that files and figures stay as many as places.
    values.ValueClass = values.MultiProcessValue(  # type: ignore[no-untyped-call]
        process_identifier=lambda: os.environ.get("WEB_PROCESS_PLACE", "first")
    )

# When each count began: half as many figures again, that nothing here reads.
disable_created_metrics()  # type: ignore[no-untyped-call]
_registry = CollectorRegistry()
_answered = Counter(
    "annotate_http_requests",
    "Requests answered by this web server.",
    ["method", "route", "status"],
    registry=_registry,
)
_seconds = Histogram(
    "annotate_http_request_seconds",
    "From the first line of a request read to its answer made, at this web server.",
    ["method", "route"],
    buckets=BUCKETS,
    registry=_registry,
)


class MetricsMiddleware:
    """Count requests; the first of all middleware, so that it sees what the others refuse."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in METHODS else "other"
        route = _route(request)
        _answered.labels(method, route, str(response.status_code)).inc()
        _seconds.labels(method, route).observe(perf_counter() - started)
        return response


def _route(request: HttpRequest) -> str:
    """The pattern of the address and never the address: that would name people and be endless."""
    match = request.resolver_match
    return f"/{match.route}" if match else "none"


def requests() -> CollectorRegistry:
    """What all processes of this web server have counted."""
    if _FOLDER not in os.environ:
        return _registry
    together = CollectorRegistry()
    multiprocess.MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return together
