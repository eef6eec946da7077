"""Plans and jobs over tiny models; one real training that several tests look at."""

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from annotate import backends
from annotate.backends import Configured, Environment
from annotate.backends.training.base import Point, Trained, TrainingJob
from annotate.backends.training.vlm import loop
from annotate.backends.training.vlm.plan import Plan, Report, VlmTrainerSettings, Voice
from annotate.backends.training.vlm.trainer import VlmTrainer, plan_of
from tests.backends.tiny import shelf

# Small enough to be done in a moment, large enough to show what goes wrong.
QUICK = {"epochs": 1, "batch_size": 4, "most_steps": 6, "learning_rate": 1e-3}


@pytest.fixture(autouse=True)
def every_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process, however quick the steps are."""
    monkeypatch.setattr(loop, "SECONDS_BETWEEN_POINTS", 0)


def configured(artifact: Path | None = None, **changes: Any) -> Configured:
    """Return a version of a connection to the tiny model."""
    settings = backends.get("transformers").settings.model_validate(
        {"captioner": shelf.base_model().name, "max_new_tokens": 40, "batch_size": 20, **changes}
    )
    return Configured(
        settings=settings,
        artifact=artifact,
        label="tiny M1" if artifact else "",
        environment=Environment(model_folders=(shelf.root(),)),
    )


def job(folder: Path, *, base: Configured | None = None, **settings: Any) -> TrainingJob:
    """Return a training into `folder`."""
    out = folder / "out"
    out.mkdir(parents=True, exist_ok=True)
    return TrainingJob(
        snapshot=shelf.easy_scenes(),
        base=base or configured(),
        out=out,
        work=folder / "work",
        settings=VlmTrainerSettings.model_validate({**QUICK, **settings}),
        seed=11,
    )


def plan(folder: Path, **settings: Any) -> Plan:
    """Return the plan of such a training."""
    return plan_of(job(folder, **settings))


class Listener(Voice):
    """Keeps what a training in this process says."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.points: list[Point] = []
        self.facts: dict[str, Any] = {}
        self._stop_after = stop_after

    def say(self, said: Report) -> None:
        if said.point:
            self.points.append(said.point)
            if said.point.step == self._stop_after:
                raise KeyboardInterrupt
        self.facts = said.facts or self.facts


def train_here(chosen: TrainingJob) -> Listener:
    """Train in this process: what a process of its own does, without the time it takes to begin."""
    listener = Listener()
    loop.Loop(plan_of(chosen), listener).run()
    return listener


class Outcome(NamedTuple):
    folder: Path
    trained: Trained
    points: list[Point]
    version: Configured


@pytest.fixture(scope="session")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Train all weights as the product does, until the model has learned something."""
    folder = tmp_path_factory.mktemp("learned")
    points: list[Point] = []
    chosen = job(folder, method="full", epochs=9, batch_size=16, most_steps=0, learning_rate=3e-3)
    trained = VlmTrainer().train(chosen, points.append)
    changed = configured().settings.model_copy(update=trained.settings)
    version = replace(configured(chosen.out), settings=changed)
    return Outcome(chosen.out, trained, points, version)
