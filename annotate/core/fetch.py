"""The one way out: requests to other servers that cannot be turned against our own network.

An address that somebody typed must not reach what only this machine can reach (SSRF). So: HTTPS
only; the name is resolved once, every address it has is checked, and the connection goes to the
address that was checked (a second look-up could answer differently); redirects are not followed;
time and size are bounded. Machines of one's own network are reached only if the operator names
them in FETCH_PRIVATE_HOSTS.
"""

import ipaddress
import json
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import urllib3
from django.conf import settings
from urllib3.exceptions import HTTPError, LocationParseError, NewConnectionError, SSLError

SECONDS = 15.0
MAX_BYTES = 2 * 1024 * 1024
_CHUNK = 64 * 1024


class FetchError(Exception):
    """There was no answer to be had. `arrived`: whether the other side may have acted on it."""

    def __init__(self, message: str, *, arrived: bool) -> None:
        super().__init__(message)
        self.message = message
        self.arrived = arrived


@dataclass(frozen=True)
class Answer:
    """What another server said; any status, redirects among them."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body as JSON, or None where it is none."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            return None


@dataclass(frozen=True)
class _Target:
    scheme: str
    host: str
    port: int
    path: str
    address: str


def send(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: bytes | None = None,
    seconds: float = SECONDS,
    max_bytes: int = MAX_BYTES,
) -> Answer:
    """Send one request and return the answer.

    Raises:
        FetchError: the address is not allowed, nobody answered in time, or too much came back.
    """
    target = _checked(url)
    sent = {"Accept-Encoding": "identity", "User-Agent": "annotate", **(headers or {})}
    sent["Host"] = urlsplit(url).netloc
    ends = time.monotonic() + seconds
    with _pool(target, seconds) as pool:
        try:
            response = pool.urlopen(
                method,
                target.path,
                body=body,
                headers=sent,
                redirect=False,
                retries=False,
                preload_content=False,
            )
            content = _read(response, ends, max_bytes)
        except (NewConnectionError, SSLError) as lost:
            raise FetchError(f"{target.host} cannot be reached.", arrived=False) from lost
        except HTTPError as lost:
            raise FetchError(f"{target.host} did not answer in time.", arrived=True) from lost
    return Answer(response.status, dict(response.headers), content)


def send_json(
    method: str, url: str, *, headers: Mapping[str, str] | None = None, data: Any = None
) -> Answer:
    """Send JSON, or nothing where `data` is None."""
    body = None if data is None else json.dumps(data).encode()
    kind = {} if data is None else {"Content-Type": "application/json"}
    return send(
        method, url, headers={"Accept": "application/json", **kind, **(headers or {})}, body=body
    )


def _pool(target: _Target, seconds: float) -> urllib3.HTTPConnectionPool:
    timeout = urllib3.Timeout(connect=min(5.0, seconds), read=seconds)
    if target.scheme == "http":
        return urllib3.HTTPConnectionPool(target.address, target.port, timeout=timeout)
    return urllib3.HTTPSConnectionPool(
        target.address,
        target.port,
        timeout=timeout,
        cert_reqs="CERT_REQUIRED",
        # The certificate must be of the name that was asked for, not of the address.
        server_hostname=target.host,
        assert_hostname=target.host,
    )


def _read(response: urllib3.BaseHTTPResponse, ends: float, max_bytes: int) -> bytes:
    content = b""
    while chunk := response.read(_CHUNK):
        content += chunk
        if len(content) > max_bytes:
            raise FetchError("The answer is larger than is read here.", arrived=True)
        if time.monotonic() > ends:
            raise FetchError("The answer did not come to its end in time.", arrived=True)
    return content


def _checked(url: str) -> _Target:
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError, LocationParseError):
        raise FetchError("This is no address of a server.", arrived=False) from None
    if not host or parts.username or parts.password:
        raise FetchError("This is no address of a server.", arrived=False)
    named = f"{host}:{port}" in settings.FETCH_PRIVATE_HOSTS
    if parts.scheme != "https" and not (named and parts.scheme == "http"):
        raise FetchError("Only addresses that begin with https:// are asked.", arrived=False)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _Target(parts.scheme, host, port, path, _address(host, port, allowed=named))


def _address(host: str, port: int, *, allowed: bool) -> str:
    """Return an address of the host; every one it has must be public, or the host be named."""
    try:
        found = [row[4][0] for row in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise FetchError(f"There is no server called {host}.", arrived=False) from None
    if not allowed and not all(is_public(str(address)) for address in found):
        raise FetchError(f"{host} is not on the public internet.", arrived=False)
    return str(found[0])


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet.

    >>> is_public("1.1.1.1"), is_public("127.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    >>> is_public("::ffff:10.0.0.1"), is_public("64:ff9b::a00:1"), is_public("2002:7f00:1::")
    (False, False, False)
    """
    ip = ipaddress.ip_address(address.split("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        # Addresses that only wrap an IPv4 address are as public as what they wrap.
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if inner is None and ip in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return ip.is_global and not ip.is_multicast
