"""Steps depend on plan and number alone: repeated or interrupted, the weights are the same."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file, save_file

from annotate.backends.training.base import TrainingError
from annotate.backends.training.vlm.loop import Loop
from annotate.backends.training.vlm.plan import Plan
from tests.backends.tiny import shelf
from tests.backends.training.vlm.conftest import Listener, configured, plan
from tests.backends.transformers.test_poison import poison


def run(chosen: Plan, stop_after: int | None = None) -> Listener:
    listener = Listener(stop_after)
    Loop(chosen, listener).run()
    return listener


def weights(folder: Path) -> Any:
    return load_file(folder / "out" / "adapter_model.safetensors")


def same(one: Any, other: Any) -> bool:
    return one.keys() == other.keys() and all((one[key] == other[key]).all() for key in one)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training that nothing interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    run(plan(folder))
    return folder


def test_the_same_plan_gives_the_same_weights(whole: Path, tmp_path: Path) -> None:
    run(plan(tmp_path))
    assert same(weights(whole), weights(tmp_path))


def test_another_seed_gives_other_weights(whole: Path, tmp_path: Path) -> None:
    run(plan(tmp_path).model_copy(update={"seed": 12}))
    assert not same(weights(whole), weights(tmp_path))


def test_an_interrupted_training_ends_with_the_same_weights(whole: Path, tmp_path: Path) -> None:
    chosen = plan(tmp_path, checkpoint_minutes=0)
    with pytest.raises(KeyboardInterrupt):
        run(chosen, stop_after=4)
    assert [each.name for each in (tmp_path / "work").glob("*check*")] == ["checkpoint-00000003"]
    resumed = run(chosen)
    assert resumed.points[0].step == 3
    assert min(each.step for each in resumed.points if each.loss is not None) == 4
    assert same(weights(whole), weights(tmp_path))


def test_a_training_that_had_ended_only_saves_again(whole: Path, tmp_path: Path) -> None:
    chosen = plan(tmp_path)
    run(chosen)
    again = run(chosen.model_copy(update={"out": tmp_path / "again" / "out"}))
    assert [each.loss for each in again.points if each.loss is not None] == []
    assert same(weights(whole), weights(tmp_path / "again"))


def test_a_checkpoint_of_another_plan_is_passed_over(whole: Path, tmp_path: Path) -> None:
    run(plan(tmp_path).model_copy(update={"seed": 12}))
    run(plan(tmp_path))
    assert same(weights(whole), weights(tmp_path))


def test_poisoned_checkpoints_are_not_opened(whole: Path, tmp_path: Path) -> None:
    """Nothing that Python would run is read on resuming, under whatever name it lies there."""
    trace, chosen = tmp_path / "trace", plan(tmp_path, checkpoint_minutes=0)
    with pytest.raises(KeyboardInterrupt):
        run(chosen, stop_after=4)
    (checkpoint,) = (tmp_path / "work").glob("checkpoint-*")
    poison(tmp_path / "work", trace)
    poison(checkpoint, trace)
    poison(checkpoint, trace, ("trained.safetensors", "optimizer.safetensors"))
    resumed = run(chosen)
    assert not trace.exists()
    assert resumed.points[0].step == 1  # what could not be read was left, and all done anew
    assert same(weights(whole), weights(tmp_path))


def test_only_safetensors_text_and_a_card_are_left(whole: Path) -> None:
    names = {path.name for path in (whole / "out").iterdir()}
    assert names == {
        "adapter_model.safetensors",
        "adapter_config.json",
        "annotate.json",
        "README.md",
    }
    kept = {path.suffix for path in (whole / "work").rglob("*") if path.is_file()}
    assert kept == {".safetensors", ".json"}


def test_card_and_facts_say_from_what_the_weights_were_made(whole: Path) -> None:
    about = json.loads((whole / "out" / "annotate.json").read_text())
    assert about["kind"] == "adapter"
    assert about["facts"]["steps"] == 6
    assert about["facts"]["samples"] == 80
    card = (whole / "out" / "README.md").read_text()
    assert 'base_model: "tiny-vlm"' in card
    assert "## Licence" in card
    for digest in (about["snapshot"], *about["weights"].values()):
        assert len(digest) == 64
        assert digest in card


def test_a_loss_that_is_no_number_ends_the_training(tmp_path: Path) -> None:
    folder = shelf.root() / "no-number"
    shutil.copytree(shelf.base_model(), folder)
    broken = load_file(folder / "model.safetensors")
    next(iter(broken.values())).fill_(float("nan"))
    save_file(broken, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(TrainingError, match="lower learning rate"):
        run(plan(tmp_path, base=configured(captioner=folder.name)))


def test_without_anything_to_learn_it_says_so(tmp_path: Path) -> None:
    tasks = {"object_description": 0, "detailed_description": 0, "description_elaboration": 0.001}
    with pytest.raises(TrainingError, match="nothing to learn from"):
        run(plan(tmp_path, **tasks))
