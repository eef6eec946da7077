"""A collector of traces for tests: it takes OTLP over HTTP and keeps each span."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class Span:
    """What one span says, and who said it: `service` is the name, `instance` the process."""

    name: str
    trace: str
    id: str
    parent: str
    kind: int
    told: dict[str, Any]
    # Events, where stack traces would stand, and words beside a status.
    words: int
    service: str
    instance: str


@dataclass
class Collector:
    url: str = ""
    spans: list[Span] = field(default_factory=list)

    def named(self, name: str) -> list[Span]:
        return [span for span in list(self.spans) if span.name == name]

    def children(self, span: Span) -> list[Span]:
        return [other for other in list(self.spans) if other.parent == span.id]

    def take(self, body: bytes) -> None:
        told = ExportTraceServiceRequest.FromString(body)
        for resource in told.resource_spans:
            who = _values(resource.resource.attributes)
            for scope in resource.scope_spans:
                self.spans.extend(_span(span, who) for span in scope.spans)


def _span(span: Any, who: dict[str, Any]) -> Span:
    return Span(
        name=span.name,
        trace=span.trace_id.hex(),
        id=span.span_id.hex(),
        parent=span.parent_span_id.hex(),
        kind=span.kind,
        told=_values(span.attributes),
        words=len(span.events) + bool(span.status.message),
        service=who["service.name"],
        instance=who["service.instance.id"],
    )


def _values(attributes: Any) -> dict[str, Any]:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}


@contextmanager
def collecting() -> Iterator[Collector]:
    """Take spans at a free port of this machine for as long as `with` lasts."""
    collector = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                body = gzip.decompress(body)
            if self.path == "/v1/traces":
                collector.take(body)
            self.send_response(200 if self.path == "/v1/traces" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing of each request."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
