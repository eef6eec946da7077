"""What the web server refuses before the product is asked has the one error shape as well."""

import http.client
import json
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.e2e.installation import ROOT, environment, free_port, web_server
from tests.waiting import eventually

SESSION = "/api/v1/session"
USUAL = b"Host: 127.0.0.1\r\nConnection: close\r\n"
KEYS = {
    *("code", "message", "message_code", "remedy", "remedy_code"),
    *("params", "retry", "fields", "details"),
}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A web server as it is deployed; what is asked here needs no table of its database."""
    port, data = free_port(), tmp_path_factory.mktemp("wire")
    with (data / "web.log").open("wb") as log:
        server = subprocess.Popen(
            web_server(port), cwd=ROOT, env=environment(data), stdout=log, stderr=log
        )
    try:
        eventually(lambda: _listens(port), "the web server listens")
        yield port
    finally:
        server.terminate()
        server.wait(timeout=30)


def _listens(port: int) -> bool:
    with suppress(OSError):
        return answer(port, get(SESSION)).startswith(b"HTTP/1.1 200")
    return False


def answer(port: int, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def get(path: str, headers: bytes = b"", *, method: str = "GET", version: str = "1.1") -> bytes:
    return f"{method} {path} HTTP/{version}\r\n".encode() + USUAL + headers + b"\r\n"


def post(headers: bytes, body: bytes) -> bytes:
    token = b"a" * 32
    trusted = b"Cookie: csrftoken=" + token + b"\r\nX-CSRFToken: " + token + b"\r\n"
    kind = b"Content-Type: application/json\r\n"
    return get(SESSION, trusted + kind + headers, method="POST") + body


LONG = "a" * 20_000
CASES: dict[str, tuple[bytes, int, str]] = {
    "a long path": (get(f"/api/v1/{LONG}"), 414, "address_too_long"),
    "a long query": (get(f"{SESSION}?q={LONG}"), 414, "address_too_long"),
    "a path just short enough": (get(f"/api/v1/{'a' * 4_000}"), 404, "not_found"),
    "a query just short enough": (get(f"{SESSION}?q={'a' * 4_000}"), 422, "invalid"),
    "a long header": (
        get(SESSION, f"X-Long: {LONG}\r\n".encode()),
        431,
        "headers_too_large",
    ),
    "many headers": (
        get(SESSION, b"".join(b"X-%d: a\r\n" % n for n in range(200))),
        431,
        "headers_too_large",
    ),
    "no version": (b"GET /api/v1/session\r\n\r\n", 400, "request_unreadable"),
    "no such version": (get(SESSION, version="9.9"), 400, "request_unreadable"),
    "no method": (get(SESSION, method="G(T"), 400, "request_unreadable"),
    "another method": (get(SESSION, method="BREW"), 405, "method_not_allowed"),
    "no header": (get(SESSION, b"X Y: a\r\n"), 400, "request_unreadable"),
    "another protocol": (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400, "request_unreadable"),
    "two lengths": (
        post(b"Content-Length: 3\r\nContent-Length: 4\r\n", b"{}  "),
        400,
        "request_unreadable",
    ),
    "no number for a length": (post(b"Content-Length: x\r\n", b"{}"), 400, "request_unreadable"),
    "no text in an address": (get("/api/v1/projects/%00%ff%zz"), 404, "not_found"),
    "less than promised": (post(b"Content-Length: 99\r\n", b'{"a'), 422, "malformed"),
    "no size of a piece": (
        post(b"Transfer-Encoding: chunked\r\n", b"zz\r\n{}\r\n0\r\n\r\n"),
        422,
        "invalid",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_whatever_is_sent_is_refused_in_the_one_shape(port: int, case: str) -> None:
    request, status, code = CASES[case]
    head, _, body = answer(port, request).partition(b"\r\n\r\n")
    assert int(head.split()[1]) == status, (head, body)
    assert re.search(rb"(?i)\r\ncontent-type: application/json", head), head
    assert re.search(rb"(?i)\r\nx-request-id: [0-9a-f-]{8,}", head), head
    error = json.loads(body)["error"]
    assert set(error) == KEYS
    assert error["code"] == code
    # What was sent is not given back, however it is read.
    assert "aaaa" not in error["message"]


MEGABYTES = b"a" * 4 * 1024 * 1024


def test_after_a_refused_upload_the_next_request_is_answered(port: int) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for _ in range(5):
        line.request("POST", "/api/v1/nowhere", body=MEGABYTES)
        refused = line.getresponse()
        assert (refused.status, json.loads(refused.read())["error"]["code"]) == (404, "not_found")
        assert refused.getheader("Connection") == "keep-alive"
        line.request("GET", SESSION)
        following = line.getresponse()
        assert (following.status, following.read()[:1]) == (200, b"{")


def test_whoever_sends_to_the_end_hears_why_it_was_refused(port: int) -> None:
    length = f"Content-Length: {len(MEGABYTES)}\r\n".encode()
    for _ in range(5):
        sent = answer(port, get("/api/v1/nowhere", length, method="POST") + MEGABYTES)
        assert json.loads(sent.partition(b"\r\n\r\n")[2])["error"]["code"] == "not_found"


def test_all_web_servers_of_the_product_answer_so() -> None:
    worker = "annotate.config.web.Worker"
    for place in ("deploy/gunicorn.py", "annotate/config/management/commands/demo.py"):
        assert worker in (ROOT / place).read_text(encoding="utf-8"), place
    assert worker in web_server(1)
    assert not [path for path in _serving() if "gthread" in path.read_text(encoding="utf-8")]


def _serving() -> list[Path]:
    return [
        Path(folder) / name
        for top in ("deploy", "annotate/config")
        for folder, _, names in os.walk(ROOT / top)
        for name in names
        if name.endswith((".py", ".yml", ".yaml", ".sh")) and name != "web.py"
    ]
