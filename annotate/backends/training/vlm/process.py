"""Starts the process that trains, listens to it, and sees to it that it ends."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from annotate.backends.training.base import TrainingError
from annotate.backends.training.vlm.plan import LOG, PLAN, Plan, Said

# How often the worker looks up while the process is silent: to notice that it was cancelled.
SECONDS_BETWEEN_LOOKS = 2.0
SECONDS_TO_END = 5.0
LAST_OF_LOG = 4000  # characters


def said_by(plan: Plan) -> Iterator[Said | None]:
    """Run a plan in a process of its own; yield what it says, and None now and then.

    The process is gone when this is left, however it is left.

    Raises:
        TrainingError: it failed.
    """
    plan.work.mkdir(parents=True, exist_ok=True)
    path = plan.work / PLAN
    path.write_text(plan.model_dump_json(indent=1), encoding="utf-8")
    with (plan.work / LOG).open("ab") as log, _started(path, log) as process:
        try:
            yield from _lines(process)
            code = process.wait()
        finally:
            _end(process)
    if code != 0:
        raise TrainingError(_why(plan.work / LOG, code))


def _started(path: Path, log: IO[bytes]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "annotate.backends.training.vlm", str(path)]
    root = str(Path(__file__).parents[4])
    search = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    # Standard input stays open as long as this process lives: the other ends with it. A session
    # of its own: whatever it starts in turn can be ended together.
    return subprocess.Popen(  # noqa: S603
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": search},
    )


def _lines(process: subprocess.Popen[str]) -> Iterator[Said | None]:
    said: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process, said), daemon=True)
    reader.start()
    while True:
        try:
            line = said.get(timeout=SECONDS_BETWEEN_LOOKS)
        except queue.Empty:
            yield None
            continue
        if line is None:
            return
        # A library may print in between.
        with suppress(ValidationError):
            yield Said.model_validate_json(line)


def _read(process: subprocess.Popen[str], said: "queue.Queue[str | None]") -> None:
    if process.stdout is not None:
        for line in process.stdout:
            said.put(line)
    said.put(None)


def _end(process: subprocess.Popen[str]) -> None:
    for sign in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is not None:
            break
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=SECONDS_TO_END)
    # What it has started may have outlived it.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _why(log: Path, code: int) -> str:
    text = log.read_text(encoding="utf-8", errors="replace")[-LAST_OF_LOG:].strip()
    last = text.splitlines()[-1][:300] if text else ""
    if code < 0:
        return f"The process that trains was ended by signal {-code}. {last}".strip()
    return f"The process that trains failed: {last or code}"
