"""One connection to one address that was checked, and requests on it that end in time."""

import io
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException, HTTPResponse
from socket import SocketIO, socket
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import HTTPError

from annotate.core import wire_faults
from annotate.messages import Message

CONNECT_SECONDS = 5.0
_CHUNK = 64 * 1024


class FetchError(Exception):
    """There was no answer to be had.

    Attributes:
        request_sent: whether the other side may have acted on it.
        forbidden: this address is never asked from here.
    """

    def __init__(self, message: Message, *, request_sent: bool, forbidden: bool = False) -> None:
        super().__init__(str(message))
        self.message = message
        self.request_sent = request_sent
        self.forbidden = forbidden


@dataclass(frozen=True)
class Response:
    """What another server said; any status, redirects among them."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as JSON, or None where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True)
class Server:
    """Where a connection goes: to `address`, whatever the name `host` may lead to by then."""

    scheme: str
    host: str
    port: int
    address: str


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is asked, for how long, and by when (on the monotonic clock) the whole answer must be
    there."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes | Iterable[bytes] | None
    seconds: float
    ends: float
    max_bytes: int


def connect(server: Server, seconds: float) -> HTTPConnection:
    """Open a connection.

    Raises:
        FetchError: nobody is there, or they are not who they should be.
    """
    timeout = min(CONNECT_SECONDS, seconds)
    connection: HTTPConnection
    if server.scheme == "http":
        connection = HTTPConnection(server.address, server.port, timeout=timeout)
    else:
        connection = HTTPSConnection(
            server.address,
            server.port,
            timeout=timeout,
            cert_reqs="CERT_REQUIRED",
            # The certificate must be of the name that was asked for, not of the address.
            server_hostname=server.host,
            assert_hostname=server.host,
        )
    try:
        connection.connect()
    except (HTTPError, OSError) as lost:
        connection.close()
        why = wire_faults.connection_fault(
            lost, host=server.host, port=server.port, seconds=timeout
        )
        raise FetchError(why, request_sent=False) from lost
    return connection


def ask(connection: HTTPConnection, server: Server, request: Request) -> Response:
    """Send a request on an open connection; after an error the connection is closed.

    Raises:
        FetchError: the answer was lost, late or too large.
    """
    connection.timeout = max(request.ends - time.monotonic(), 0.001)
    connection.response_class = partial(_Response, ends=request.ends)  # type: ignore[assignment]
    try:
        connection.request(
            request.method,
            request.path,
            body=request.body,
            headers=request.headers,
            preload_content=False,
        )
        response = connection.getresponse()
        content = _read(response, server, request.max_bytes)
    except FetchError:
        connection.close()
        raise
    except (HTTPError, HTTPException, OSError) as lost:
        connection.close()
        why = wire_faults.answer_fault(
            lost, host=server.host, port=server.port, seconds=request.seconds
        )
        raise FetchError(why, request_sent=True) from lost
    return Response(response.status, dict(response.headers), content)


def _read(response: urllib3.BaseHTTPResponse, server: Server, max_bytes: int) -> bytes:
    content = io.BytesIO()
    while chunk := response.read(_CHUNK):
        content.write(chunk)
        if content.tell() > max_bytes:
            why = Message("server_says_too_much", host=server.host, limit=max_bytes)
            raise FetchError(why, request_sent=True)
    return content.getvalue()


class _Response(HTTPResponse):
    """An answer of which no byte is waited for after `ends`, be it of its headers."""

    def __init__(self, sock: socket, *args: Any, ends: float, **more: Any) -> None:
        super().__init__(_Ending(sock, ends), *args, **more)  # type: ignore[arg-type]


class _Ending:
    """Of a socket, what an answer is read from."""

    def __init__(self, sock: socket, ends: float) -> None:
        self._sock, self._ends = sock, ends

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_EndingFile(self._sock, self._ends))


class _EndingFile(io.RawIOBase):
    """Reads from a socket. A time limit of each read alone would let an answer drip for ever."""

    def __init__(self, sock: socket, ends: float) -> None:
        self._sock, self._ends = sock, ends
        # A file of the socket, so that the socket stays open until the answer was read.
        self._file: SocketIO = sock.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int | None:
        left = self._ends - time.monotonic()
        if left <= 0:
            raise TimeoutError("The answer did not come to its end in time.")
        self._sock.settimeout(left)
        return self._file.readinto(into)

    def close(self) -> None:
        self._file.close()
        super().close()
