"""Keep processes running until somebody stops them: one that dies is started again.

They are forked from this one: what it has loaded, none of them loads again, and all share its
memory. Whoever calls has closed what must not be shared, such as a connection to the database.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.context import ForkProcess
from types import FrameType

# Seconds until a process that died is started again: twice as long each time, up to the last.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
# Whoever has run for so long is well: the pauses begin anew.
WELL_AFTER = 60.0
# For what processes do at the end, such as finishing a job.
STOP_SECONDS = 20.0
_TICK = 0.2
_STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_FORK = multiprocessing.get_context("fork")

Say = Callable[[str], None]


@dataclass
class Kept:
    """One process, started again and again.

    Attributes:
        must_start: one that ends by itself before it was ever well cannot run here at all.
        died: told of the id of a process that has died.
    """

    name: str
    run: Callable[[], object]
    must_start: bool = False
    died: Callable[[int], None] = lambda _: None
    process: ForkProcess | None = None
    deaths: int = 0
    was_well: bool = False
    at: float = field(default=0.0)

    def start(self, now: float) -> None:
        self.process = _FORK.Process(target=_apart, args=(self.run,))
        self.process.start()
        with suppress(ProcessLookupError, PermissionError):
            _lead_a_group(self.pid)
        self.at = now

    @property
    def pid(self) -> int:
        return (self.process and self.process.pid) or 0

    def look(self, now: float, say: Say) -> int | None:
        """Start it where it is due; return the status of one that cannot run here."""
        if self.process is None:
            if now >= self.at:
                self.start(now)
            return None
        status = self.process.exitcode
        if status is None:
            if now > self.at + WELL_AFTER:
                self.was_well, self.deaths = True, 0
            return None
        if self.must_start and not self.was_well and status > 0:
            return status
        self._bury(self.pid, status, now, say)
        return None

    def _bury(self, pid: int, status: int, now: float, say: Say) -> None:
        self.signal(signal.SIGKILL)
        pause = min(FIRST_PAUSE * 2**self.deaths, LONGEST_PAUSE)
        self.deaths += 1
        say(f"{self.name} stopped ({_how(status)}). It is started again in {pause:g} s.")
        self.died(pid)
        self.process, self.at = None, now + pause

    def signal(self, number: signal.Signals) -> None:
        """Tell the process and all that it started."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.pid, number)

    def stop(self) -> None:
        """Let it end, and end it where it does not."""
        if self.process is None:
            return
        self.process.join(STOP_SECONDS)
        self.signal(signal.SIGKILL)
        self.process.join()


def _lead_a_group(pid: int) -> None:
    """What it leaves behind when it is killed, such as a worker's clock, is found by its group.

    The keyboard's Ctrl-C reaches only the keeper, who says stop. Parent and child both see to it:
    whoever is second finds it done.
    """
    os.setpgid(pid, pid)


def _apart(run: Callable[[], object]) -> None:
    """Run it in a process of its own, which answers signals in its own way."""
    _lead_a_group(os.getpid())
    for each in _STOPS:
        signal.signal(each, signal.SIG_DFL)
    run()


def keep(children: Sequence[Kept], say: Say) -> int:
    """Run all until a signal ends it, or one cannot run here; leave no process behind."""
    stopping = False

    def stop(_signal: int, _frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for each in _STOPS:
        signal.signal(each, stop)
    status = 0
    while not (stopping or status):
        now = time.monotonic()
        for child in children:
            status = status or child.look(now, say) or 0
        time.sleep(_TICK)
    for child in children:
        # The process alone: a worker ends its clock and its pool in its own order.
        if child.process is not None:
            child.process.terminate()
    for child in children:
        child.stop()
    return status


def _how(status: int) -> str:
    if status >= 0:
        return f"status {status}"
    return f"killed by {signal.Signals(-status).name}"
