"""The process that trains: it ends with its worker, resumes, and never runs twice at once."""

import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from annotate.backends.training.base import Point, TrainingError
from annotate.backends.training.vlm import __main__ as child
from annotate.backends.training.vlm.loop import Loop
from annotate.backends.training.vlm.trainer import VlmTrainer, reports_of
from tests.backends.training.vlm.conftest import Listener, job, plan
from tests.waiting import eventually

# A worker that trains by a plan and says the number of its child, then what the child says.
WORKER = """
    import sys
    from pathlib import Path
    from annotate.backends.training.vlm import trainer
    from annotate.backends.training.vlm.plan import Plan
    start = trainer._started
    def started(*given):
        made = start(*given)
        print("child", made.pid, flush=True)
        return made
    trainer._started = started
    for report in trainer.reports_of(Plan.model_validate_json(Path(sys.argv[1]).read_text())):
        if report and report.point:
            print("step", report.point.step, flush=True)
"""
SLOW: dict[str, Any] = {"checkpoint_minutes": 0, "most_steps": 300, "epochs": 100, "method": "full"}


class Stopped(Exception):
    """What a report raises when the run was cancelled."""


def is_free(work: Path) -> bool:
    """Whether nobody trains into a folder: whoever does holds its lock."""
    import fcntl

    with (work / "lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def test_a_killed_worker_takes_the_process_along_and_another_goes_on(tmp_path: Path) -> None:
    """Killed as by the kernel: nothing of its own is run. What comes of it is as if never."""
    chosen = plan(tmp_path, checkpoint_minutes=0, most_steps=8, epochs=100)
    (tmp_path / "plan.json").write_text(chosen.model_dump_json())
    worker = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WORKER), str(tmp_path / "plan.json")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert worker.stdout is not None
    first = worker.stdout.readline().split()
    assert first[0] == "child"
    for line in worker.stdout:
        if line.startswith("step") and list(chosen.work.glob("checkpoint-*")):
            break
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    eventually(lambda: is_free(chosen.work), "the lock of the work is free")
    kept = [int(each.name.rsplit("-")[-1]) for each in chosen.work.glob("checkpoint-*")]
    assert kept

    steps = [said.point.step for said in reports_of(chosen) if said and said.point]
    assert steps[0] == max(kept)
    undisturbed = chosen.model_copy(
        update={"work": tmp_path / "other", "out": tmp_path / "other-out"}
    )
    Loop(undisturbed, Listener()).run()
    one, other = (
        load_file(each.out / "adapter_model.safetensors") for each in (chosen, undisturbed)
    )
    assert all((one[key] == other[key]).all() for key in other)


def test_a_cancelled_run_ends_the_process(tmp_path: Path) -> None:
    chosen = job(tmp_path, **SLOW)

    def report(point: Point) -> None:
        if point.loss is not None:
            raise Stopped

    with pytest.raises(Stopped):
        VlmTrainer().train(chosen, report)
    assert is_free(chosen.work)
    assert not any(chosen.out.iterdir())


def test_two_never_train_into_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = plan(tmp_path, **SLOW)
    talk = reports_of(chosen)
    assert any(said is not None for said in talk)  # it has begun, and holds the lock
    monkeypatch.setattr(child, "TIMEOUT", 0)
    with pytest.raises(TrainingError, match="still training"):
        child._lock(chosen.work)
    talk.close()  # type: ignore[attr-defined]
    assert is_free(chosen.work)


def test_what_goes_wrong_in_the_process_is_told(tmp_path: Path) -> None:
    missing = replace(job(tmp_path), snapshot=tmp_path / "nothing")
    with pytest.raises(TrainingError, match="is no snapshot"):
        VlmTrainer().train(missing, lambda point: None)


def test_a_process_that_breaks_is_told_by_the_last_line_of_its_log(tmp_path: Path) -> None:
    broken = plan(tmp_path).model_copy(update={"base": tmp_path})
    with pytest.raises(TrainingError, match=r"process that trains failed: .*(Error|config\.json)"):
        list(reports_of(broken))


def test_several_processes_train_together(tmp_path: Path) -> None:
    """Joined by accelerate, as with one per graphics card; here both on the processor."""
    points: list[Point] = []
    chosen = job(tmp_path, processes=2, device="cpu", most_steps=4)
    trained = VlmTrainer().train(chosen, points.append)
    assert trained.facts["processes"] == 2
    assert (chosen.out / "adapter_model.safetensors").is_file()
    # Each step sees two batches.
    last = [each for each in points if each.loss is not None][-1]
    assert last.epoch == pytest.approx(4 * 2 * 4 / 160)
    assert os.listdir(chosen.out)


def test_processes_that_compute_on_the_processor_see_no_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a launcher that gives the second of two processes a second card, where one is."""
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda path, command: started.append(command))
    for name in ("CUDA_VISIBLE_DEVICES", child.JOINED):
        monkeypatch.setenv(name, "0")
    child._become_several(plan(tmp_path, processes=2, device="cpu"), "plan.json")
    assert os.environ["CUDA_VISIBLE_DEVICES"] == ""
    assert "accelerate.commands.launch" in started[0]
