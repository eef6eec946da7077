"""Outages of other servers: each is named for what it is, against real sockets of this machine."""

import errno
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pytest_django import Settings
from urllib3.exceptions import NewConnectionError

from annotate.core import clock, fetch, wire_faults
from annotate.messages import Message

BEGUN = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"
# Closed with this, a socket tears its line down instead of ending it.
TORN = struct.pack("ii", 1, 0)


def hang(client: socket.socket) -> None:
    """Say nothing until the other side has gone."""
    with suppress(OSError):
        while client.recv(4096):
            pass


def reset(client: socket.socket) -> None:
    client.recv(4096)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, TORN)


def hang_up(client: socket.socket) -> None:
    client.recv(4096)


def saying(what: bytes) -> Callable[[socket.socket], None]:
    def say(client: socket.socket) -> None:
        client.recv(4096)
        client.sendall(what)

    return say


def begin_and_hang(client: socket.socket) -> None:
    client.sendall(BEGUN)
    hang(client)


@contextmanager
def listening(behave: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that treats everybody who comes in one way."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = server.accept()
                    with client, suppress(OSError):
                        behave(client)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)
        thread.join(10)


@contextmanager
def closed_port() -> Iterator[int]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        yield port  # bound, and nobody listens


def said(settings: Settings, port: int, scheme: str = "http", seconds: float = 0.3) -> Message:
    settings.FETCH_PRIVATE_HOSTS = [f"127.0.0.1:{port}"]
    with pytest.raises(fetch.FetchError) as lost:
        fetch.send("POST", f"{scheme}://127.0.0.1:{port}/", seconds=seconds, body=b"{}")
    return lost.value.message


CASES: dict[str, tuple[AbstractContextManager[int], str, str]] = {
    "closed port": (closed_port(), "http", "server_refuses_connections"),
    "closed port, TLS": (closed_port(), "https", "server_refuses_connections"),
    "hangs": (listening(hang), "http", "server_too_late"),
    "hangs in the middle": (listening(begin_and_hang), "http", "server_too_late"),
    "hangs in TLS": (listening(hang), "https", "server_not_connected_in_time"),
    "resets": (listening(reset), "http", "server_hung_up"),
    "resets in TLS": (listening(reset), "https", "server_hung_up"),
    "hangs up": (listening(hang_up), "http", "server_hung_up"),
    "hangs up in TLS": (listening(hang_up), "https", "server_hung_up"),
    "stops in the middle": (listening(saying(BEGUN)), "http", "server_hung_up"),
    "speaks no HTTP": (listening(saying(b"220 mail\r\n")), "http", "server_speaks_no_http"),
    "speaks no TLS": (
        listening(saying(b"HTTP/1.1 400 Bad Request\r\n\r\n")),
        "https",
        "server_speaks_no_tls",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_happened_is_what_is_said(case: str, settings: Settings) -> None:
    behaving, scheme, code = CASES[case]
    with behaving as port:
        # Time enough for what answers at once; what hangs is waited for.
        waited = 0.3 if "hangs" in case and "up" not in case else 20
        message = said(settings, port, scheme, waited)
    assert message.code == code, str(message)
    assert message.params["host"] == "127.0.0.1"
    if "port" in message.params:
        assert message.params["port"] == str(port)
    if "seconds" in message.params:
        assert message.params["seconds"] == 0.3


def test_a_certificate_that_nobody_vouches_for_is_named(settings: Settings, tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(self_signed(tmp_path))

    def greet(client: socket.socket) -> None:
        with context.wrap_socket(client, server_side=True) as secured:
            secured.recv(1)

    with listening(greet) as port:
        message = said(settings, port, "https", 20)
    assert message.code == "server_certificate_refused"
    assert "self-signed" in str(message)


def self_signed(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(clock.now() - timedelta(days=1))
        .not_valid_after(clock.now() + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    path = folder / "both.pem"
    plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8)
    path.write_bytes(
        key.private_bytes(*plain, serialization.NoEncryption())
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    return path


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (socket.EAI_NONAME, "server_unknown"),
        (socket.EAI_AGAIN, "server_name_unresolved"),
        (socket.EAI_FAIL, "server_name_unresolved"),
    ],
)
def test_a_name_that_is_not_there_and_a_name_service_that_is_not_are_told_apart(
    number: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise socket.gaierror(number, "no")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(fetch.FetchError) as lost:
        fetch.send("GET", "https://models.example/")
    assert lost.value.message == Message(code, host="models.example")


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.ENETUNREACH, "server_without_a_way"),
        (errno.EHOSTUNREACH, "server_without_a_way"),
        (errno.ETIMEDOUT, "server_not_connected_in_time"),
        (errno.ECONNREFUSED, "server_refuses_connections"),
        (errno.EMFILE, "server_lost"),
    ],
)
def test_what_the_system_says_of_a_connection_is_said_on(number: int, code: str) -> None:
    """As urllib3 hands it on: an error of its own, raised from that of the system."""
    fault = NewConnectionError(None, "Failed")  # type: ignore[arg-type]
    fault.__cause__ = OSError(number, "as the system says")
    message = wire_faults.connection_fault(fault, host="a.example", port=443, seconds=5)
    assert message.code == code
    assert "as the system says" not in str(message)


def test_nothing_is_said_to_be_late_that_was_not(settings: Settings) -> None:
    """Whatever fails at once says so: "not in time" is said of what was waited for."""
    for behave in (reset, hang_up, saying(b"?"), saying(BEGUN)):
        with listening(behave) as port:
            assert "in time" not in str(said(settings, port, seconds=20))
