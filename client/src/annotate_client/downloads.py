"""Files of the server, whole or not at all."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from annotate_client.api import Api
from annotate_client.errors import DamagedDownload, NoConnection

Advance = Callable[[int], object]


def download(
    api: Api,
    operation: str,
    to: Path,
    *,
    sha256: str = "",
    advance: Advance | None = None,
    **given: Any,
) -> Path:
    """Write the file that an operation answers with; nothing is left of half a file.

    Args:
        sha256: what the content has to be; not looked at where it is empty.
        advance: told after each piece how many bytes there are.
        given: what stands in the address, by name.

    Raises:
        DamagedDownload: it is another content.
    """
    half = to.with_name(f"{to.name}.part")
    try:
        digest = _whole(api, operation, given, half, advance)
        if sha256 and digest != sha256:
            raise DamagedDownload(
                f"What was downloaded for {to} is not the file that the server made.\n"
                "What to do: download it again."
            )
        return half.replace(to)
    finally:
        half.unlink(missing_ok=True)


def _whole(
    api: Api, operation: str, given: dict[str, Any], half: Path, advance: Advance | None
) -> str:
    """Write a file, from its beginning again where the line breaks; return its digest."""
    retries, attempt = api.transport.retries, 0
    while True:
        attempt += 1
        try:
            return _written(api.opened(operation, **given), half, advance)
        except httpx.TransportError as broken:
            pause = retries.pause(attempt, None)
            if pause is None:
                raise NoConnection(
                    f"The download broke off {attempt} times: {broken}.\n"
                    "What to do: try again later."
                ) from broken
            api.transport.sleep(pause)


def _written(answer: httpx.Response, half: Path, advance: Advance | None) -> str:
    seen = hashlib.sha256()
    try:
        with half.open("wb") as file:
            for piece in answer.iter_bytes():
                file.write(piece)
                seen.update(piece)
                if advance is not None:
                    advance(file.tell())
    finally:
        answer.close()
    return seen.hexdigest()
