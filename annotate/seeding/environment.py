"""What this installation lends its back ends: folders of models, languages, a way to servers."""

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from annotate.backends import Environment
from annotate.backends.configured import Response, Transport, TransportError
from annotate.core import fetch


def environment() -> Environment:
    return Environment(
        model_folders=tuple(map(Path, settings.MODELS_ROOTS)),
        ocr_languages=settings.OCR_LANGUAGES,
        connect=connect,
    )


def connect(idle: int) -> Transport:
    """Open a transport that keeps so many connections; addresses are checked by `core.fetch`."""
    return _Fetching(idle)


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
