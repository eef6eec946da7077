"""Answers come in over HTTP and from the command line like images do."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.core.management.base import CommandError

from annotate.core import uploads
from annotate.core.jobs import services as job_services
from annotate.exchange import answers
from annotate.exchange.models import Import
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Annotation
from tests.conftest import Cast, client_of
from tests.exchange.captions import picture
from tests.exchange.results import REAL, line, table, vizwiz_project, with_the_real_images

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(people: Cast) -> Project:
    return with_the_real_images(vizwiz_project(people))


def kept() -> set[Path]:
    """Return the uploads that wait to be imported."""
    return set(uploads.folder().glob("*.upload"))


def post(project: Project, people: Cast, data: bytes = b"", **more: Any) -> Any:
    file = SimpleUploadedFile("results.tsv", data or REAL.read_bytes())
    body = {"file": file, "format": "mturk-results", **more}
    url = f"/api/v1/projects/{project.pk}/imports"
    return client_of(people.owner).post(url, body, format="multipart")


def test_a_lead_sends_raw_results_and_sees_what_became_of_them(
    project: Project, people: Cast
) -> None:
    before = kept()
    answer = post(project, people, stage="caption")
    assert answer.status_code == 201, answer.content
    job_services.run(answer.json()["job"]["id"])
    url = f"/api/v1/projects/{project.pk}/imports/{answer.json()['id']}"
    seen = client_of(people.owner).get(url).json()
    assert (seen["format"], seen["stage"], seen["source"]) == (
        "mturk-results",
        "caption",
        "results.tsv",
    )
    assert seen["counts"] == {"total": 10, "added": 10, "skipped": 0, "failed": 0}
    assert Annotation.objects.count() == 50
    assert AuditEvent.objects.get(verb="import.started").data["format"] == "mturk-results"
    assert kept() == before


def test_a_row_that_is_refused_is_shown_with_its_field(people: Cast, tmp_path: Path) -> None:
    project = vizwiz_project(people)
    picture(project, "a.jpg")
    path = table(tmp_path / "r.tsv", line("W1", ["a.jpg"]), line("W2", ["lost.jpg"]))
    answer = post(project, people, path.read_bytes(), dry_run=True)
    job_services.run(answer.json()["job"]["id"])
    url = f"/api/v1/projects/{project.pk}/imports/{answer.json()['id']}"
    (problem,) = client_of(people.owner).get(url).json()["errors"]
    assert (problem["row"], problem["field"], problem["code"]) == (
        2,
        "answers[0].image",
        "unknown_image",
    )
    assert problem["name"] == "HIT1 W2"
    assert not Annotation.objects.exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"format": "xlsx"}, "format"), ({"stage": "validation"}, "stage")],
)
def test_an_unknown_format_or_stage_is_refused_by_its_field(
    project: Project, people: Cast, changes: dict[str, Any], field: str
) -> None:
    answer = post(project, people, **changes)
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == field
    assert not Import.objects.exists()


def test_a_file_in_another_format_is_refused_at_once_and_not_kept(
    project: Project, people: Cast
) -> None:
    before = kept()
    answer = post(project, people, b"PK\x03\x04 this is a zip")
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "unreadable_file"
    assert kept() == before


@pytest.mark.parametrize("format_name", ["", *answers.FORMATS])
def test_an_empty_file_is_refused_at_once(project: Project, people: Cast, format_name: str) -> None:
    empty = {"file": SimpleUploadedFile("results.tsv", b""), "format": format_name}
    url = f"/api/v1/projects/{project.pk}/imports"
    refused = client_of(people.owner).post(url, empty, format="multipart")
    assert refused.status_code == 422
    assert not Import.objects.exists()


def run(*arguments: Any, **options: Any) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("import_answers", *arguments, stdout=out, stderr=err, verbosity=0, **options)
    return out.getvalue(), err.getvalue()


def test_the_command_says_what_it_did(project: Project) -> None:
    out, _ = run(project.name, str(REAL), format="mturk-results", dry_run=True)
    assert out == "10 rows would be added, 0 there already, 0 refused.\n"
    assert not Annotation.objects.exists()
    out, _ = run(project.pk, str(REAL), format="mturk-results")
    assert out == "10 rows added, 0 there already, 0 refused.\n"
    out, _ = run(project.pk, str(REAL), format="mturk-results")
    assert out == "0 rows added, 10 there already, 0 refused.\n"


def test_the_command_names_refused_rows_and_fails(people: Cast, tmp_path: Path) -> None:
    project = vizwiz_project(people)
    path = table(tmp_path / "r.tsv", line("W1", ["lost.jpg"]))
    err = StringIO()
    with pytest.raises(CommandError, match="refused"):
        call_command(
            "import_answers",
            project.pk,
            str(path),
            format="mturk-results",
            stdout=StringIO(),
            stderr=err,
            verbosity=0,
        )
    assert err.getvalue().startswith("row 1, HIT1 W1, answers[0].image: No image of this project")


@pytest.mark.parametrize(
    ("name", "file"), [("mturk-results", "nowhere.tsv"), ("textcaps", str(REAL))]
)
def test_the_command_refuses_what_it_cannot_read(project: Project, name: str, file: str) -> None:
    with pytest.raises(CommandError):
        run(project.pk, file, format=name)
