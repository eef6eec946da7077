"""Files of texts come in whole, in several formats, and go again."""

import gzip
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

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
