"""Boxes by a local detector, or by a vision-language model that writes them."""

import numpy as np
import pytest
from PIL import Image

from annotate.backends import Backend, BackendError, Detected, Detection
from annotate.backends.transformers import loading
from annotate.backends.transformers.models import GroundingDetector, read_boxes
from tests.backends.tiny import scenes, shelf
from tests.backends.transformers.conftest import Configure


def found(answer: Detected | BackendError) -> tuple[Detection, ...]:
    assert isinstance(answer, Detected)
    return answer.detections


def test_boxes_are_in_pixels_of_the_image_handed_in(backend: Backend, configure: Configure) -> None:
    """Worked out from what the model itself says: centres and sides as shares of the image."""
    usual = {"threshold": 0, "longest_side": 64, "device": "cpu"}
    chosen = configure(detector=shelf.object_detector().name, **usual)
    image = scenes.draw(3).image.resize((200, 100))
    detections = backend.detector(chosen).detect(image)

    loaded = loading.object_detector(chosen)
    inputs = loaded.processor(images=image.resize((64, 32), Image.Resampling.LANCZOS))
    with loaded.torch.no_grad():
        raw = loaded.model(pixel_values=loaded.torch.tensor(np.array(inputs["pixel_values"])))
    scores, labels = raw.logits[0].softmax(-1)[:, :-1].max(-1)
    order = scores.argsort(descending=True).tolist()
    assert len(detections) == len(order) == 6
    for detection, number in zip(detections, order, strict=True):
        across, down, width, height = raw.pred_boxes[0][number].tolist()
        box = detection.box
        expected = (
            (across - width / 2) * 200,
            (down - height / 2) * 100,
            width * 200,
            height * 100,
        )
        assert (box.x, box.y, box.width, box.height) == pytest.approx(expected, abs=1e-3)
        assert detection.label == scenes.SHAPES[int(labels[number])]
        assert detection.score == pytest.approx(float(scores[number]))


def test_a_batch_finds_what_single_images_show(backend: Backend, configure: Configure) -> None:
    detector = backend.detector(
        configure(detector=shelf.object_detector().name, threshold=0, batch_size=2)
    )
    images = [scenes.draw(seed).image for seed in range(3)]
    together = [found(each) for each in detector.detect_many(images)]
    assert [[each.label for each in one] for one in together] == [
        [each.label for each in detector.detect(image)] for image in images
    ]


def test_the_threshold_leaves_out_what_is_unsure(backend: Backend, configure: Configure) -> None:
    name, image = shelf.object_detector().name, scenes.draw(3).image
    full = {"detector": name, "dtype": "float32"}  # in half of it several have the same score
    every = backend.detector(configure(**full, threshold=0)).detect(image)
    middle = sorted(each.score for each in every)[3]
    kept = backend.detector(configure(**full, threshold=middle - 1e-6)).detect(image)
    assert [each.score for each in kept] == [each.score for each in every][:3]


def test_labels_are_renamed_or_left_out_and_boxes_limited(
    backend: Backend, configure: Configure
) -> None:
    name, image = shelf.object_detector().name, scenes.draw(3).image
    every = backend.detector(configure(detector=name, threshold=0)).detect(image)
    first = every[0].label
    renamed = configure(detector=name, threshold=0, labels=f"{first.upper()} = thing", most_boxes=1)
    assert [each.label for each in backend.detector(renamed).detect(image)] == ["thing"]
    without = configure(detector=name, threshold=0, labels=f"{first} =")
    left = [each.label for each in backend.detector(without).detect(image)]
    assert left == [each.label for each in every if each.label != first]


def test_without_a_detector_the_writing_model_is_asked(
    backend: Backend, configure: Configure
) -> None:
    detector = backend.detector(configure(captioner=shelf.base_model().name))
    assert isinstance(detector, GroundingDetector)
    answer = detector.detect_many([scenes.draw(1).image])[0]
    assert isinstance(answer, Detected)
    assert answer.trace is not None
    assert answer.trace.prompt.startswith("List the salient objects")


def test_written_boxes_are_read_in_pixels_and_the_rest_is_passed_over() -> None:
    text = "cup [500, 250, 999, 500]\nI see a cat.\nhat [0, 0, 0, 10]"
    (only,) = read_boxes(text, Image.new("RGB", (999, 1998)))
    assert only.label == "cup"
    assert (only.box.x, only.box.y) == pytest.approx((250, 1000))
    assert (only.box.width, only.box.height) == pytest.approx((250, 998))
