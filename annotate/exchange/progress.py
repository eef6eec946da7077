"""Progress of work that a command does itself, on standard error."""

import sys
import time
from typing import TextIO


class Meter:
    """Writes one line that is overwritten on a terminal, and a line every ten seconds elsewhere."""

    def __init__(self, verb: str, *, quiet: bool = False, stream: TextIO | None = None) -> None:
        self._verb = verb
        self._quiet = quiet
        self._stream = stream or sys.stderr
        self._terminal = self._stream.isatty()
        self._started = self._written = time.monotonic()

    def report(self, done: int, total: int, message: str = "") -> None:
        """Show how far it is; called after every chunk."""
        now = time.monotonic()
        if self._quiet or (not self._terminal and now - self._written < 10 and done < total):
            return
        self._written = now
        speed = done / max(now - self._started, 0.001)
        line = f"{self._verb} {done:,} of {total:,} ({speed:,.0f}/s) {message}".rstrip()
        self._stream.write(f"\r\x1b[K{line}" if self._terminal else f"{line}\n")
        self._stream.flush()

    def close(self) -> None:
        """End the line that was overwritten."""
        if self._terminal and not self._quiet:
            self._stream.write("\n")
