"""Figures of a version against people, worked out by hand where the two disagree."""

from dataclasses import replace
from pathlib import Path

import pytest

from annotate.analysis.geometry import Box as Pixels
from annotate.backends import BackendError, Box, Detection
from annotate.backends.training.evaluation import evaluate
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample
from tests.backends.training.frozen import freeze
from tests.seeding.fakes import Fake


def thing(label: str, x: float, width: float = 40) -> SnapshotObject:
    box = Pixels(x=x, y=0, width=width, height=40)
    return SnapshotObject(label=label, box=box, description=f"A {label}.")


def seen(label: str, x: float, width: float = 40) -> Detection:
    return Detection(label=label, box=Box(x=x, y=0, width=width, height=40))


# Two pictures of different widths, so that a fake can tell them apart.
ONE = SnapshotSample(
    sample=1,
    image="images/one.jpg",
    width=200,
    height=40,
    split="held_out",
    has_objects=True,
    objects=(thing("Red cup", 0), thing("dog", 100)),
    description="a dog and a red cup",
)
TWO = replace(
    ONE,
    sample=2,
    image="images/two.jpg",
    width=100,
    objects=(thing("cat", 0),),
    description="a cat",
)
LEARNED = replace(ONE, sample=3, image="images/three.jpg", split="train", description="x")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return freeze(tmp_path / "snapshot", [ONE, TWO, LEARNED])


def test_people_and_model_disagree_about_boxes_and_labels(folder: Path) -> None:
    """One: the cup is right (IoU 1); the dog is 20 of 40 wide (IoU 0.5) and called a fox; a third
    box is nowhere. (1 + 0.5 + 0) / 3 = 0.5. Two: nothing found of one: 0. Mean 0.25.

    Labels: two boxes are at objects, and one bears the right label.
    """
    fake = Fake()
    in_one = [seen("red  CUP", 0), seen("fox", 100, width=20), seen("tree", 160)]
    fake.detect = lambda image: in_one if image.width == 200 else []
    found = evaluate(fake.detector(), None, folder)
    assert (found["box_iou"], found["label_accuracy"]) == (0.25, 0.5)
    assert (found["samples"], found["failed"]) == (2, 0)
    assert found["cider"] is found["rouge_l"] is found["token_f1"] is None


def test_a_box_beside_the_object_says_nothing_of_its_label(folder: Path) -> None:
    """IoU 19 / 61 < 0.5: the box counts as far as it goes, its label does not."""
    fake = Fake()
    fake.detect = lambda image: [seen("cat", 21)] if image.width == 100 else []
    found = evaluate(fake.detector(), None, folder)
    assert found["label_accuracy"] is None
    assert found["box_iou"] == pytest.approx((0 + 19 / 61) / 2, abs=1e-6)


def test_people_and_model_disagree_about_words(folder: Path) -> None:
    """“a dog runs” against “a dog and a red cup”: a, dog are shared, P 2/3, R 2/6, F1 4/9. ROUGE-L
    has the same P and R: F = 2.44·(2/3)·(1/3) / (1/3 + 1.44·(2/3)) = 0.419244.
    “a cat” is right: 1 and 1.
    """
    fake = Fake()
    fake.caption = lambda image: "a dog runs" if image.width == 200 else "a cat"
    found = evaluate(None, fake.captioner(), folder)
    assert found["token_f1"] == pytest.approx((4 / 9 + 1) / 2, abs=1e-6)
    assert found["rouge_l"] == pytest.approx((0.419244 + 1) / 2, abs=1e-6)
    assert found["box_iou"] is found["label_accuracy"] is None


def test_better_words_have_the_better_cider(folder: Path) -> None:
    """Right words in right order are 10 at most; words of the other picture are nothing."""
    fake = Fake()
    figures = []
    for swapped in (False, True):
        texts = {200: "a dog and a red cup", 100: "a cat"}
        widths = (100, 200) if swapped else (200, 100)
        by_width = dict(zip((200, 100), (texts[each] for each in widths), strict=True))
        fake.caption = lambda image, by_width=by_width: by_width[image.width]  # type: ignore[misc]
        figures.append(evaluate(None, fake.captioner(), folder)["cider"])
    right, wrong = figures
    assert right is not None
    assert wrong == 0
    assert 5 < right <= 10


def test_the_model_is_never_asked_about_what_it_was_trained_on(folder: Path) -> None:
    fake, told = Fake(), list[tuple[int, int]]()
    evaluate(fake.detector(), fake.captioner(), folder, lambda *at: told.append(at))
    assert fake.calls == 2
    assert told == [(1, 2), (2, 2)]


def test_an_answer_that_fails_counts_as_an_empty_one(folder: Path) -> None:
    fake = Fake()

    def caption(image: object) -> str:
        if getattr(image, "width", 0) == 200:
            raise BackendError("too wide")
        return "a cat"

    fake.caption = caption
    found = evaluate(None, fake.captioner(), folder)
    assert (found["token_f1"], found["failed"]) == (0.5, 1)


def test_a_back_end_that_never_answers_is_not_measured(folder: Path) -> None:
    """A server that is down is no bad model."""
    fake = Fake()

    def down(image: object) -> str:
        raise BackendError("The server is down.", retry=True)

    fake.caption = down
    with pytest.raises(BackendError, match="down"):
        evaluate(None, fake.captioner(), folder)


def test_without_descriptions_the_objects_are_described(tmp_path: Path) -> None:
    silent = [replace(ONE, description=None), replace(TWO, description=None)]
    fake = Fake()
    fake.caption = lambda image: "A dog."
    found = evaluate(None, fake.captioner(), freeze(tmp_path / "s", silent))
    # “a red cup”: a is 1 of 2 and 1 of 3, F1 0.4; “a dog” 1; “a cat” 1 of 2 and 1 of 2, 0.5.
    assert found["token_f1"] == pytest.approx((0.4 + 1 + 0.5) / 3, abs=1e-6)


def test_nothing_held_out_is_nothing_measured(tmp_path: Path) -> None:
    fake = Fake()
    found = evaluate(fake.detector(), fake.captioner(), freeze(tmp_path / "s", [LEARNED]))
    assert found["samples"] == 0
    assert {found[name] for name in ("cider", "rouge_l", "token_f1", "box_iou")} == {None}
