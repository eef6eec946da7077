"""Makes new versions of a local vision-language model, in a process of its own."""

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

from pydantic import JsonValue, ValidationError

from annotate.backends.base import BackendError
from annotate.backends.training.base import (
    Point,
    Report,
    Trained,
    Trainer,
    TrainerSettings,
    TrainingError,
    TrainingJob,
)
from annotate.backends.training.finetuning import templates
from annotate.backends.training.vlm.plan import LOG, PLAN, Plan, VlmTrainerSettings
from annotate.backends.training.vlm.plan import Report as ProcessReport
from annotate.backends.transformers import library, loading, places
from annotate.backends.transformers.settings import (
    PROMPT_IMAGE,
    PROMPT_OBJECT,
    PROMPT_OBJECT_IN_BOX,
)
from annotate.messages import Message

# How often the worker looks up while the process is silent: to notice that it was cancelled.
SECONDS_BETWEEN_LOOKS = 2.0
SECONDS_TO_END = 5.0
LAST_OF_LOG = 4000  # characters


def reports_of(plan: Plan) -> Iterator[ProcessReport | None]:
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


def _lines(process: subprocess.Popen[str]) -> Iterator[ProcessReport | None]:
    lines: queue.Queue[str | None] = queue.Queue()
    reader = threading.Thread(target=_read, args=(process, lines), daemon=True)
    reader.start()
    while True:
        try:
            line = lines.get(timeout=SECONDS_BETWEEN_LOOKS)
        except queue.Empty:
            yield None
            continue
        if line is None:
            return
        # A library may print in between.
        with suppress(ValidationError):
            yield ProcessReport.model_validate_json(line)


def _read(process: subprocess.Popen[str], lines: "queue.Queue[str | None]") -> None:
    if process.stdout is not None:
        for line in process.stdout:
            lines.put(line)
    lines.put(None)


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


# What the launcher of several processes says of one that ended by no fault of its own.
_ENDED = re.compile(r"Signal \d+ \((SIG\w+)\) received by PID")


def _why(log: Path, code: int) -> str:
    text = log.read_text(encoding="utf-8", errors="replace")[-LAST_OF_LOG:].strip()
    if signals := _ENDED.findall(text):
        # The launcher ends the others, by SIGTERM: what is told is what ended the first.
        first = next((name for name in signals if name != "SIGTERM"), signals[0])
        return f"One of the processes that train together was ended by {first}."
    # Frames of lines say nothing.
    lines = [line for line in text.splitlines() if line.strip(" =-")]
    last = lines[-1][:300] if lines else ""
    if code < 0:
        return f"The process that trains was ended by signal {-code}. {last}".strip()
    return f"The process that trains failed: {last or code}"


if TYPE_CHECKING:
    from annotate.backends.configured import Configured


class VlmTrainer(Trainer):
    """Trains an adapter, or all weights, in a process of its own."""

    settings: ClassVar[type[TrainerSettings]] = VlmTrainerSettings

    def problem(self, base: "Configured", settings: Any) -> Message | str | None:
        here = library.availability()
        if not here.available:
            return here.reason
        if not any(settings.shares().values()):
            return Message("every_task_left_out")
        try:
            loading.folders_of(base)
        except BackendError as fault:
            return fault.entry
        except OSError as fault:
            return str(fault)
        return None

    def train(self, job: TrainingJob, report: Report) -> Trained:
        """Points come about once a second."""
        try:
            plan = plan_of(job)
        except BackendError as fault:
            raise TrainingError(fault.entry) from fault
        loading.clear()  # what this process has loaded would be in the way on a graphics card
        last = Point(step=0, steps=0, note=Message("training_loading"))
        report(last)
        facts: dict[str, Any] | None = None
        for answer in reports_of(plan):
            if answer is None:
                # Not a point of the curve: only a sign of life, and a chance to be cancelled.
                report(last.model_copy(update={"loss": None, "held_out_loss": None}))
            elif answer.problem is not None:
                raise TrainingError(answer.problem)
            elif answer.point is not None:
                last = answer.point
                report(last)
            else:
                facts = answer.facts
        if facts is None:
            raise TrainingError(Message("training_saved_nothing"))
        return Trained(settings=_questions(plan.settings), facts=facts)


def plan_of(job: TrainingJob) -> Plan:
    settings = job.settings
    assert isinstance(settings, VlmTrainerSettings)  # noqa: S101
    own = loading.settings_of(job.base)
    folder, adapter = loading.folders_of(job.base)
    if settings.start == "base" and own.captioner:
        folder, adapter = places.find(own.captioner, job.base.environment.model_folders), None
    is_version = folder == job.base.artifact
    return Plan(
        snapshot=job.snapshot.resolve(),
        base=folder.resolve() if is_version else folder,
        base_name=own.captioner or folder.name,
        base_fingerprint=places.fingerprint(folder),
        adapter=adapter and adapter.resolve(),
        merge=is_version,
        parent=job.base.label or own.captioner,
        out=job.out.resolve(),
        work=job.work.resolve(),
        seed=job.seed,
        settings=settings,
    )


def _questions(settings: VlmTrainerSettings) -> dict[str, JsonValue]:
    """How the new version is asked: in the words in which it was trained, where it was."""
    shares = settings.shares()
    changes: dict[str, JsonValue] = {}
    if shares["detailed_description"]:
        changes["prompt_image"] = PROMPT_IMAGE
    if shares["object_description"]:
        changes["objects_as"] = settings.objects_as
        boxed = settings.objects_as == "box"
        changes["prompt_object"] = PROMPT_OBJECT_IN_BOX if boxed else PROMPT_OBJECT
    if shares["grounded_label_list"]:
        changes["prompt_list"] = templates.GROUNDED_LABEL_LIST
    if changes:
        changes["longest_side"] = settings.longest_side
    return changes
