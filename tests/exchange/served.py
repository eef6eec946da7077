"""A web server of pictures on this machine, which counts what it is asked for."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


@dataclass
class Pictures:
    """What is served: bytes by their path; a text is where else it is to be had, a number the
    status that is answered."""

    host: str
    content: dict[str, bytes | str | int] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    at_once: int = 0
    most_at_once: int = 0

    def at(self, path: str) -> str:
        return f"http://{self.host}{path}"


@contextmanager
def serving(content: Mapping[str, bytes | str | int]) -> Iterator[Pictures]:
    """Serve on a free port of 127.0.0.1."""
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            with lock:
                pictures.asked[path] += 1
                pictures.at_once += 1
                pictures.most_at_once = max(pictures.most_at_once, pictures.at_once)
            found = pictures.content.get(path, 404)
            body = found if isinstance(found, bytes) else b""
            self.send_response(200 if body else 302 if isinstance(found, str) else int(found))
            if isinstance(found, str):
                self.send_header("Location", found)
            self.send_header("Content-Length", str(len(body)))
            with lock:
                pictures.at_once -= 1
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pictures = Pictures(f"127.0.0.1:{server.server_port}", dict(content))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield pictures
    finally:
        server.shutdown()
        server.server_close()
