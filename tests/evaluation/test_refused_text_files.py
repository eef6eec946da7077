"""A file of texts that cannot be read is refused as a whole, and its wrong rows are named."""

import gzip

import pytest

from annotate.evaluation import tables, text_rows
from annotate.evaluation.models import TextFile
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, add_samples
from tests.evaluation.test_text_files import LINES, problems, send

pytestmark = pytest.mark.django_db

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
