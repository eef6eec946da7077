"""The one way out: requests to other servers that cannot be turned against our own network.

An address that somebody typed must not reach what only this machine can reach (SSRF). So: HTTPS
only, but for pictures that people look at (`plain`); the name is resolved once, every address it
has is checked, and the connection goes to the address that was checked (a second look-up could
answer differently); redirects are not followed; time and size are bounded. Machines of one's own
network are reached only if the operator names them in FETCH_PRIVATE_HOSTS.
"""

import json
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypedDict, Unpack
from urllib.parse import quote, urlsplit

from django.conf import settings
from urllib3.connection import HTTPConnection
from urllib3.exceptions import LocationParseError

from annotate.core import traces, wire, wire_faults
from annotate.core.addresses import is_public
from annotate.core.wire import FetchError, Response, Server
from annotate.messages import Message

__all__ = ["ConnectionPool", "FetchError", "Response", "is_public", "send", "send_json"]

SECONDS = 15.0
MAX_BYTES = 2 * 1024 * 1024
# How long a name that was looked up and checked is not looked up again, where connections are kept.
KNOWN_SECONDS = 60.0
# What stays as it is in the path and query of an address.
_PLAIN = "/%:@!$&'()*+,;=~?[]"


class _Url(NamedTuple):
    scheme: str
    host: str
    port: int
    path: str
    netloc: str


class Options(TypedDict, total=False):
    """What a request has besides method and URL; unsaid, `SECONDS` and `MAX_BYTES` hold.

    A body in pieces is sent as they come; its length belongs into the headers.
    """

    headers: Mapping[str, str] | None
    body: bytes | Iterable[bytes] | None
    seconds: float
    max_bytes: int
    # Whether it may go unencrypted: nothing secret is sent, and what comes is checked or seen.
    plain: bool


def send(method: str, url: str, **options: Unpack[Options]) -> Response:
    """Send one request as `ConnectionPool.send`, on a connection of its own."""
    return ConnectionPool(idle=0).send(method, url, **options)


class ConnectionPool:
    """Connections that stay open between requests, for whoever asks one server many times.

    A connection goes to the address that was checked when it was opened, however long it is kept.
    Threads may share one pool; each request has a connection of its own.
    """

    def __init__(self, *, idle: int = 64) -> None:
        self._most_idle = idle
        self._idle: dict[Server, list[HTTPConnection]] = defaultdict(list)
        self._known: dict[tuple[str, str, int], tuple[Server, float]] = {}
        self._lock = threading.Lock()

    def send(self, method: str, url: str, **options: Unpack[Options]) -> Response:
        """Send one request and return the answer.

        Raises:
            FetchError: the address is not allowed, nobody answered in time, or too much came back.
        """
        seconds = options.get("seconds", SECONDS)
        ends = time.monotonic() + seconds
        target = _parsed(url)
        _check_scheme(target, plain=options.get("plain", False))
        server = self._server(target)
        request = wire.Request(
            method=method,
            path=target.path,
            headers={
                "Accept-Encoding": "identity",
                "User-Agent": "annotate",
                **(options.get("headers") or {}),
                "Host": target.netloc,
            },
            body=options.get("body"),
            seconds=seconds,
            ends=ends,
            max_bytes=options.get("max_bytes", MAX_BYTES),
        )
        connection = self._taken(server) or wire.connect(server, seconds)
        with traces.step("ask another server"):
            answer = wire.ask(connection, server, request)
            traces.note(status=answer.status)
        self._give_back(server, connection)
        return answer

    def close(self) -> None:
        with self._lock:
            connections = [connection for idle in self._idle.values() for connection in idle]
            self._idle.clear()
        for connection in connections:
            connection.close()

    def _server(self, url: _Url) -> Server:
        key, at = (url.scheme, url.host, url.port), time.monotonic()
        with self._lock:
            known, until = self._known.get(key, (None, 0.0))
        if known is None or at > until:
            known = _checked(*key)
            with self._lock:
                self._known[key] = (known, at + KNOWN_SECONDS)
        return known

    def _taken(self, server: Server) -> HTTPConnection | None:
        """An idle connection on which the other side has not hung up, if there is one."""
        while True:
            with self._lock:
                connection = self._idle[server].pop() if self._idle[server] else None
            if connection is None or connection.is_connected:
                return connection
            connection.close()

    def _give_back(self, server: Server, connection: HTTPConnection) -> None:
        with self._lock:
            # An answer may have said that nothing more is heard on this connection.
            if connection.sock is not None and len(self._idle[server]) < self._most_idle:
                self._idle[server].append(connection)
                return
        connection.close()


def send_json(
    method: str, url: str, *, headers: Mapping[str, str] | None = None, data: Any = None
) -> Response:
    """Send JSON, or nothing where `data` is None."""
    body = None if data is None else json.dumps(data).encode()
    kind = {} if data is None else {"Content-Type": "application/json"}
    return send(
        method, url, headers={"Accept": "application/json", **kind, **(headers or {})}, body=body
    )


def _parsed(url: str) -> _Url:
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port or (443 if parts.scheme == "https" else 80)
        path = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=_PLAIN)
    except (ValueError, UnicodeError, LocationParseError):
        raise FetchError(Message("no_server_address"), request_sent=False) from None
    if not host or parts.username or parts.password:
        raise FetchError(Message("no_server_address"), request_sent=False)
    bracketed = f"[{host}]" if ":" in host else host
    netloc = f"{bracketed}:{parts.port}" if parts.port else bracketed
    return _Url(parts.scheme, host, port, path, netloc)


def _check_scheme(url: _Url, *, plain: bool) -> None:
    may_be_plain = plain or _is_named(url.host, url.port)
    if url.scheme != "https" and not (may_be_plain and url.scheme == "http"):
        raise FetchError(Message("only_https_is_asked"), request_sent=False, forbidden=True)


def _is_named(host: str, port: int) -> bool:
    return f"{host}:{port}" in settings.FETCH_PRIVATE_HOSTS


def _checked(scheme: str, host: str, port: int) -> Server:
    """Where to connect to, if that may be done."""
    return Server(scheme, host, port, _address(host, port, allowed=_is_named(host, port)))


def _address(host: str, port: int, *, allowed: bool) -> str:
    """An address of the host; every one it has must be public, or the host be named."""
    try:
        addresses = [row[4][0] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as unknown:
        raise FetchError(wire_faults.name_fault(host, unknown), request_sent=False) from None
    if not allowed and not all(is_public(str(address)) for address in addresses):
        why = Message("server_not_public", host=host)
        raise FetchError(why, request_sent=False, forbidden=True)
    return str(addresses[0])
