"""How a back end reaches other servers: by what whoever builds it hands in, and in no other way.

An address that a lead typed must not reach what only this machine can reach, so back ends open no
connections of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias


class TransportError(Exception):
    """There was no answer to be had.

    Attributes:
        forbidden: this address is never asked from here.
    """

    def __init__(self, message: str, *, forbidden: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.forbidden = forbidden


class Response(Protocol):
    """What another server said; any status, redirects among them."""

    @property
    def status(self) -> int: ...

    @property
    def headers(self) -> Mapping[str, str]: ...

    @property
    def body(self) -> bytes: ...

    def json(self) -> Any:
        """The body as JSON, or None where it is none."""


class Transport(Protocol):
    """Sends requests over connections that may stay open; threads share one."""

    def send(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes | None,
        seconds: float,
        max_bytes: int,
    ) -> Response:
        """Send one request.

        Args:
            seconds: until the whole answer must be there.

        Raises:
            TransportError: the address is not allowed, nobody answered in time, or too much came.
        """


# Makes a transport that keeps so many connections open to one server.
Connect: TypeAlias = Callable[[int], Transport]


def unconnected(_: int) -> Transport:
    """Where nothing else was handed in, no server is reached."""
    return _Unconnected()


class _Unconnected:
    def send(self, *_: Any, **__: Any) -> Response:
        raise TransportError("No server is reached from here.", forbidden=True)
