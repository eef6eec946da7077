"""Two processes that train one adapter together, joined by accelerate over gloo."""

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from annotate.backends.base import CaptionRequest, or_raise
from annotate.backends.training.base import Point, TrainingError, TrainingJob
from annotate.backends.training.vlm.trainer import VlmTrainer
from annotate.backends.transformers.models import LocalCaptioner
from tests.backends.training.vlm.conftest import configured, job
from tests.waiting import eventually

STEPS = 40


def together(tmp_path: Path) -> TrainingJob:
    several: dict[str, Any] = {"processes": 2, "device": "cpu", "epochs": 100, "most_steps": STEPS}
    return job(tmp_path, **several, checkpoint_minutes=0)


def parts_of(chosen: TrainingJob) -> list[int]:
    """The processes that train, without the launcher that joins them."""
    listed = subprocess.run(["ps", "-ewwo", "pid=,args="], capture_output=True, text=True)
    return [
        int(line.split()[0])
        for line in listed.stdout.splitlines()
        if str(chosen.work.resolve()) in line and "accelerate.commands.launch" not in line
    ]


@pytest.mark.long
def test_when_one_of_two_is_killed_the_training_says_so_and_goes_on_from_its_checkpoint(
    tmp_path: Path,
) -> None:
    """Catches one that waits for good for a process that is gone, or that begins anew."""
    chosen = together(tmp_path)
    points: list[Point] = []

    def report(point: Point) -> None:
        points.append(point)
        if list(chosen.work.glob("checkpoint-*")) and len(parts := parts_of(chosen)) == 2:
            os.kill(max(parts), signal.SIGKILL)

    with pytest.raises(TrainingError, match="train together was ended by SIGKILL"):
        VlmTrainer().train(chosen, report)
    assert not (chosen.out / "adapter_model.safetensors").exists()
    eventually(lambda: not parts_of(chosen), "the other one has ended as well")
    kept = max(int(each.name.rsplit("-")[-1]) for each in chosen.work.glob("checkpoint-*"))

    points.clear()
    trained = VlmTrainer().train(chosen, points.append)
    seen = [point.step for point in points if point.loss is not None]
    assert (min(seen) > kept, max(seen)) == (True, STEPS)
    assert (trained.facts["steps"], trained.facts["processes"]) == (STEPS, 2)
    captioner = LocalCaptioner(configured(chosen.out, device="cpu"))
    picture = CaptionRequest(Image.new("RGB", (64, 64), (200, 30, 30)))
    assert or_raise(captioner.caption_many([picture])[0]).text


def test_two_processes_see_the_data_once_in_half_the_steps(tmp_path: Path) -> None:
    """Catches two that each learn from all of it, which takes as long as one."""
    steps: dict[int, Any] = {}
    for count in (1, 2):
        folder = tmp_path / str(count)
        folder.mkdir()
        chosen = job(folder, processes=count, device="cpu", epochs=0.2, most_steps=0)
        trained = VlmTrainer().train(chosen, lambda point: None)
        steps[count] = trained.facts["steps"]
    assert steps[1] == 2 * steps[2]
