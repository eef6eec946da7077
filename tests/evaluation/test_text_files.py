"""Files of texts come in whole or not at all, in several formats, and each wrong row is named."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotate.evaluation import tables, text_rows
from annotate.evaluation.models import FileText, TextFile
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples, client_of
from tests.evaluation.texts_scene import make, source_of, text_file

pytestmark = pytest.mark.django_db

ROWS: list[dict[str, Any]] = [
    {"external_id": "kite-1", "text": "A red kite."},
    {"external_id": "boat.jpg", "text": "  A blue boat,\r\nfar away. "},
    {"external_id": "nowhere", "text": "A tree."},
]
LINES = b"\n".join(json.dumps(row).encode() for row in ROWS)
CSV = """external_id,text
kite-1,A red kite.
boat.jpg,"  A blue boat,
far away. "
nowhere,A tree.
"""
CSV_WITH_SEMICOLONS = """external_id;text
kite-1;A red kite.
boat.jpg;"  A blue boat,
far away. "
nowhere;A tree.
"""


@pytest.fixture
def pictured(project: Project) -> Project:
    """The project has a kite and a boat; both are found by their names."""
    kite, boat = add_samples(project, 2)
    Image.objects.filter(pk=kite.image_id).update(external_id="kite-1")
    Image.objects.filter(pk=boat.image_id).update(external_id="harbour/7", name="boat.jpg")
    return project


def send(people: Cast, project: Project, content: bytes, **fields: str) -> Any:
    body = {"file": SimpleUploadedFile("texts", content), "name": "Model", **fields}
    address = f"/api/v1/projects/{project.pk}/text-files"
    return client_of(people.owner).post(address, body, format="multipart")


def problems(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.content
    return [(each["path"], each["code"]) for each in answer.json()["error"]["fields"]]


@pytest.mark.parametrize(
    "content",
    [
        LINES,
        b"\xef\xbb\xbf" + LINES + b"\n\n",
        json.dumps(ROWS, indent=1).encode(),
        json.dumps({"info": {}, "data": ROWS}).encode(),
        CSV.encode(),
        CSV_WITH_SEMICOLONS.encode(),
        gzip.compress(LINES),
        gzip.compress(CSV.encode()),
    ],
    ids=["lines", "marked", "list", "document", "csv", "semicolons", "packed", "packed-csv"],
)
def test_texts_come_in_whatever_the_format(people: Cast, pictured: Project, content: bytes) -> None:
    answer = send(people, pictured, content)
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["name"], told["texts"], told["matched"]) == ("Model", 3, 2)
    texts = FileText.objects.order_by("position")
    assert list(texts.values_list("key", "image__external_id", "text")) == [
        ("kite-1", "kite-1", "A red kite."),
        ("boat.jpg", "harbour/7", "A blue boat,\nfar away."),
        ("nowhere", None, "A tree."),
    ]
    listed = client_of(people.reviewer).get(f"/api/v1/projects/{pictured.pk}/text-files").json()
    assert listed["results"] == [told]


def test_fields_are_named_by_whoever_sends_them(people: Cast, pictured: Project) -> None:
    """The release of IIW calls them so."""
    content = json.dumps({"image/key": "kite-1", "IIW": "A kite.", "text": "no"}).encode()
    answer = send(people, pictured, content, text_field="IIW", key_field="image/key")
    assert answer.status_code == 201, answer.content
    assert FileText.objects.get().text == "A kite."


def test_numbers_are_names_too(people: Cast, project: Project) -> None:
    (sample,) = add_samples(project, 1)
    Image.objects.filter(pk=sample.image_id).update(external_id="217")
    assert send(people, project, b'{"image_id": 217, "caption": "A kite."}').status_code == 201
    assert FileText.objects.get().image_id == sample.image_id


def test_texts_without_a_name_are_kept(people: Cast, project: Project) -> None:
    assert send(people, project, b"text\nA kite.\n").json()["matched"] == 0
    assert FileText.objects.get().key == ""


WRONG: list[tuple[bytes, list[tuple[str, str]]]] = [
    (b'{"text": "A."}\n{broken\n{"text": "B."}', [("rows[2]", "not_json")]),
    (b'{"text": "A."}\n[1]', [("rows[2]", "not_json")]),
    (b'{"text": 7}\n{"text": "  "}', [("rows[1].text", "wrong_type"), ("rows[2].text", "empty")]),
    (b'{"description": null, "key": "a"}', [("rows[1].text", "missing")]),
    (b'{"text": "A.", "key": [1]}', [("rows[1].key", "wrong_type")]),
    (b'{"text": "A.", "key": "' + b"k" * 501 + b'"}', [("rows[1].key", "too_long")]),
    (b'{"text": "' + b"a" * 200_001 + b'"}', [("rows[1].text", "too_long")]),
    (('{"text": "e' + "\u0301" * 31 + '"}').encode(), [("rows[1].text", "overlong_marks")]),
]


@pytest.mark.parametrize(("content", "expected"), WRONG)
def test_wrong_rows_are_named_and_nothing_comes_in(
    people: Cast, project: Project, content: bytes, expected: list[tuple[str, str]]
) -> None:
    assert problems(send(people, project, content)) == expected
    assert not TextFile.objects.exists()


def test_names_of_two_images_are_refused(people: Cast, project: Project) -> None:
    for sample in add_samples(project, 2):
        Image.objects.filter(pk=sample.image_id).update(name="photo.jpg")
    answer = send(people, project, b'{"key": "photo.jpg", "text": "A."}')
    assert problems(answer) == [("rows[1].key", "ambiguous_image")]


def test_only_so_many_wrong_rows_are_named(people: Cast, project: Project) -> None:
    answer = send(people, project, b'{"text": 1}\n' * 250)
    assert len(problems(answer)) == text_rows.MAX_NAMED
    assert answer.json()["error"]["message"].startswith("250 rows are wrong")


UNREADABLE = [
    b"",
    b"\x00\x01\x02\x03",
    b"\xff\xfe\x00",
    b"[1, 2",
    b'{"info": {}, "title": [\n',
    gzip.compress(LINES)[:-12],
    b"\x1f\x8b junk",
    b"[]",
    b"text\n",
]


@pytest.mark.parametrize("content", UNREADABLE)
def test_what_is_no_file_of_texts_is_refused_in_words(
    people: Cast, project: Project, content: bytes
) -> None:
    answer = send(people, project, content)
    assert answer.status_code in (400, 422), answer.content
    assert answer.json()["error"]["message"]
    assert not TextFile.objects.exists()


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_BYTES", 10_000)
    answer = send(people, project, gzip.compress(b'{"text": "A."}\n' * 10_000))
    assert answer.json()["error"]["code"] == "unreadable_table"
    assert "larger than" in answer.json()["error"]["message"]


def test_too_many_texts_are_refused(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_rows, "MAX_TEXTS", 3)
    assert send(people, project, b'{"text": "A."}\n' * 4).status_code == 422


def test_two_files_cannot_have_one_name(people: Cast, project: Project) -> None:
    assert send(people, project, b'{"text": "A."}').status_code == 201
    answer = send(people, project, b'{"text": "B."}')
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "name_taken")


def test_texts_of_withdrawn_images_are_about_no_image(people: Cast, pictured: Project) -> None:
    Sample.objects.update(state=Sample.State.WITHDRAWN)
    assert send(people, pictured, LINES).json()["matched"] == 0


def test_a_file_is_deleted_unless_a_study_is_about_it(people: Cast, project: Project) -> None:
    samples = add_samples(project, 1)
    used, spare = (text_file(project, samples, name) for name in ("used", "spare"))
    make(project, [{"source": source_of(used), "title": "A"}], design="likert.v1", name="Good ones")
    owner, base = client_of(people.owner), f"/api/v1/projects/{project.pk}/text-files"
    assert owner.delete(f"{base}/{spare.pk}").status_code == 204
    refused = owner.delete(f"{base}/{used.pk}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "in_use")
    assert "Good ones" in refused.json()["error"]["message"]
    assert list(TextFile.objects.all()) == [used]
