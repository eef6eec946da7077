"""Pictures that somebody waits for are decoded one at a time, and only so many in one request.

A small file can unpack to very many pixels: each takes a second of the processor for about fifty
million of them. Imports are read in the background and need no turn.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from annotate.images import intake
from annotate.images.tiling import Busy
from annotate.messages import Message

# Pixels of one picture that is read while somebody waits, and of all pictures of one request.
LARGEST = 60_000_000
MOST = 600_000_000
_PATIENCE_SECONDS = 4.0
_decoding = Lock()


class Turns:
    """What one request may still have decoded."""

    def __init__(self) -> None:
        self._left = MOST
        self._patience = _PATIENCE_SECONDS

    @contextmanager
    def take(self, data: bytes) -> Iterator[None]:
        """Decode one picture now, and nobody else meanwhile in this process.

        Raises:
            ImageRejected: it has more pixels than are read while somebody waits.
            Busy: others are at it, or this request has had its share; it can be sent again.
        """
        pixels = intake.claimed_pixels(data)
        if pixels > LARGEST:
            message = Message(
                "picture_for_import", size=round(pixels / 1e6), limit=round(LARGEST / 1e6)
            )
            raise intake.ImageRejected(message, code="too_many_pixels")
        if pixels > self._left:
            raise Busy(Message("pictures_enough"), retry=True)
        self._left -= pixels
        if not _decoding.acquire(timeout=self._patience):
            self._patience = (
                0.0  # a request waits once: whoever waits keeps others from being served
            )
            raise Busy(Message("pictures_busy"), retry=True)
        try:
            yield
        finally:
            _decoding.release()
