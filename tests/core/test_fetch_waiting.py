"""How long an answer from outside is waited for, however slowly it comes."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from pytest_django import Settings

from annotate.core import fetch


def test_silence_may_mean_that_it_arrived(settings: Settings) -> None:
    """Catches a payment that is sent again because its answer was lost."""
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        host = f"127.0.0.1:{mute.getsockname()[1]}"
        settings.FETCH_PRIVATE_HOSTS = [host]
        with pytest.raises(fetch.FetchError) as found:
            fetch.send("POST", f"http://{host}/", seconds=0.3)
    assert found.value.request_sent


def test_an_answer_that_drips_is_cut_off(settings: Settings) -> None:
    first = b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n"
    with dripping(first, b"x" * 7000) as host:
        settings.FETCH_PRIVATE_HOSTS = [host]
        with pytest.raises(fetch.FetchError):
            fetch.send("GET", f"http://{host}/", seconds=0.4)


def test_headers_that_drip_are_cut_off(settings: Settings) -> None:
    """Catches a time limit that starts anew with each byte."""
    with dripping(b"HTTP/1.1 200 OK\r\nX-Slow: ", b"x") as host:
        settings.FETCH_PRIVATE_HOSTS = [host]
        started = time.monotonic()
        with pytest.raises(fetch.FetchError) as found:
            fetch.send("GET", f"http://{host}/", seconds=0.4)
    assert found.value.request_sent
    assert time.monotonic() - started < 60  # without a limit it never ends


@contextmanager
def dripping(first: bytes, drop: bytes) -> Iterator[str]:
    """A server that says something first and then more, a little at a time, without end."""
    with socket.socket() as slow:
        slow.bind(("127.0.0.1", 0))
        slow.listen()
        stop = threading.Event()

        def drip() -> None:
            client, _ = slow.accept()
            with client, suppress(OSError):
                client.sendall(first)
                while not stop.wait(0.02):
                    client.sendall(drop)

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        yield f"127.0.0.1:{slow.getsockname()[1]}"
        stop.set()
        thread.join(2)
