"""How far something is: a bar in a terminal and in a notebook, plain lines in a log."""

import shutil
import sys
import time
from types import TracebackType
from typing import Any, Protocol, TextIO

_CELLS = 24
# A log gets a line for each twentieth, and for whatever is said anew.
_LOG_STEPS = 20


class Progress(Protocol):
    """What shows how far something is."""

    def show(self, done: int, total: int, note: str = "") -> None: ...

    def close(self) -> None: ...


class Quiet:
    """Shows nothing."""

    def show(self, done: int, total: int, note: str = "") -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Bar:
    """A line of a terminal that is written over."""

    def __init__(self, title: str, stream: TextIO) -> None:
        self._title, self._stream, self._started = title, stream, time.monotonic()
        self._last = ""

    def show(self, done: int, total: int, note: str = "") -> None:
        line = _line(self._title, done, total, note, time.monotonic() - self._started)
        line = line[: shutil.get_terminal_size().columns - 1]
        if line != self._last:
            # Spaces rub out what is left of a longer line.
            self._stream.write("\r" + line.ljust(len(self._last)))
            self._stream.flush()
            self._last = line

    def close(self) -> None:
        if self._last:
            self._stream.write("\n")
            self._stream.flush()


class Lines:
    """Lines, where nothing can be written over."""

    def __init__(self, title: str, stream: TextIO) -> None:
        self._title, self._stream = title, stream
        self._said: tuple[int, str] | None = None

    def show(self, done: int, total: int, note: str = "") -> None:
        step = (done * _LOG_STEPS // total if total else 0, note)
        if step != self._said:
            self._said = step
            self._stream.write(f"{_words(self._title, done, total, note)}\n")
            self._stream.flush()

    def close(self) -> None:
        """Nothing is open."""


class Cell:
    """The output of a notebook's cell, which is drawn anew."""

    def __init__(self, title: str, display: Any) -> None:
        self._title, self._display = title, display
        self._handle: Any = None
        self._last = ""

    def show(self, done: int, total: int, note: str = "") -> None:
        words = _words(self._title, done, total, note)
        if words == self._last:
            return
        self._last = words
        bar = f'<progress value="{done}" max="{max(total, 1)}"></progress>'
        shown = {"text/plain": words, "text/html": f"<div>{bar} {_escaped(words)}</div>"}
        if self._handle is None:
            self._handle = self._display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)

    def close(self) -> None:
        """It stays as it is."""


class Shown:
    """Progress for the length of a ``with``."""

    def __init__(self, title: str, *, wanted: bool = True, stream: TextIO | None = None) -> None:
        self._progress = progress_for(title, stream) if wanted else Quiet()

    def __enter__(self) -> Progress:
        return self._progress

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.close()


def progress_for(title: str, stream: TextIO | None = None) -> Progress:
    """What suits where we run: a notebook, a terminal, or neither."""
    if stream is None and (display := _notebook()) is not None:
        return Cell(title, display)
    stream = stream or sys.stderr
    return Bar(title, stream) if stream.isatty() else Lines(title, stream)


def _notebook() -> Any:
    """IPython's ``display`` where a notebook's kernel runs this, else None."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display


def _words(title: str, done: int, total: int, note: str) -> str:
    return f"{title}: {done:,} of {total:,}" + (f" · {note}" if note else "")


def _line(title: str, done: int, total: int, note: str, seconds: float) -> str:
    filled = _CELLS * min(done, total) // total if total else 0
    bar = "█" * filled + "░" * (_CELLS - filled)
    tail = f" · {note}" if note else ""
    return f"{title} {bar} {done:,}/{total:,} {_clock(seconds)}{tail}"


def _clock(seconds: float) -> str:
    """Elapsed time for people.

    >>> _clock(75), _clock(3_700)
    ('1:15', '1:01:40')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
