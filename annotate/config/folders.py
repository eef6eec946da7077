"""Folders as the broker, written so that a worker never reads half a message.

Kombu's transport opens a message under its final name and then writes it. A worker that looks in
between takes an empty file, cannot parse it and ends: https://github.com/celery/kombu, transport
`filesystem`, `Channel._put` of version 5.7. Here a message gets its name when it is whole.
"""

import time
import uuid
from pathlib import Path
from typing import Any

from kombu.exceptions import ChannelError
from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Kombu's channel with messages that appear at once."""

    def _put(self, queue: str, message: Any, **_: Any) -> None:  # type: ignore[override]
        folder = Path(self.data_folder_out)
        # The names of the transport: by time, and of the queue.
        stem = f"{round(time.monotonic() * 1000)}_{uuid.uuid4()}.{queue}"
        unfinished = folder / f"{stem}.part"
        try:
            unfinished.write_text(dumps(message), encoding="utf-8")
            unfinished.replace(folder / f"{stem}.msg")
        except OSError as error:
            raise ChannelError(f"Cannot add a message to {folder}") from error


class Transport(filesystem.Transport):
    """Kombu's transport with our channel."""

    Channel = Channel
