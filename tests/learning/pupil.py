"""A back end that learns, as small as can be: it says the sentence most people ended with.

What it does while it is trained is set in its trainer's settings, so that a test can have it
take its time, fail, stop to be killed, or leave the weights to somebody else. Workers of their own
processes know it as well: see tests/faults.
"""

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL.Image import Image
from pydantic import Field

from annotate import backends
from annotate.backends import (
    Backend,
    BackendError,
    BackendSettings,
    Box,
    Caption,
    Captioner,
    Configured,
    Detection,
    Detector,
    Hint,
    LabelledBox,
)
from annotate.backends.training import snapshots
from annotate.backends.training.base import (
    Point,
    Report,
    Trained,
    Trainer,
    TrainerSettings,
    TrainingError,
    TrainingJob,
)

IGNORANT = "Nothing is known."


class Settings(BackendSettings):
    model: str = Field("pupil", title="Model", description="What it is called.", min_length=1)
    fails: bool = Field(False, title="Fails", description="Whether it answers at all.")
    ponders: float = Field(0, title="Ponders", description="Seconds for each text.", ge=0)


class Lessons(TrainerSettings):
    steps: int = Field(4, title="Steps", description="How many.", ge=1, le=1000)
    seconds: float = Field(0, title="Seconds", description="For each step.", ge=0)
    problem: str = Field("", title="Problem", description="Why it cannot begin.")
    failure: str = Field("", title="Failure", description="How it ends; ! for a fault of ours.")
    elsewhere: bool = Field(False, title="Elsewhere", description="Only write the file.")
    mute: bool = Field(False, title="Mute", description="Learn nothing, so that it is no better.")


class PupilCaptioner(Captioner):
    name, version, title = "pupil", "1", "Pupil"

    def __init__(self, configured: Configured) -> None:
        assert isinstance(configured.settings, Settings)
        self._fails = configured.settings.fails
        self._ponders = configured.settings.ponders
        self._text = IGNORANT
        if configured.artifact is not None:
            self._text = json.loads((configured.artifact / "weights.json").read_text())["text"]

    def caption_image(
        self, image: Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        if self._fails:
            raise BackendError("The pupil does not answer.")
        time.sleep(self._ponders)
        return Caption(text=self._text)

    def caption_crop(self, image: Image, box: Box, label: str) -> Caption:
        return Caption(text=f"A {label}.")


class PupilDetector(Detector):
    name, version, title = "pupil", "1", "Pupil"

    def __init__(self, configured: Configured) -> None:
        assert isinstance(configured.settings, Settings)
        self._fails = configured.settings.fails

    def detect(self, image: Image) -> list[Detection]:
        if self._fails:
            raise BackendError("The pupil does not answer.")
        return [Detection(label="tree", box=Box(x=1, y=1, width=8, height=8))]


class PupilTrainer(Trainer):
    settings = Lessons

    def problem(self, base: Configured, settings: Any) -> str | None:
        return settings.problem or None

    def train(self, job: TrainingJob, report: Report) -> Trained:
        lessons = job.settings
        assert isinstance(lessons, Lessons)
        first = self._resumed(job.work)
        for step in range(first + 1, lessons.steps + 1):
            report(Point(step=step, steps=lessons.steps, epoch=step / 2, loss=1 / step))
            time.sleep(lessons.seconds)
            (job.work / "step").write_text(str(step))
        if lessons.failure.startswith("!"):
            raise RuntimeError(lessons.failure)
        if lessons.failure:
            raise TrainingError(lessons.failure)
        if lessons.elsewhere:
            (job.out / "training.jsonl").write_text('{"messages": []}\n')
            return Trained(elsewhere=True)
        text = IGNORANT if lessons.mute else self._most_common(job.snapshot)
        (job.out / "weights.json").write_text(json.dumps({"text": text}))
        return Trained(facts={"steps": lessons.steps, "first_step": first + 1})

    def _resumed(self, work: Path) -> int:
        checkpoint = work / "step"
        return int(checkpoint.read_text() or 0) if checkpoint.exists() else 0

    def _most_common(self, folder: Path) -> str:
        texts = Counter(
            sample.description or "" for sample in snapshots.read(folder).samples("train")
        )
        return texts.most_common(1)[0][0] if texts else IGNORANT


PUPIL = Backend(
    name="pupil",
    version="1",
    title="Pupil",
    description="Says what most people ended with.",
    settings=Settings,
    make_detector=PupilDetector,
    make_captioner=PupilCaptioner,
    make_trainer=PupilTrainer,
)


def enrol() -> None:
    """Make it known to this process for good."""
    backends._LOADERS["pupil"] = lambda: PUPIL
