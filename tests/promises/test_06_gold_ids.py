"""Images that were uploaded for gold, after the rest, are not told by their numbers."""

import random

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.images import services as images
from annotate.images import storage
from annotate.images.details import Details
from annotate.images.intake import Facts
from annotate.images.services import NewImage
from annotate.projects.models import Project
from tests.promises.guessing import Row
from tests.promises.telling_gold import betraying

pytestmark = pytest.mark.django_db
UPLOADED = 400


def uploaded(project: Project, first: int, number: int) -> list[int]:
    chance = random.Random(first)
    new = [
        NewImage(
            f"{at:04}.jpg",
            Facts(
                sha256=f"{chance.getrandbits(256):064x}",
                format="JPEG",
                width=640,
                height=480,
                bytes=9_000,
            ),
            Details(),
        )
        for at in range(first, first + number)
    ]
    # Rows alone are refused: files that are not there were deleted.
    for one in new:
        default_storage.save(storage.original(one.facts.sha256), ContentFile(b""))
    outcomes = images.add_images(project=project, new=new)
    return [outcome.image.pk for outcome in outcomes if outcome.image is not None]


def test_ids_of_images_do_not_tell_which_were_uploaded_later(project: Project) -> None:
    work = uploaded(project, 0, UPLOADED)
    gold = uploaded(project, UPLOADED, UPLOADED // 4)
    ids = [*work, *gold]
    assert len(set(ids)) == UPLOADED + UPLOADED // 4
    golden = [False] * len(work) + [True] * len(gold)
    rows: list[Row] = [{"id": float(pk), "odd": float(pk % 2)} for pk in ids]
    assert betraying(rows, golden, [None] * len(ids)) == {}


def test_numbers_that_count_up_would_be_found() -> None:
    golden = [at >= UPLOADED for at in range(UPLOADED + UPLOADED // 4)]
    rows: list[Row] = [{"id": float(at)} for at in range(len(golden))]
    assert set(betraying(rows, golden, [None] * len(golden))) == {"id"}
