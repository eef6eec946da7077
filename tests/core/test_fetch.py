"""The one way out: what it refuses to ask, and what it says when nobody answers."""

import doctest
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from annotate.core import addresses, fetch
from tests.crowd.stand_ins.server import Asked, Said, serving


@pytest.fixture
def own(settings: Settings) -> Iterator[tuple[str, list[Asked]]]:
    """A server on this machine whose name the operator gave."""
    asked: list[Asked] = []

    def answer(request: Asked) -> Said:
        asked.append(request)
        if request.path.startswith("/away"):
            return Said(None, 302, {"Location": "http://127.0.0.1:9/"})
        if request.path.startswith("/large"):
            return Said("x" * 5000)
        return Said({"path": request.path})

    with serving(answer) as address:
        settings.FETCH_PRIVATE_HOSTS = [address.removeprefix("http://")]
        yield address, asked


def refused(url: str) -> fetch.FetchError:
    with pytest.raises(fetch.FetchError) as found:
        fetch.send("GET", url, seconds=2)
    return found.value


def test_a_named_server_is_asked(own: tuple[str, list[Asked]]) -> None:
    address, asked = own
    answer = fetch.send_json("POST", f"{address}/a?b=c", data={"d": 1}, headers={"X-E": "f"})
    assert (answer.status, answer.json()) == (200, {"path": "/a?b=c"})
    assert (asked[0].data, asked[0].headers["X-E"]) == ({"d": 1}, "f")
    assert asked[0].headers["Host"] == address.removeprefix("http://")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "https://user:password@example.org/",
        "//example.org",
        "https://[::1",
        "https://exa mple.org/",
        "https://example.org:99999/",
        "https://" + "a" * 70 + ".org/",
    ],
)
def test_what_is_no_plain_https_address_is_not_asked(url: str) -> None:
    assert not refused(url).request_sent


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "[::1]",
        "10.0.0.1",
        "192.168.1.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",  # noqa: S104 - asked, not listened on
        "2130706433",
        "0x7f.1",
        "[::ffff:127.0.0.1]",
        "[fe80::1]",
        "[fc00::1]",
        "[64:ff9b::7f00:1]",
        "224.0.0.1",
    ],
)
def test_our_own_network_is_not_asked(host: str) -> None:
    error = refused(f"https://{host}/")
    assert not error.request_sent


def test_a_name_with_one_private_address_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Catches a name that shows a public address first and a private one second."""

    def both(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, 443)) for address in ("1.1.1.1", "10.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    assert "not on the public internet" in str(refused("https://rebind.example/"))


def test_the_name_is_looked_up_once(
    own: tuple[str, list[Asked]], monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """Catches DNS rebinding: the address that was checked is the one that is asked."""
    address, asked = own
    port = int(address.rsplit(":", 1)[1])
    looked_up: list[str] = []

    def once(host: str, *_: Any, **__: Any) -> list[Any]:
        looked_up.append(host)
        assert len(looked_up) == 1 or host == "127.0.0.1", "a second look-up"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", once)
    settings.FETCH_PRIVATE_HOSTS = [f"named.example:{port}"]
    fetch.send("GET", f"http://named.example:{port}/")
    assert looked_up.count("named.example") == 1
    assert asked[0].headers["Host"] == f"named.example:{port}"


@pytest.mark.parametrize(
    ("path", "asked"), [("/ä b\r\nX: y", "/%C3%A4%20bX:%20y"), ("/a%2Fb?c=d e", "/a%2Fb?c=d%20e")]
)
def test_what_no_line_of_http_can_hold_is_quoted(
    own: tuple[str, list[Asked]], path: str, asked: str
) -> None:
    address, heard = own
    fetch.send("GET", f"{address}{path}")
    assert heard[0].path == asked


def test_redirects_are_answers_and_not_followed(own: tuple[str, list[Asked]]) -> None:
    address, asked = own
    assert fetch.send("GET", f"{address}/away").status == 302
    assert len(asked) == 1


def test_an_answer_that_is_too_large_is_cut_off(own: tuple[str, list[Asked]]) -> None:
    address, _ = own
    with pytest.raises(fetch.FetchError, match="larger") as found:
        fetch.send("GET", f"{address}/large", max_bytes=1000)
    assert found.value.request_sent


def test_nobody_there_means_that_nothing_arrived(settings: Settings) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{unused.getsockname()[1]}"
    settings.FETCH_PRIVATE_HOSTS = [host]
    assert not refused(f"http://{host}/").request_sent


def test_what_is_no_json_is_none() -> None:
    for body in (b"", b"{", b"\xff", b"[" * 100_000):
        assert fetch.Response(200, {}, body).json() is None


def test_the_worked_examples_hold() -> None:
    result = doctest.testmod(addresses)
    assert result.attempted > 0
    assert result.failed == 0
