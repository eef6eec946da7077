"""A local model in a project: connected, trained on what was finished, promoted, rolled back."""

from pathlib import Path
from typing import Any

import pytest

from annotate import backends
from annotate.learning.services import versions
from annotate.projects.models import Project
from annotate.seeding.models import Connection, ModelVersion
from annotate.seeding.selectors.connections import configured, serving
from annotate.seeding.services import connections
from tests.backends.tiny import scenes, shelf
from tests.conftest import Cast
from tests.learning.acts import finished, one_text, run_job, set_loop, start

pytestmark = [pytest.mark.django_db, pytest.mark.once]
BACKEND = backends.get("transformers")
LESSONS = {
    "most_steps": 3,
    "batch_size": 2,
    "learning_rate": 1e-2,
    "warmup": 0,
    "object_description": 0,
}


@pytest.fixture
def models(settings: Any, tmp_path: Path) -> Path:
    settings.MODELS_ROOTS = [str(shelf.root())]
    settings.MODELS_DIR = tmp_path / "models"
    return tmp_path / "models"


@pytest.fixture
def connection(models: Path, project: Project, people: Cast) -> Connection:
    """A tiny model in a project with six finished samples."""
    made = connections.make(
        project=project,
        actor=people.lead,
        name="local",
        backend="transformers",
        settings={"captioner": shelf.base_model().name, "max_new_tokens": 8},
        secrets={},
    )
    one_text(project)
    set_loop(project, made, is_on=False)
    finished(project, people.ada, 6)
    return made


def said(version: ModelVersion) -> str:
    return BACKEND.captioner(configured(version)).caption_image(scenes.draw(1).image).text


def test_a_training_makes_a_version_that_speaks_otherwise_until_it_is_rolled_back(
    connection: Connection, models: Path, people: Cast
) -> None:
    before = serving(connection)
    lessons = {**LESSONS, "method": "full", "epochs": 50, "most_steps": 15, "learning_rate": 5e-3}
    run = run_job(start(connection, **lessons))
    assert (run.state, run.problem) == ("succeeded", "")
    assert list(run.points.order_by("step").values_list("step", flat=True))[-1] == 15
    trained = run.version
    assert trained is not None
    folder = models / trained.artifact
    assert (folder / "model.safetensors").is_file()
    assert trained.metrics["samples"] > 0
    assert trained.settings["captioner"] == shelf.base_model().name
    assert BACKEND.health(configured(trained)).available

    # It was better on held-out samples, so it serves.
    assert serving(connection) == trained
    assert said(trained).startswith("A tall")
    assert not said(before).startswith("A tall")
    versions.rollback(connection, people.lead)
    assert serving(connection) == before


def test_weights_that_were_taken_away_are_missed_in_a_sentence(
    connection: Connection, models: Path
) -> None:
    run = run_job(start(connection, **LESSONS))
    assert run.version is not None
    (models / run.version.artifact / "adapter_model.safetensors").unlink()
    reason = BACKEND.health(configured(run.version)).reason
    assert str(reason) == "The adapter holds no adapter_model.safetensors."
