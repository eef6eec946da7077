"""Connections that are kept open: as safe as new ones, and not used when they are dead."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core import fetch, wire
from tests.waiting import eventually


class Kept(ThreadingHTTPServer):
    """Keeps connections open, and counts those it is opened."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.opened = self.closed = 0
        self.lock = threading.Lock()

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self.lock:
            self.closed += 1


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Kept

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.opened += 1

    def do_GET(self) -> None:
        body = b"x" * (5000 if self.path == "/large" else 2)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.path == "/last":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        # Hangs up without a word.
        self.close_connection = self.path in ("/last", "/hang-up")

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def kept(settings: Settings) -> Iterator[Kept]:
    with Kept() as server:
        settings.FETCH_PRIVATE_HOSTS = [f"127.0.0.1:{server.server_port}"]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join(5)


@pytest.fixture
def connections() -> Iterator[fetch.ConnectionPool]:
    made = fetch.ConnectionPool()
    yield made
    made.close()


def get(connections: fetch.ConnectionPool, kept: Kept, path: str = "/", **more: Any) -> int:
    return connections.send("GET", f"http://127.0.0.1:{kept.server_port}{path}", **more).status


def test_one_connection_serves_many_requests(connections: fetch.ConnectionPool, kept: Kept) -> None:
    assert [get(connections, kept) for _ in range(5)] == [200] * 5
    assert kept.opened == 1


def test_plain_requests_keep_no_connection(kept: Kept) -> None:
    for _ in range(2):
        fetch.send("GET", f"http://127.0.0.1:{kept.server_port}/")
    assert kept.opened == 2


def test_requests_at_once_have_connections_of_their_own(
    connections: fetch.ConnectionPool, kept: Kept
) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: get(connections, kept), range(40))) == {200}
    assert 1 <= kept.opened <= 4


@pytest.mark.parametrize("path", ["/last", "/hang-up"])
def test_a_line_that_the_other_side_closed_is_not_used(
    connections: fetch.ConnectionPool, kept: Kept, path: str
) -> None:
    assert get(connections, kept, path) == 200
    eventually(lambda: kept.closed, "the other side has hung up")
    assert get(connections, kept) == 200
    assert kept.opened == 2


def test_after_an_answer_that_was_cut_off_a_new_line_is_used(
    connections: fetch.ConnectionPool, kept: Kept
) -> None:
    """Catches the rest of one answer read as the beginning of the next."""
    with pytest.raises(fetch.FetchError, match="larger"):
        get(connections, kept, "/large", max_bytes=1000)
    assert get(connections, kept) == 200
    assert kept.opened == 2


def test_no_more_than_so_many_lines_stay_open(kept: Kept) -> None:
    few = fetch.ConnectionPool(idle=1)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: get(few, kept), range(12)))
    assert sum(len(idle) for idle in few._idle.values()) == 1
    few.close()


def test_a_kept_line_goes_where_it_was_checked_to_go(
    connections: fetch.ConnectionPool,
    kept: Kept,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    """Catches DNS rebinding between two requests."""
    port = kept.server_port
    settings.FETCH_PRIVATE_HOSTS = []
    address = ["1.1.1.1"]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(2, 1, 6, "", (address[0], port))])
    monkeypatch.setattr(fetch, "KNOWN_SECONDS", -1.0)
    monkeypatch.setattr(wire, "CONNECT_SECONDS", 0.05)
    url = f"https://rebind.example:{port}/"
    with pytest.raises(fetch.FetchError) as unreached:
        connections.send("GET", url, seconds=0.1)
    assert not unreached.value.request_sent
    address[0] = "127.0.0.1"
    with pytest.raises(fetch.FetchError, match="not on the public internet"):
        connections.send("GET", url, seconds=0.1)
    assert kept.opened == 0


def test_a_name_is_not_looked_up_for_every_request(
    connections: fetch.ConnectionPool,
    kept: Kept,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
) -> None:
    port, asked = kept.server_port, []
    settings.FETCH_PRIVATE_HOSTS = [f"named.example:{port}"]

    def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    for _ in range(3):
        connections.send("GET", f"http://named.example:{port}/")
    assert asked.count("named.example") == 1
