"""What may be asked unencrypted: nothing but what somebody looks at before believing it."""

import socket
from typing import Any

import pytest

from annotate.core import fetch, wire
from annotate.messages import Message


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254"])
def test_our_own_network_is_not_asked_unencrypted_either(host: str) -> None:
    with pytest.raises(fetch.FetchError, match="not on the public internet") as found:
        fetch.send("GET", f"http://{host}/", plain=True)
    assert found.value.forbidden


@pytest.mark.parametrize("scheme", ["ftp", "file", "gopher"])
def test_nothing_but_http_is_asked(scheme: str) -> None:
    with pytest.raises(fetch.FetchError, match="https://"):
        fetch.send("GET", f"{scheme}://example.org/a.jpg", plain=True)


def test_a_server_that_was_asked_unencrypted_once_is_not_so_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Catches a pool that remembers the permission with the address."""
    reached: list[str] = []

    def connect(server: wire.Server, seconds: float) -> Any:
        reached.append(server.scheme)
        raise fetch.FetchError(Message("server_not_public", host=server.host), request_sent=False)

    def public(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("1.1.1.1", 80))]

    monkeypatch.setattr(wire, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", public)
    pool = fetch.ConnectionPool()
    with pytest.raises(fetch.FetchError):
        pool.send("GET", "http://pictures.example/a.jpg", plain=True)
    with pytest.raises(fetch.FetchError, match="https://"):
        pool.send("GET", "http://pictures.example/a.jpg")
    assert reached == ["http"]
