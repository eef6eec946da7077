"""Every output is clocked, filtered and signed; every back end sees upright RGB."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from PIL import Image

from annotate.backends import Box, Caption, Captioner, Detection, Detector, Hint, LabelledBox
from annotate.backends.runs import as_upright_rgb, caption_crops, caption_image, detect


class Careless(Detector):
    """Returns the size it saw as a label, and a box that is no box."""

    name = "careless"
    version = "0.3"
    title = "Careless"
    parameters = {"threshold": 0.5}

    def detect(self, image: Image.Image) -> list[Detection]:
        whole = Box(x=0, y=0, width=image.width + 5, height=image.height)
        nowhere = Box(x=math.nan, y=0, width=1, height=1)
        label = f"{image.mode} {image.width}x{image.height}"
        return [Detection(label="x", box=nowhere), Detection(label=label, box=whole)]


class Echo(Captioner):
    """Repeats what it was given."""

    name = "echo"
    version = "2"
    title = "Echo"

    def caption_image(
        self, image: Image.Image, objects: Sequence[LabelledBox] = (), hints: Sequence[Hint] = ()
    ) -> Caption:
        return Caption(text=f"{len(objects)} objects, {hints[0].label}: {hints[0].value}")

    def caption_crop(self, image: Image.Image, box: Box, label: str) -> Caption:
        return Caption(text=f"{label} at {box.x:g}")


def test_a_detection_run_carries_who_made_it_how_and_how_long_it_took() -> None:
    run = detect(Careless(), Image.new("RGB", (30, 20)))
    made = run.provenance
    assert (made.backend, made.version) == ("careless", "0.3")
    assert made.parameters == {"threshold": 0.5}
    assert made.latency_seconds >= 0


def test_a_detection_run_keeps_only_what_can_be_used_and_remembers_the_rest() -> None:
    run = detect(Careless(), Image.new("RGB", (30, 20)))
    assert [item.box for item in run.detections] == [Box(x=0, y=0, width=30, height=20)]
    assert [drop.reason for drop in run.dropped] == ["not_a_number"]


def test_caption_runs_come_in_the_order_asked_and_are_signed() -> None:
    items = [LabelledBox(label=name, box=Box(x=i, y=0, width=5, height=5)) for i, name in
             enumerate(("cup", "spoon"))]  # fmt: skip
    runs = caption_crops(Echo(), Image.new("RGB", (30, 20)), items)
    assert [run.caption.text for run in runs] == ["cup at 0", "spoon at 1"]
    assert {run.provenance.backend for run in runs} == {"echo"}
    whole = caption_image(Echo(), Image.new("RGB", (9, 9)), items, [Hint(label="Year", value="7")])
    assert whole.caption.text == "2 objects, Year: 7"
    assert whole.provenance.version == "2"


def test_no_objects_need_no_captions() -> None:
    assert caption_crops(Echo(), Image.new("RGB", (30, 20)), []) == []


def test_a_photo_taken_sideways_reaches_the_back_end_upright() -> None:
    sideways = Image.new("RGB", (30, 20))
    sideways.getexif()[274] = 6  # orientation: turn a quarter
    run = detect(Careless(), sideways)
    assert run.detections[0].label == "RGB 20x30"


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1", "CMYK", "RGBA", "I;16", "F"])
def test_every_mode_becomes_rgb(mode: str) -> None:
    assert as_upright_rgb(Image.new(mode, (4, 3))).mode == "RGB"


def test_what_is_transparent_is_seen_as_white_paper() -> None:
    clear = Image.new("RGBA", (2, 1), (200, 0, 0, 0))
    clear.putpixel((1, 0), (200, 0, 0, 255))
    seen = as_upright_rgb(clear)
    assert [seen.getpixel((x, 0)) for x in (0, 1)] == [(255, 255, 255), (200, 0, 0)]


def test_sixteen_bits_of_grey_keep_their_scale() -> None:
    deep = Image.fromarray(np.array([[0, 32768, 65535]], dtype=np.uint16))
    seen = as_upright_rgb(deep)
    assert [seen.getpixel((x, 0)) for x in range(3)] == [(0, 0, 0), (128, 128, 128), (255,) * 3]
