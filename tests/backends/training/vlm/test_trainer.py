"""A version is made by a process of its own: it learns, is saved, loaded and trained further."""

from pathlib import Path
from typing import Any

from annotate import backends
from annotate.backends import Box, Configured
from annotate.backends.training.evaluation import evaluate
from annotate.backends.training.vlm.plan import VlmTrainerSettings
from annotate.backends.training.vlm.trainer import VlmTrainer
from annotate.backends.transformers import library, loading
from annotate.backends.transformers.answering import Question, ask
from tests.backends.tiny import scenes, shelf
from tests.backends.training.vlm.conftest import Outcome, configured, job, train_here

BACKEND = backends.get("transformers")
LORA: dict[str, Any] = {
    "method": "lora",
    "most_steps": 3,
    "dropout": 0.0,
    "learning_rate": 1e-2,
    "warmup": 0,
}


def say(version: Configured, seeds: range) -> list[str]:
    """Return what a version says about scenes and their first objects."""
    captioner = BACKEND.captioner(version)
    drawn = [scenes.draw(seed, most=1) for seed in seeds]
    boxes = [Box(**each.objects[0].box.model_dump()) for each in drawn]
    return [captioner.caption_image(each.image).text for each in drawn] + [
        captioner.caption_crop(each.image, box, each.objects[0].label).text
        for each, box in zip(drawn, boxes, strict=True)
    ]


def test_the_loss_falls(learned: Outcome) -> None:
    losses = [each.loss for each in learned.points if each.loss is not None]
    held_out = [each.held_out_loss for each in learned.points if each.held_out_loss is not None]
    assert losses[-1] < 0.2 * losses[0]
    assert held_out[-1] < 0.5 * held_out[0]
    assert learned.points[-1].step == learned.points[-1].steps == 90
    assert learned.trained.facts["trained_weights"] == 1_048_704


def test_what_it_learned_shows_on_scenes_it_has_not_seen(learned: Outcome) -> None:
    before = evaluate(None, BACKEND.captioner(configured()), shelf.easy_scenes())
    after = evaluate(None, BACKEND.captioner(learned.version), shelf.easy_scenes())
    assert before["samples"] == after["samples"] == 20
    assert (before["token_f1"] or 0) < 0.2
    assert (after["token_f1"] or 0) > 0.75


def test_a_whole_model_is_saved_with_all_it_needs(learned: Outcome) -> None:
    names = {path.name for path in learned.folder.iterdir()}
    assert {"model.safetensors", "config.json", "tokenizer.json", "README.md"} <= names
    assert not [name for name in names if name.endswith((".bin", ".pt", ".pth", ".pkl"))]
    assert learned.trained.settings["prompt_image"] == "Generate a detailed image description."
    assert BACKEND.health(learned.version).available


def test_an_adapter_says_the_same_merged_or_on_top(tmp_path: Path) -> None:
    from peft import PeftModel
    from transformers import AutoModelForImageTextToText, AutoProcessor

    chosen = job(tmp_path, **LORA)
    train_here(chosen)
    # In full precision: half of it is rounded otherwise before a merge than after.
    version = configured(chosen.out, device="cpu")
    merged = say(version, range(3))
    assert merged != say(configured(device="cpu"), range(3))

    torch, _ = library.load()
    base = AutoModelForImageTextToText.from_pretrained(shelf.base_model())
    processor = AutoProcessor.from_pretrained(shelf.base_model())
    processor.tokenizer.padding_side = "left"
    on_top = PeftModel.from_pretrained(base, chosen.out).eval()
    on_top.dtype = torch.float32
    loaded = loading.Loaded(on_top, processor, torch, "cpu")
    asked = [
        Question(scenes.draw(seed, most=1).image, "Generate a detailed image description.")
        for seed in range(3)
    ]
    assert [each.text for each in ask(loaded, asked, most_tokens=40)] == merged[:3]


def test_an_adapter_is_trained_further_and_begins_where_it_was(tmp_path: Path) -> None:
    first = job(tmp_path / "first", **LORA)
    train_here(first)
    onward = job(tmp_path / "second", base=configured(first.out), **LORA)
    points = train_here(onward).points
    assert (onward.out / "adapter_model.safetensors").is_file()
    base = job(tmp_path / "third", base=configured(first.out), start="base", **LORA)
    anew = train_here(base).points
    first_loss, loss_anew = (
        next(each.loss for each in said if each.loss is not None) for said in (points, anew)
    )
    assert first_loss is not None
    assert loss_anew is not None
    assert first_loss < 0.9 * loss_anew


def test_an_adapter_over_a_trained_model_is_merged_into_it(
    learned: Outcome, tmp_path: Path
) -> None:
    """Its settings name the model that all began with, not the one the adapter fits."""
    chosen = job(tmp_path, base=learned.version, **{**LORA, "learning_rate": 1e-5})
    train_here(chosen)
    assert (chosen.out / "model.safetensors").is_file()
    version = configured(chosen.out)
    assert say(version, range(3)) == say(learned.version, range(3))


def test_an_adapter_is_refused_on_top_of_another_model(tmp_path: Path) -> None:
    chosen = job(tmp_path, **LORA, save_memory=True)
    train_here(chosen)
    about = chosen.out / "annotate.json"
    about.write_text(about.read_text().replace('"base_fingerprint": "', '"base_fingerprint": "0'))
    health = BACKEND.health(configured(chosen.out))
    assert health.reason is not None
    assert "another tiny-vlm" in str(health.reason)


def test_what_hinders_a_training_is_said_beforehand() -> None:
    trainer, usual = VlmTrainer(), VlmTrainerSettings()
    assert trainer.problem(configured(), usual) is None
    nothing = VlmTrainerSettings(object_description=0, detailed_description=0)
    assert "Every task is left out" in str(trainer.problem(configured(), nothing))
    assert "no model" in str(trainer.problem(configured(captioner="nowhere"), usual))
