"""The slow line of a campaign: what is sent arrives later, whole and in its order."""

import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.load.serving import free_port


@contextmanager
def echo() -> Iterator[int]:
    """Send back whatever comes, to one client."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                while data := client.recv(65536):
                    client.sendall(data)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1]


@contextmanager
def line(target: int) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaign.delays", str(port), str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        yield port, process
    finally:
        process.kill()
        process.communicate()


def received(client: socket.socket, number: int) -> bytes:
    found = b""
    while len(found) < number and (piece := client.recv(65536)):
        found += piece
    return found


def test_bytes_arrive_in_their_order_and_no_sooner_than_they_may() -> None:
    sent = bytes(range(256)) * 2000
    with (
        echo() as target,
        line(target) as (port, process),
        socket.create_connection(("127.0.0.1", port), 30) as client,
    ):
        client.sendall(b"first")
        assert received(client, 5) == b"first"
        assert process.stdin is not None
        process.stdin.write(f"{port} 300\n")
        process.stdin.flush()
        time.sleep(0.2)
        started = time.monotonic()
        threading.Thread(target=client.sendall, args=(sent,)).start()
        assert received(client, len(sent)) == sent
        assert time.monotonic() - started >= 0.6  # there and back


def test_a_target_that_is_not_there_is_a_connection_that_ends() -> None:
    with (
        line(free_port()) as (port, _),
        socket.create_connection(("127.0.0.1", port), 30) as client,
    ):
        try:
            answer = client.recv(10)
        except ConnectionResetError:
            answer = b""
        assert answer == b""
