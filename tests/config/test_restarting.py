"""Processes that are kept running: `make demo` outlives the death of its worker."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from annotate.config.restarting import Kept
from tests.waiting import eventually


def sleeps() -> None:
    signal.pause()


def fails() -> None:
    raise SystemExit(3)


KEEPER = """
import os, sys, time
from functools import partial
from annotate.config import restarting
from annotate.config.restarting import Kept

restarting.FIRST_PAUSE = 0.05

def say(*words):  # a line at once: they all write into one file
    os.write(1, (" ".join(map(str, words)) + os.linesep).encode())

def nap(name):
    say(name, os.getpid())
    time.sleep(600)

children = [Kept(name, partial(nap, name)) for name in ("web", "worker")]
sys.exit(restarting.keep(children, partial(say, "said")))
"""


def pid_of(child: Kept) -> int | None:
    return child.pid or None


def ended(child: Kept) -> None:
    assert child.process is not None
    child.process.join(30)
    assert child.process.exitcode is not None


def test_a_process_that_died_is_started_again_and_words_say_so() -> None:
    said: list[str] = []
    buried: list[int] = []
    child = Kept("The worker", sleeps, died=buried.append)
    child.look(0, said.append)
    assert child.process is not None
    first = child.process.pid
    child.signal(signal.SIGKILL)
    ended(child)
    child.look(10, said.append)
    assert said == ["The worker stopped (killed by SIGKILL). It is started again in 1 s."]
    assert buried == [first]
    assert child.at == 11
    child.look(10.5, said.append)
    assert pid_of(child) is None, "not before its time"
    child.look(11, said.append)
    assert pid_of(child) not in (None, first)
    child.signal(signal.SIGKILL)
    ended(child)


def test_one_that_dies_again_and_again_is_given_longer_and_longer_pauses() -> None:
    said: list[str] = []
    child = Kept("The worker", fails)
    now = 0.0
    for _ in range(8):
        child.look(now, said.append)
        ended(child)
        child.look(now, said.append)
        now = child.at
    pauses = [float(each.rpartition(" in ")[2].removesuffix(" s.")) for each in said]
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]


def test_one_that_was_well_for_a_minute_begins_with_a_short_pause_again() -> None:
    said: list[str] = []
    child = Kept("The worker", sleeps, deaths=5)
    child.look(0, said.append)
    child.look(61, said.append)
    child.signal(signal.SIGKILL)
    ended(child)
    child.look(62, said.append)
    assert said[-1].endswith("in 1 s.")


def test_a_server_that_cannot_start_ends_everything() -> None:
    """A port that is taken stays taken."""
    child = Kept("The web server", fails, must_start=True)
    child.look(0, print)
    ended(child)
    assert child.look(0.2, print) == 3


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_killed_one_comes_back_beside_the_other_and_a_signal_ends_both(
    tmp_path: Path, way: signal.Signals
) -> None:
    with (tmp_path / "out").open("ab") as out:
        keeper = subprocess.Popen([sys.executable, "-c", KEEPER], stdout=out)
    try:
        eventually(lambda: all(started(tmp_path).values()), "both run")
        first = started(tmp_path)
        os.kill(first["worker"][0], signal.SIGKILL)
        eventually(lambda: len(started(tmp_path)["worker"]) > 1, "it is back")
        both = started(tmp_path)
        assert both["web"] == first["web"]
        assert runs(both["web"][0])
        assert "killed by SIGKILL" in (tmp_path / "out").read_text()
        keeper.send_signal(way)
        assert keeper.wait(30) == 0
        assert not any(runs(pid) for pids in started(tmp_path).values() for pid in pids)
    finally:
        keeper.kill()
        keeper.wait()
        for pid in [pid for pids in started(tmp_path).values() for pid in pids if runs(pid)]:
            os.kill(pid, signal.SIGKILL)


def started(folder: Path) -> dict[str, list[int]]:
    lines = [line.split() for line in (folder / "out").read_text().splitlines()]
    return {name: [int(line[1]) for line in lines if line[0] == name] for name in ("web", "worker")}


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.long
def test_what_a_killed_process_leaves_behind_is_ended(tmp_path: Path) -> None:
    """A worker's clock is a process of its own: two clocks would do everything twice."""
    file = tmp_path / "clock"

    def forks() -> None:
        if pid := os.fork():
            file.write_text(f"{pid} ")
        signal.pause()

    child = Kept("The worker", forks)
    child.look(time.monotonic(), print)
    eventually(lambda: file.exists() and file.read_text().endswith(" "), "it has forked")
    clock = int(file.read_text())
    assert child.process is not None
    child.process.kill()
    ended(child)
    child.look(time.monotonic(), print)
    eventually(lambda: not lives(clock), "its clock has ended")


def lives(pid: int) -> bool:
    """Whether it runs; one that waits only to be noticed does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
