"""A small HTTP server on this machine that stands in for a platform."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Asked:
    """One request that reached the platform."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body or b"{}")

    @property
    def form(self) -> dict[str, str]:
        return dict(parse_qsl(self.body.decode()))


@dataclass
class Said:
    """What the platform answers; None as status: it hangs up after it has acted."""

    data: Any = None
    status: int | None = 200
    headers: dict[str, str] = field(default_factory=dict)
    html: str = ""


Answering = Callable[[Asked], Said]


@contextmanager
def serving(answer: Answering) -> Iterator[str]:
    """Serve `answer` on a free port of 127.0.0.1; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            asked = Asked(self.command, self.path, dict(self.headers), self.rfile.read(length))
            said = answer(asked)
            if said.status is None:
                self.close_connection = True
                return
            body = said.html.encode() or json.dumps(said.data).encode()
            kind = "text/html; charset=utf-8" if said.html else "application/json"
            self.send_response(said.status)
            for name, value in {"Content-Type": kind, **said.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PUT = _serve  # noqa: N815 - named by the base class

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
