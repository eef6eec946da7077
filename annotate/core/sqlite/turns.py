"""Turns of those who write to one SQLite file, over threads and processes.

SQLite lets one write at a time, and whoever waits sleeps up to a tenth of a second between two
looks: a job that begins its next transaction right after the last one always finds the lock free
first, and people wait for seconds. Here whoever has written stands behind those who wait.
"""

import fcntl
import os
import threading
import time
from collections import defaultdict

_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.004
# Threads of this process wait for each other without looking again and again.
_here: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


class Turns:
    """What one connection holds of the turns at a database.

    A turn is a lock on a file, which the system takes back from a process that dies. Who waits for
    it holds a second one, the place at the head of the queue, so that nobody comes in between.
    """

    def __init__(self, database: str) -> None:
        self._here = _here[database]
        self._database = database
        self._files: list[int] = []
        self._mine = False

    def take(self, seconds: float) -> None:
        """Wait for a turn.

        Raises:
            TimeoutError: it did not come within so many seconds.
        """
        ends = time.monotonic() + seconds
        if not self._here.acquire(timeout=seconds):
            raise TimeoutError
        try:
            head, turn = self._opened()
            _lock(head, ends)
            try:
                _lock(turn, ends)
            finally:
                fcntl.flock(head, fcntl.LOCK_UN)
        except BaseException:
            self._here.release()
            raise
        self._mine = True

    def pass_on(self) -> None:
        """Let the next one write; nothing where this one does not."""
        if self._mine:
            self._mine = False
            fcntl.flock(self._files[1], fcntl.LOCK_UN)
            self._here.release()

    def close(self) -> None:
        """Pass on and keep no file open."""
        self.pass_on()
        while self._files:
            os.close(self._files.pop())

    def __del__(self) -> None:
        """A connection may end with its thread, and nobody closes it."""
        self.close()

    def _opened(self) -> list[int]:
        if not self._files:
            names = (f"{self._database}-{name}" for name in ("head", "turn"))
            self._files = [os.open(name, os.O_RDWR | os.O_CREAT, 0o600) for name in names]
        return self._files


def _lock(file: int, ends: float) -> None:
    pause = _FIRST_PAUSE
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > ends:
                raise TimeoutError from None
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
        else:
            return
