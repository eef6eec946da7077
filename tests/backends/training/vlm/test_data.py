"""Which examples are seen how often, and which of their tokens are learned."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from annotate.backends.training import snapshots
from annotate.backends.training.base import TrainingError
from annotate.backends.training.finetuning import Example, Task
from annotate.backends.training.vlm import data
from annotate.backends.transformers import library, loading
from tests.backends.tiny import shelf


@pytest.fixture(scope="session")
def model() -> Any:
    torch, _ = library.load()
    return (torch, loading.read_model(shelf.base_model(), None, dtype=torch.float32)[1])


@pytest.fixture
def encoder(model: Any) -> data.Encoder:
    torch, processor = model
    return data.Encoder(processor, torch, shelf.easy_scenes(), 1024)


def some(count: int) -> list[Example]:
    frozen = snapshots.read(shelf.easy_scenes())
    shares: dict[Task, float] = {"object_description": 1, "detailed_description": 1}
    found = data.collect(frozen, "train", shares, crops=True, seed=1)
    return [*found["object_description"][:count], *found["detailed_description"][:count]]


def example(name: str, task: Task = "label_list") -> Example:
    return Example(task=task, image="", crop_box=None, prompt="", target=name)


def test_only_the_answer_is_learned(model: Any, encoder: data.Encoder) -> None:
    _, processor = model
    chosen = some(2)
    batch = encoder.batch(chosen)
    for row, each in enumerate(chosen):
        kept = batch["labels"][row] != data.IGNORED
        said = processor.tokenizer.decode(batch["input_ids"][row][kept])
        assert said == f" {each.target}<end_of_utterance>\n"


def test_filling_is_neither_looked_at_nor_learned(encoder: data.Encoder) -> None:
    short, long = some(1)
    batch = encoder.batch([short, long])
    lengths = batch["attention_mask"].sum(dim=1).tolist()
    assert len(set(lengths)) == 2
    shorter = lengths.index(min(lengths))
    assert (batch["labels"][shorter, min(lengths) :] == data.IGNORED).all()


def test_examples_prepared_singly_make_the_batch_that_the_processor_makes(
    encoder: data.Encoder,
) -> None:
    chosen = some(3)
    joined, together = encoder.batch(chosen), encoder._together(chosen)
    assert joined.keys() == together.keys()
    for key, tensor in together.items():
        assert (joined[key] == tensor).all(), key


def test_prepared_examples_are_kept_within_a_limit(
    encoder: data.Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = chosen = some(3)
    kept = encoder._encoded(first)
    assert encoder._encoded(first) is kept
    monkeypatch.setattr(data, "MOST_KEPT", 2 * data._size(kept))
    encoder.batch(chosen)
    assert first not in encoder._kept
    assert encoder._bytes <= 2 * data._size(kept)


def test_a_chat_template_that_hides_where_the_answer_begins_is_refused(model: Any) -> None:
    torch, _ = model
    _, processor = loading.read_model(shelf.base_model(), None, dtype=torch.float32)
    processor.chat_template = "{% if add_generation_prompt %}Say:{% endif %}{{ messages | length }}"
    with pytest.raises(TrainingError, match="chat template"):
        data.Encoder(processor, torch, shelf.easy_scenes(), 1024).batch(some(1))


def test_a_share_says_how_often_an_example_is_seen_in_a_pass() -> None:
    found: dict[Task, list[Example]] = {
        "label_list": [example(f"list {number}") for number in range(10)],
        "label_prediction": [example(f"label {number}") for number in range(4)],
    }
    shares: dict[Task, float] = {"label_list": 0.5, "label_prediction": 2.25}
    assert data.per_pass(found, shares) == 5 + 9
    (one,) = islice(data.passes(found, shares, seed=3), 1)
    seen = Counter(each.target.split()[0] for each in one)
    assert seen == {"list": 5, "label": 9}


def targets(batches: Iterator[list[Example]], count: int) -> list[list[str]]:
    return [[each.target for each in batch] for batch in islice(batches, count)]


def test_batches_are_full_and_the_seed_decides_their_order() -> None:
    found: dict[Task, list[Example]] = {"label_list": [example(str(number)) for number in range(5)]}
    shares: dict[Task, float] = {"label_list": 1}
    made = targets(data.batches(found, shares, 3, 2), 5)
    assert made == targets(data.batches(found, shares, 3, 2), 5)
    assert made != targets(data.batches(found, shares, 4, 2), 5)
    assert {len(batch) for batch in made} == {2}
    # Two passes of five: each has been seen twice.
    assert set(Counter(each for batch in made for each in batch).values()) == {2}


def test_held_out_samples_are_not_learned_from() -> None:
    frozen = snapshots.read(shelf.easy_scenes())
    held_out = {sample.image for sample in frozen.samples("held_out")}
    shares: dict[Task, float] = {"detailed_description": 1}
    found = data.collect(frozen, "train", shares, crops=True, seed=1)["detailed_description"]
    assert held_out
    assert held_out & {each.image for each in found} == set()
    assert len(found) == frozen.count("train")
