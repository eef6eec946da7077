"""What this installation lends its back ends: folders of models, languages, a way to servers."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from annotate.backends import Environment
from annotate.backends.configured import Response, Transport, TransportError
from annotate.core import fetch, logs
from annotate.messages import Message

log = logs.get(__name__)


def environment(*, discreet: bool = False) -> Environment:
    """What back ends are lent; ``discreet``: faults do not name the server they are about."""
    return Environment(
        model_folders=tuple(map(Path, settings.MODELS_ROOTS)),
        ocr_languages=settings.OCR_LANGUAGES,
        connect=connect_discreetly if discreet else connect,
    )


def connect(idle: int) -> Transport:
    """Open a transport that keeps so many connections; addresses are checked by `core.fetch`."""
    return _Fetching(idle)


def connect_discreetly(idle: int) -> Transport:
    """The same, for servers whose addresses are for admins alone: the log has what is not told."""
    return _Discreet(idle)


class _Fetching:
    def __init__(self, idle: int) -> None:
        self._connections = fetch.ConnectionPool(idle=idle)

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
        try:
            return self._connections.send(
                method, url, headers=headers, body=body, seconds=seconds, max_bytes=max_bytes
            )
        except fetch.FetchError as error:
            raise TransportError(error.message, forbidden=error.forbidden) from error


class _Discreet(_Fetching):
    def send(self, *args: Any, **kwargs: Any) -> Response:
        try:
            return super().send(*args, **kwargs)
        except TransportError as error:
            log.warning("A server of the installation was not reached", fault=str(error))
            code = "shared_server_forbidden" if error.forbidden else "shared_server_unreachable"
            raise TransportError(Message(code), forbidden=error.forbidden) from None
