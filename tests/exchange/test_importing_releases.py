"""Releases as they were published: ImageInWords, VizWiz-Captions, TextCaps."""

import gzip
import json
from pathlib import Path

import pytest

from annotate.exchange.imports.options import ImageOptions
from annotate.exchange.imports.readers.iiw import entry_of
from annotate.projects.models import Project
from annotate.projects.services import create_project
from annotate.workflow.models import Annotation
from tests.conftest import Cast
from tests.exchange.files import counts, imported, zipped
from tests.exchange.listed import HEIGHT, WIDTH, seeds, told
from tests.images import pictures

pytestmark = pytest.mark.django_db

DATA = Path(__file__).parent / "data"
PUBLISHED = Path(__file__).parents[1] / "analysis/data"
SIX = (DATA / "iiw400_six.jsonl").read_bytes()
KEYS = [json.loads(line)["image/key"] for line in SIX.splitlines()]
ANSWERS = ImageOptions(given_as="answers")


def test_the_release_of_imageinwords_comes_in_and_its_swapped_boxes_are_repaired(
    project: Project, people: Cast
) -> None:
    files = {f"images/{key}.jpg": pictures.jpeg(seed=n) for n, key in enumerate(KEYS)}
    import_ = imported(project, people.lead, "p.zip", zipped({**files, "IIW-400.jsonl": SIX}))
    assert (counts(import_), import_.unused_count) == ((6, 0, 0), 0)
    assert told(import_)[0] == {"objects": 21, "texts": 6, "repaired": 5, "given": 6}
    for line in map(json.loads, SIX.splitlines()):
        place = f"images/{line['image/key']}.jpg"
        found = seeds(project, "objects")[place]["objects"]
        assert [each["label"] for each in found] == [each["label"] for each in line["objects"]]
        for each, released in zip(found, line["objects"], strict=True):
            y1, x1, y2, x2 = map(int, released["normalized_coords"])
            box = each["box"]
            assert box["y"] == pytest.approx(min(y1, y2) * HEIGHT / 999, abs=0.01)
            assert box["height"] == pytest.approx(abs(y1 - y2) * HEIGHT / 999, abs=0.02)
            assert box["x"] == pytest.approx(min(x1, x2) * WIDTH / 999, abs=0.01)


def test_alone_it_is_for_pictures_that_the_project_has_by_their_key(
    project: Project, people: Cast
) -> None:
    files = {f"{key}.jpg": pictures.jpeg(seed=n) for n, key in enumerate(KEYS[:2])}
    imported(project, people.lead, "p.zip", zipped(files))
    import_ = imported(project, people.lead, "IIW-400.jsonl", SIX)
    assert counts(import_) == (0, 2, 4)
    assert told(import_)[0]["given"] == 2


def test_of_the_whole_release_94_of_1899_boxes_are_repaired() -> None:
    with gzip.open(PUBLISHED / "iiw400_boxes.jsonl.gz") as file:
        said = [
            entry_of(
                {
                    "image/key": "x",
                    "objects": [{"label": "y", "normalized_coords": c} for c in json.loads(line)],
                }
            ).said
            for line in file
        ]
    assert len(said) == 400
    assert sum(len(each.objects) for each in said if each) == 1899
    assert sum(each.repaired for each in said if each) == 94


@pytest.mark.parametrize(
    ("recipe", "path", "images", "captions"),
    [
        ("vizwiz-captions", "vizwiz/vizwiz_captions_sample.json", 10, 50),
        ("textcaps", "textcaps/textcaps_0.1_sample.json", 2, 10),
    ],
)
def test_released_captions_come_as_answers_with_their_pictures_and_once_by_any_door(
    people: Cast, recipe: str, path: str, images: int, captions: int
) -> None:
    project = create_project(
        name="R", description="", recipe_name=recipe, changes={}, creator=people.owner
    )
    data = (PUBLISHED / path).read_bytes()
    document = json.loads(data)
    names = dict.fromkeys(
        image["file_name"] if "file_name" in image else f"{image['image_id']}.jpg"
        for image in document.get("images") or document["data"]
    )
    files = {f"train/{name}": pictures.jpeg(seed=n) for n, name in enumerate(names)}
    packed = zipped({**files, "annotations/train.json": data})
    import_ = imported(project, people.owner, "p.zip", packed, options=ANSWERS)
    assert (counts(import_), import_.unused_count) == ((images, 0, 0), 0)
    assert told(import_)[0] == {"texts": captions, "given": images}
    assert Annotation.objects.filter(origin="import").count() == captions
    again = imported(project, people.owner, "captions.json", data, format_name=recipe)
    assert counts(again) == (0, captions, 0)
    assert Annotation.objects.filter(origin="import").count() == captions
