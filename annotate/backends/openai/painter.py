"""Makes images from texts by asking a server of the images API (`/images/generations`)."""

import base64
import binascii
import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from annotate.backends.base import BackendError
from annotate.backends.configured import Configured
from annotate.backends.openai.server import (
    batch_of,
    excerpt,
    headers_of,
    line_of,
    server_of,
    settings_of,
)

# An image of 2048 pixels a side as PNG, in base 64, with room to spare.
MAX_IMAGE_BYTES = 40 * 1024 * 1024


class OpenAIPainter:
    """One model of a server; a request makes one image.

    Args:
        model: what the server calls it: as a rule another one than the one that describes.
        size: such as "1024x1024".
    """

    def __init__(self, configured: Configured, *, model: str, size: str) -> None:
        self._settings = settings_of(configured)
        self._server = server_of(configured, self._settings)
        self._configured, self._model, self._size = configured, model, size
        self._headers = headers_of(configured)
        self.batch = batch_of(self._settings)

    def paint_many(self, texts: Sequence[str]) -> list[bytes | BackendError]:
        """The bytes of an image of every text, unread; one that fails stops no other."""
        line = line_of(self._configured, self._settings)
        return self._server.each([partial(self._body, text) for text in texts], self._painted, line)

    def _body(self, text: str) -> bytes:
        # No response_format: some models refuse it, and both forms of an answer are read.
        asked = {"model": self._model, "prompt": text, "n": 1, "size": self._size}
        return json.dumps(asked).encode()

    def _painted(self, body: bytes) -> bytes:
        reply = self._server.post(
            "images/generations",
            body,
            headers=self._headers,
            settings=self._settings,
            max_bytes=MAX_IMAGE_BYTES,
        )
        image = _first(reply.data)
        encoded, url = image.get("b64_json"), image.get("url")
        if isinstance(encoded, str) and encoded:
            try:
                return base64.b64decode(encoded, validate=True)
            except (binascii.Error, ValueError):
                raise BackendError("The image in the answer is no base 64.") from None
        if isinstance(url, str) and url:
            return self._server.download(url, settings=self._settings, max_bytes=MAX_IMAGE_BYTES)
        raise BackendError(f"The answer holds no image: {excerpt(reply.data)}")


def _first(data: Any) -> dict[str, Any]:
    images = data.get("data") if isinstance(data, dict) else None
    if not isinstance(images, list) or not images or not isinstance(images[0], dict):
        raise BackendError(f"This is no answer with an image: {excerpt(data)}")
    return images[0]
