"""The process that trains: `python -m annotate.backends.training.vlm PLAN.json`.

It ends when the process that started it does: its standard input is a pipe that only the other
one holds open, and a pipe is closed however a process ends.
"""

import fcntl
import os
import sys
import threading
import time
from pathlib import Path
from typing import IO

from annotate.backends.base import BackendError
from annotate.backends.training.base import TrainingError
from annotate.backends.training.snapshots import SnapshotError
from annotate.backends.training.vlm.plan import LOCK, Plan, Report, Voice
from annotate.backends.transformers import library

# A predecessor whose worker was killed needs a moment to notice it.
TIMEOUT = 30.0
JOINED = "ACCELERATE_PROCESS"  # set for the processes that accelerate starts


def main() -> int:
    """Train by the plan named on the command line; 0 if the weights were saved."""
    threading.Thread(target=_die_with_parent, daemon=True).start()
    voice = Voice()
    try:
        plan = Plan.model_validate_json(Path(sys.argv[1]).read_text(encoding="utf-8"))
        library.prepare()
        if JOINED not in os.environ:
            _lock(plan.work)
            _become_several(plan, sys.argv[1])
        from annotate.backends.training.vlm.loop import Loop

        Loop(plan, voice).run()
    except (TrainingError, BackendError, SnapshotError) as expected:
        voice.say(Report(problem=str(expected)))
        return 1
    except Exception as fault:  # its last line is for the lead, the rest is in the log
        if type(fault).__name__ == "OutOfMemoryError":
            voice.say(Report(problem="Not enough memory: set a smaller batch, or save memory."))
        raise
    return 0


def _die_with_parent() -> None:
    while os.read(0, 1 << 16):
        pass
    os._exit(70)


def _lock(work: Path) -> IO[bytes]:
    """Make sure that nobody else trains into this folder, for as long as this process lives."""
    work.mkdir(parents=True, exist_ok=True)
    file = (work / LOCK).open("ab")
    deadline = time.monotonic() + TIMEOUT
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if time.monotonic() > deadline:
                raise TrainingError("Another process is still training this model.") from None
            time.sleep(0.2)
        else:
            # Kept across the change into accelerate's launcher, and never closed.
            os.set_inheritable(file.fileno(), True)
            _held.append(file)
            return file


_held: list[IO[bytes]] = []


def _become_several(plan: Plan, path: str) -> None:
    """Where several processes are wanted, become the launcher that starts and joins them."""
    count = plan.settings.processes
    torch, _ = library.load()
    device = library.device_of(torch, plan.settings.device)
    if count == 0:
        count = torch.cuda.device_count() if device == "cuda" else 1
    if count < 2:
        return
    if device == "cuda" and count > torch.cuda.device_count():
        raise TrainingError(
            f"{count} processes need as many graphics cards; there are {torch.cuda.device_count()}."
        )
    os.environ[JOINED] = "1"
    if device == "cpu":
        # The launcher would give each process a card of its own where it sees any.
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    # "multi_gpu" is how its launcher calls several processes on one machine; each of them decides
    # by itself where it computes.
    launcher = ["-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", str(count)]
    own = ["--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"]
    own += ["--main_process_port", "0"]
    module = ["-m", "annotate.backends.training.vlm", path]
    os.execv(sys.executable, [sys.executable, *launcher, *own, *module])  # noqa: S606


if __name__ == "__main__":
    sys.exit(main())
