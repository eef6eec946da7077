"""WebDataset shards come in: alone, in a zip or folder, from others, and as exported here."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast
from tests.exchange.files import counts, from_path, imported, problems, zipped
from tests.exchange.listed import A, B, C, seeds, told
from tests.exchange.tars import special, tarred

pytestmark = pytest.mark.django_db


def facts(**said: Any) -> bytes:
    return json.dumps(said).encode()


SHARD = tarred(
    [
        ("0001.jpg", A),
        ("0001.json", facts(caption="A red kite.", url="https://example.org/1", width=96)),
        ("0001.txt", b"A red kite."),
        ("0002.png", B),
        ("0002.json", facts(caption="A blue kite.", url="https://example.org/2", width=96)),
        ("0002.cls", b"3"),
    ]
)


@pytest.mark.parametrize("name", ["train-000000.tar", "set/train-000000.tar"])
def test_shards_in_an_archive_are_read_sample_by_sample(
    project: Project, people: Cast, name: str
) -> None:
    packed = zipped({name: SHARD, "notes.txt": b""})
    import_ = imported(project, people.lead, "set.zip", packed)
    assert (counts(import_), import_.understood["format"]) == ((2, 0, 0), "webdataset")
    assert [row["name"] for row in import_.unused] == ["notes.txt"]
    assert told(import_)[1] == {"left_other_members": 1}
    image = Image.objects.get(external_id__contains="0001")
    assert (image.split, image.metadata) == ("train", {"url": "https://example.org/1"})
    assert sorted(value["text"] for value in seeds(project, "description").values()) == [
        "A blue kite.",
        "A red kite.",
    ]
    assert counts(imported(project, people.lead, "set.zip", packed)) == (0, 2, 0)


@pytest.mark.parametrize("pack", [False, True])
def test_a_shard_alone_is_read_too(
    project: Project, people: Cast, pack: bool, tmp_path: Path
) -> None:
    shard = tarred([("a/1.jpg", A), ("a/1.txt", b"A kite.\n"), ("a/2.jpg", B)], pack=pack)
    import_ = imported(project, people.lead, "train.tar", shard)
    assert (counts(import_), import_.format) == ((2, 0, 0), "tar")
    assert seeds(project, "description") == {"a/1.jpg": {"text": "A kite."}}
    (tmp_path / "train.tar").write_bytes(shard)
    assert counts(from_path(project, tmp_path / "train.tar")) == (0, 2, 0)


def test_a_sample_that_cannot_be_read_is_refused_and_the_rest_goes_in(
    project: Project, people: Cast
) -> None:
    shard = tarred(
        [
            ("0.jpg", C),
            ("0.txt", b"A kite."),
            ("1.jpg", A),
            ("1.json", b"[1]"),
            ("2.jpg", special(b"2", "/etc/passwd")),
            ("../3.jpg", A),
            ("4.txt", b"About nothing."),
            ("5.jpg", B),
        ]
    )
    import_ = imported(project, people.lead, "s.tar", shard)
    assert counts(import_) == (2, 0, 4)
    assert problems(import_) == [
        (2, "json", "sample_json_unreadable"),
        (3, "file", "link"),
        (4, "file", "unsafe_path"),
        (5, "file", "picture_not_sent"),
    ]
