"""COCO files beside pictures, or alone for pictures that are there."""

import json
from typing import Any

import pytest

from annotate.exchange.imports.readers import documents
from annotate.images.archives import BadArchive
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.files import counts, imported, problems, start, zipped
from tests.exchange.listed import HEIGHT, WIDTH, A, B, boxes, coco, dog, seeds, told

pytestmark = pytest.mark.django_db

SIZE = {"width": WIDTH, "height": HEIGHT}
IMAGES = [{"id": 7, "file_name": "1.jpg", **SIZE}, {"id": 8, "file_name": "2.jpg", **SIZE}]


def archive(**files: bytes) -> bytes:
    named = {f"annotations/{name}.json": data for name, data in files.items()}
    return zipped({"val/1.jpg": A, "val/2.jpg": B, **named})


def test_boxes_and_captions_of_two_files_come_with_their_pictures(
    project: Project, people: Cast
) -> None:
    instances = coco(IMAGES, [dog(7, [4, 8, 40, 20]), dog(8, [0, 0, 10, 10])])
    captions = [{"id": 5, "image_id": 7, "caption": "A dog."}]
    captions += [{"id": 6, "image_id": 7, "caption": "A second one."}]
    packed = archive(instances=instances, captions=coco(IMAGES, captions))
    import_ = imported(project, people.lead, "p.zip", packed)
    assert (counts(import_), import_.unused_count) == ((2, 0, 0), 0)
    assert boxes(seeds(project, "objects")["val/1.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert seeds(project, "description") == {"val/1.jpg": {"text": "A dog."}}
    assert told(import_) == ({"objects": 2, "texts": 2, "given": 2}, {"left_more_texts": 1})
    assert import_.understood["format"] == "coco"


def test_a_document_in_one_line_may_end_with_a_line_break(project: Project, people: Cast) -> None:
    """Catches a file of other tools that is taken for a list with one row, and left unused."""
    packed = archive(instances=coco(IMAGES, [dog(7, [4, 8, 40, 20])]) + b"\n")
    import_ = imported(project, people.lead, "p.zip", packed)
    assert (import_.understood["format"], import_.unused_count) == ("coco", 0)


def test_what_is_no_box_or_no_label_is_counted_by_its_reason(
    project: Project, people: Cast
) -> None:
    odd = [
        dog(7, [1, 1, 5, 5], iscrowd=1, segmentation={"counts": [1], "size": [1, 1]}),
        {"id": 2, "image_id": 7, "category_id": 1, "segmentation": [[1, 1, 2, 2, 3, 3]]},
        {"id": 3, "image_id": 7, "category_id": 99, "bbox": [1, 1, 5, 5]},
        dog(7, [1, 1, 5]),
        dog(7, [500, 500, 5, 5]),
        dog(99, [1, 1, 5, 5]),
        {"id": 4, "image_id": 7, "caption": "  "},
        {"id": 5, "image_id": 7, "bbox": "wide"},
        {"id": 6},
    ]
    import_ = imported(project, people.lead, "p.zip", archive(i=coco(IMAGES[:1], odd)))
    assert counts(import_) == (1, 0, 0)
    assert told(import_)[1] == {
        "left_crowd": 1,
        "left_no_box": 1,
        "left_no_label": 1,
        "left_bad_box": 1,
        "left_outside": 1,
        "left_unlisted_picture": 1,
        "left_empty": 1,
        "left_broken": 2,
    }
    assert [(file["name"], file["code"]) for file in import_.unused] == [
        ("val/2.jpg", "unused_unnamed")
    ]


def test_boxes_of_a_picture_of_another_size_are_scaled_and_of_another_shape_refused(
    project: Project, people: Cast
) -> None:
    images = [
        {"id": 7, "file_name": "1.jpg", "width": 2 * WIDTH, "height": 2 * HEIGHT},
        {"id": 8, "file_name": "2.jpg", "width": HEIGHT, "height": WIDTH},
    ]
    annotations = [dog(7, [8, 16, 80, 40]), dog(8, [0, 0, 10, 10])]
    import_ = imported(project, people.lead, "p.zip", archive(i=coco(images, annotations)))
    assert boxes(seeds(project, "objects")["val/1.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert problems(import_) == [(2, "objects", "said_size_differs")]


def test_images_that_did_not_come_or_cannot_be_read_are_rows_with_problems(
    project: Project, people: Cast
) -> None:
    images: list[dict[str, Any]] = [*IMAGES, {"id": 9, "file_name": "3.jpg"}, {"id": 10}]
    import_ = imported(project, people.lead, "p.zip", archive(i=coco(images, [])))
    assert counts(import_) == (2, 0, 2)
    assert problems(import_) == [
        (3, "file", "picture_not_sent"),
        (4, "images", "unreadable_because"),
    ]


def test_a_file_alone_gives_seeds_to_pictures_that_are_there(
    project: Project, people: Cast
) -> None:
    imported(project, people.lead, "p.zip", zipped({"val/1.jpg": A}))
    alone = coco(IMAGES, [dog(7, [4, 8, 40, 20]), dog(8, [0, 0, 10, 10])])
    import_ = imported(project, people.lead, "instances.json", alone)
    assert counts(import_) == (0, 1, 1)
    assert boxes(seeds(project, "objects")["val/1.jpg"]) == [("dog", (4, 8, 40, 20))]
    assert Image.objects.count() == 1


def test_a_document_too_large_to_be_read_at_once_is_refused_clearly(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_DOCUMENT_BYTES", 100)
    import_ = imported(project, people.lead, "p.zip", archive(i=coco(IMAGES, [])))
    assert import_.job is not None
    assert import_.job.error is not None
    assert (import_.state, import_.job.error["message_code"]) == ("failed", "document_too_large")
    with pytest.raises(BadArchive):
        start(project, people.lead, "instances.json", coco(IMAGES, []))


def test_json_that_only_looks_like_coco_is_named_as_unused(project: Project, people: Cast) -> None:
    packed = archive(instances=json.dumps({"images": {}}).encode(), captions=b"{broken")
    import_ = imported(project, people.lead, "p.zip", packed)
    assert counts(import_) == (2, 0, 0)
    assert {file["code"] for file in import_.unused} == {"unused_coco"}
