"""One kept connection that speaks just enough HTTP/1.1, so that the load costs little itself."""

import json
import socket
from typing import Any

_TIMEOUT_SECONDS = 60


class Connection:
    """A keep-alive connection to 127.0.0.1; opened anew when the server has closed it."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port = port
        self._head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._socket: socket.socket | None = None
        self._rest = b""

    def post(self, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Send by POST, as `send` does."""
        return self.send("POST", path, body)

    def send(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        """Return the status and the JSON of the answer.

        A request on a connection that the server closed while idle is sent once more; every
        request of the measurement may be repeated without changing anything.
        """
        data = json.dumps(body, separators=(",", ":")).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{self._head}"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        message = head.encode() + data
        try:
            return self._exchange(message)
        except (ConnectionError, EOFError):
            self.close()
            return self._exchange(message)

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
        self._socket, self._rest = None, b""

    def _exchange(self, message: bytes) -> tuple[int, Any]:
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), _TIMEOUT_SECONDS)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(message)
        head = self._until(b"\r\n\r\n").decode("latin-1")
        first, _, lines = head.partition("\r\n")
        fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in lines.split("\r\n"))
        }
        body = self._exactly(int(fields.get("content-length", "0")))
        if fields.get("connection", "").lower() == "close":
            self.close()
        return int(first.split(" ", 2)[1]), json.loads(body) if body else None

    def _more(self) -> None:
        if self._socket is None:
            raise EOFError
        data = self._socket.recv(65536)
        if not data:
            raise EOFError
        self._rest += data

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._rest:
            self._more()
        found, _, self._rest = self._rest.partition(mark)
        return found

    def _exactly(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._more()
        found, self._rest = self._rest[:size], self._rest[size:]
        return found
