"""Traces by OpenTelemetry; loaded only where an operator collects them (see the package).

The library's variables hold (OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS …).
Its instrumentations of Django and Celery are not used: they tell addresses with their queries, and
stack traces with what stood in them.
"""

import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse
from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from annotate import __version__
from annotate.core.traces import grumbling

# Whoever asks whether we live asks often, and is told at once.
UNTRACED = frozenset({"/healthz", "/metrics"})
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
FLUSH_SECONDS = 2.0
# Under which name a message carries where its trace comes from; "traceparent" is a name of others.
HEADER = "annotate_trace"

_carrier = TraceContextTextMapPropagator()
_starting = threading.Lock()
# Spans of the messages being worked on, and what was going on before.
_tasks: dict[str, tuple[Span, object]] = {}


def _tracer() -> trace.Tracer:
    """The process's own, made when it has something to tell: after it was forked.

    What sends it is a thread, and threads do not live on in a process that is forked.
    """
    with _starting:
        return _provider().get_tracer("annotate", __version__)


@cache
def _provider() -> TracerProvider:
    grumbling.bound()
    ours = {
        "service.name": "annotate",
        "service.version": __version__,
        "service.instance.id": f"{socket.gethostname()}:{os.getpid()}",
    }
    # What the variables say goes before what is said here.
    resource = Resource(ours).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


# --- requests ----------------------------------------------------------------------------------


class TracesMiddleware:
    """A trace of each request, told by its route; lines of the log name it.

    A trace begins here: who asks from outside does not say to which one a request belongs, or
    everybody could have everything kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in UNTRACED:
            return self.get_response(request)
        method = request.method if request.method in METHODS else "_OTHER"
        with _as_current(method, kind=SpanKind.SERVER, parent=Context()) as span:
            with structlog.contextvars.bound_contextvars(**_named(span)):
                response = self.get_response(request)
            _tell_answer(span, str(method), request, response)
            return response


def _tell_answer(span: Span, method: str, request: HttpRequest, response: HttpResponse) -> None:
    match = request.resolver_match
    route = f"/{match.route}" if match else "none"
    span.update_name(f"{method} {route}")
    told: dict[str, int | str] = {
        "http.request.method": method,
        "http.route": route,
        "http.response.status_code": response.status_code,
    }
    project = match.kwargs.get("project_id") if match else None
    if isinstance(project, int):
        told["annotate.project_id"] = project
    span.set_attributes(told)
    if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        span.set_status(Status(StatusCode.ERROR))


# --- messages ----------------------------------------------------------------------------------


def carried() -> dict[str, str]:
    """See `traces.sent`; nothing where no trace is going on."""
    told: dict[str, str] = {}
    _carrier.inject(told)
    return {HEADER: told["traceparent"]} if "traceparent" in told else {}


def begin_task(task_id: str, name: str, headers: Mapping[str, object]) -> str:
    """See `traces.begin_task`. Without a header, or with one that is none, a trace begins."""
    parent = headers.get(HEADER)
    before = _carrier.extract({"traceparent": parent} if isinstance(parent, str) else {}, Context())
    span = _tracer().start_span(name, context=before, kind=SpanKind.CONSUMER)
    _tasks[task_id] = (span, context.attach(trace.set_span_in_context(span, before)))
    return _named(span).get("trace_id", "")


def end_task(task_id: str) -> None:
    """See `traces.end_task`."""
    span, token = _tasks.pop(task_id, (None, None))
    if span is not None:
        context.detach(token)  # type: ignore[arg-type]
        span.end()


# --- what happens in them ----------------------------------------------------------------------


@contextmanager
def step(name: str, told: Mapping[str, int | str]) -> Iterator[None]:
    """See `traces.step`."""
    if not trace.get_current_span().is_recording():
        yield
        return
    with _as_current(name) as span:
        span.set_attributes(told)
        yield


def note(name: str, told: Mapping[str, int | str]) -> None:
    """See `traces.note`."""
    span = trace.get_current_span()
    span.set_attributes(told)
    if name:
        span.update_name(name)


def failed(fault: BaseException) -> None:
    """See `traces.failed`."""
    _blame(trace.get_current_span(), fault)


def flush() -> None:
    """See `traces.flush`. Whoever collects may be away, and would be waited for."""
    if not _provider.cache_info().currsize:
        return
    ending = threading.Thread(target=_provider().shutdown, daemon=True)
    ending.start()
    ending.join(FLUSH_SECONDS)


@contextmanager
def _as_current(
    name: str, *, kind: SpanKind = SpanKind.INTERNAL, parent: Context | None = None
) -> Iterator[Span]:
    """A span for as long as `with` lasts. The library would keep the words of errors."""
    with _tracer().start_as_current_span(
        name, context=parent, kind=kind, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as fault:
            _blame(span, fault)
            raise


def _blame(span: Span, fault: BaseException) -> None:
    span.set_attribute("error.type", type(fault).__name__)
    span.set_status(Status(StatusCode.ERROR))


def _named(span: Span) -> dict[str, str]:
    """What lines of the log say of a span."""
    told = span.get_span_context()
    return {"trace_id": trace.format_trace_id(told.trace_id)} if told.is_valid else {}
