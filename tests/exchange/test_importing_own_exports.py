"""Exports of the product come back: pictures, names, splits, hints, texts and objects."""

import csv
import io
import zipfile

import pytest

from annotate.exchange.models import Import
from annotate.images.models import Image
from annotate.projects.models import Membership, Project, Role
from tests.conftest import Cast, NewProject
from tests.exchange.files import counts, imported, problems, zipped
from tests.exchange.finished import OBJECTS, ROUNDS, finished
from tests.exchange.listed import boxes, seeds
from tests.exchange.tables import exported

pytestmark = pytest.mark.django_db

FORMATS = ["csv", "webdataset", "parquet"]
ASIDE = {"unused_licences", "unused_rounds", "unused_note"}


@pytest.fixture
def source(new_project: NewProject, people: Cast) -> Project:
    project = new_project(no_repeat="stage")
    finished(project, people)
    return project


def brought_back(project: Project, people: Cast, data: bytes) -> Import:
    import_ = imported(project, people.owner, "export.zip", data)
    assert {row["code"] for row in import_.unused} <= ASIDE
    return import_


def assert_all_there(project: Project) -> None:
    image = Image.objects.get(project=project, external_id="key-0")
    assert (image.name, image.split) == ("folder/photo 0.png", "train")
    assert image.metadata == {"Title": "No. 0"}
    assert seeds(project, "description")["key-0"]["text"] == ROUNDS[-1]
    read = seeds(project, "objects")["key-0"]
    assert boxes(read) == boxes({"objects": OBJECTS})
    assert [each["description"] for each in read["objects"]] == [
        each["description"] for each in OBJECTS
    ]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("with_pictures", [True, False])
def test_an_export_comes_back_in_whole(
    source: Project, new_project: NewProject, people: Cast, name: str, with_pictures: bool
) -> None:
    data, _ = exported(source, name, with_pictures=with_pictures)
    target = new_project(name="Again")
    assert counts(brought_back(target, people, data)) == (2, 0, 0)
    assert_all_there(target)
    # It was taken from the store, so it is not a copy of a copy.
    image = Image.objects.get(project=target, external_id="key-0")
    assert image.sha256 == Image.objects.get(project=source, external_id="key-0").sha256


@pytest.mark.parametrize("name", FORMATS)
def test_whoever_cannot_see_the_originals_gets_the_pictures_of_the_export(
    source: Project, new_project: NewProject, people: Cast, name: str
) -> None:
    data, _ = exported(source, name, with_pictures=True, with_unfinished=False)
    target = new_project(name="Of another lead")
    Membership.objects.create(project=target, user=people.stranger, role=Role.LEAD)
    for expected in ((1, 0, 0), (0, 1, 0)):
        import_ = imported(target, people.stranger, "export.zip", data)
        assert counts(import_) == expected
    assert_all_there(target)
    assert Image.objects.get(project=target).format == "jpeg"


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_can_come_back_to_where_it_was_made(
    source: Project, people: Cast, name: str
) -> None:
    data, _ = exported(source, name, with_pictures=True)
    assert counts(brought_back(source, people, data)) == (0, 2, 0)


def test_tables_in_different_orders_are_refused_by_row(
    source: Project, new_project: NewProject, people: Cast
) -> None:
    data, _ = exported(source, "csv")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        tables = {name: archive.read(name) for name in archive.namelist()}
    head, *rows = csv.reader(io.StringIO(tables["samples.csv"].decode()))
    out = io.StringIO()
    csv.writer(out).writerows([head, *reversed(rows), rows[0]])
    tables["samples.csv"] = out.getvalue().encode()
    target = new_project(name="Sorted")
    import_ = imported(target, people.owner, "export.zip", zipped(tables))
    assert problems(import_) == [(3, "objects", "objects_elsewhere")]
