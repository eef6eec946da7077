"""The built-in back end that learns: what it says before and after, and how it got there."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from annotate import backends
from annotate.backends import Box, CaptionRequest, Configured, LabelledBox
from annotate.backends.nearest.models import NearestCaptioner, NearestDetector
from annotate.backends.training.evaluation import Metrics, evaluate
from tests.backends.training.frozen import freeze
from tests.backends.training.scenes import UNSEEN, scene, snapshot, train

PHOTOS = Path(__file__).parents[3] / "deploy" / "demo" / "photos"


def measured(configured: Configured, folder: Path) -> Metrics:
    return evaluate(NearestDetector(configured), NearestCaptioner(configured), folder)


def test_before_its_first_training_it_says_what_classical_says() -> None:
    image = scene(UNSEEN)[1]
    classical, nearest = backends.get("classical"), backends.get("nearest")
    regions = nearest.detector().detect(image)
    assert regions == classical.detector().detect(image)
    boxes = [LabelledBox(label=region.label, box=region.box) for region in regions]
    requests = [CaptionRequest(image, box=box.box, label=box.label) for box in boxes]
    requests.append(CaptionRequest(image, objects=boxes))
    ours, theirs = (backend.captioner().caption_many(requests) for backend in (nearest, classical))
    assert ours == theirs


def test_it_learns_names_and_words(folder: Path, learned: Configured) -> None:
    before, after = measured(Configured(), folder), measured(learned, folder)
    assert before["label_accuracy"] == 0  # "red region" is not what people call a circle
    for name, least in (("label_accuracy", 0.8), ("token_f1", 0.75), ("rouge_l", 0.75)):
        value = after[name]
        assert value is not None
        assert value > least, name
    assert (after["box_iou"] or 0) > (before["box_iou"] or 0)


def test_more_samples_make_it_better(tmp_path: Path) -> None:
    figures = []
    for number in (3, 60):
        folder = snapshot(tmp_path / f"s{number}", number, held_out=12)
        configured, _ = train(folder, tmp_path / f"v{number}", looked_at=0)
        found = evaluate(None, NearestCaptioner(configured), folder)
        figures.append(found["token_f1"] or 0)
    assert figures[1] > figures[0] + 0.05


def test_texts_are_those_of_people_word_for_word(folder: Path, learned: Configured) -> None:
    written = {scene(seed)[0].description for seed in range(1, 41)}
    captioner = NearestCaptioner(learned)
    for seed in range(UNSEEN, UNSEEN + 5):
        said = captioner.caption_image(scene(seed)[1])
        assert said.text in written
        source = int(str(said.attributes["from_sample"]))
        assert said.text == scene(source)[0].description


def test_a_crop_is_described_as_its_own_kind(learned: Configured) -> None:
    """A square that somebody called a circle is described as the circle most like it."""
    sample, image = scene(UNSEEN)
    box = Box(**sample.objects[0].box.model_dump())
    for label in ("circle", "Square", "triangle"):
        said = NearestCaptioner(learned).caption_crop(image, box, label)
        assert label.casefold() in said.text
    unknown = NearestCaptioner(learned).caption_crop(image, box, "zebra")
    assert unknown.text.startswith("A ")


def test_what_people_do_not_mark_is_not_proposed(tmp_path: Path) -> None:
    """In this project nobody marks circles."""
    pairs = [scene(seed) for seed in range(1, 41)]
    choosy = [
        replace(each, objects=tuple(o for o in each.objects if o.label != "circle"))
        for each, _ in pairs
    ]
    folder = freeze(tmp_path / "s", choosy, [image for _, image in pairs])
    detector = NearestDetector(train(folder, tmp_path / "v", looked_at=40)[0])
    labels = [
        found.label
        for seed in range(UNSEEN, UNSEEN + 12)
        for found in detector.detect(scene(seed)[1])
    ]
    assert "circle" not in labels
    assert {"square", "triangle"} & set(labels)


def test_objects_without_descriptions_teach_names_only(tmp_path: Path) -> None:
    pairs = [scene(seed) for seed in range(1, 11)]
    silent = [
        replace(
            each,
            description=None,
            objects=tuple(replace(thing, description="") for thing in each.objects),
        )
        for each, _ in pairs
    ]
    folder = freeze(tmp_path / "s", silent, [image for _, image in pairs])
    configured, _ = train(folder, tmp_path / "v", looked_at=2)
    image = scene(UNSEEN)[1]
    labels = {each.label for each in NearestDetector(configured).detect(image)}
    assert labels & {"circle", "square", "triangle"}
    usual = backends.get("classical").captioner()
    box = Box(x=10, y=10, width=30, height=30)
    nearest = NearestCaptioner(configured)
    assert nearest.caption_image(image) == usual.caption_image(image)
    assert nearest.caption_crop(image, box, "x") == usual.caption_crop(image, box, "x")


@pytest.mark.parametrize("number", [1, 2])
def test_one_or_two_samples_are_enough_to_begin(tmp_path: Path, number: int) -> None:
    configured, _ = train(snapshot(tmp_path / "s", number), tmp_path / "v", looked_at=2)
    image = scene(UNSEEN)[1]
    NearestDetector(configured).detect(image)
    assert NearestCaptioner(configured).caption_image(image).text


@pytest.mark.parametrize("name", ["coffee.jpg", "chelsea.jpg"])
def test_photographs_are_taken_as_they_come(learned: Configured, name: str) -> None:
    """They are like nothing it has seen: what is measured stays, and nothing breaks."""
    with Image.open(PHOTOS / name) as opened:
        image = opened.convert("RGB")
    for each in NearestDetector(learned).detect(image):
        assert 0 <= each.score <= 1
        assert each.label
    assert NearestCaptioner(learned).caption_image(image).text


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (200, 2)])
def test_the_smallest_pictures_break_nothing(learned: Configured, size: tuple[int, int]) -> None:
    image = Image.new("RGB", size, "red")
    assert NearestDetector(learned).detect(image) == []
    box = Box(x=-5, y=0, width=900, height=0.2)
    assert NearestCaptioner(learned).caption_crop(image, box, "cup").text
