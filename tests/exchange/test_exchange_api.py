import gc
import hashlib
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotate.core import uploads
from annotate.core.jobs import services as job_services
from annotate.exchange import api
from annotate.exchange.models import Export, Import
from annotate.images.models import Image
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.exchange.files import jsonl, zipped
from tests.images import pictures


def url(project: Project, rest: str) -> str:
    return f"/api/v1/projects/{project.pk}/{rest}"


def file(name: str, data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def upload(project: Project, user: Any, *files: SimpleUploadedFile) -> Any:
    return client_of(user).post(url(project, "uploads"), {"files": list(files)}, format="multipart")


def test_each_uploaded_picture_is_accepted_or_rejected_on_its_own(
    project: Project, people: Cast
) -> None:
    answer = upload(
        project,
        people.lead,
        file("good.jpg", pictures.jpeg(seed=1)),
        file("again.jpg", pictures.jpeg(seed=1)),
        file("drawing.png", pictures.SVG),
        file("other.png", pictures.png(seed=2)),
    )
    assert answer.status_code == 200
    body = answer.json()
    assert [each["name"] for each in body["accepted"]] == ["good.jpg", "other.png"]
    image = Image.objects.get(pk=body["accepted"][0]["image_id"])
    assert image.name == "good.jpg"
    assert Sample.objects.get(pk=body["accepted"][0]["sample_id"]).image == image
    assert [(each["name"], each["code"]) for each in body["rejected"]] == [
        ("again.jpg", "duplicate_image"),
        ("drawing.png", "not_an_image"),
    ]
    assert "good.jpg" in body["rejected"][0]["message"]
    assert body["rejected"][1]["remedy"]
    assert AuditEvent.objects.get(verb="images.uploaded").data == {"accepted": 2}


def test_a_name_with_a_path_is_only_a_name(project: Project, people: Cast) -> None:
    upload(project, people.lead, file("../../etc/passwd.jpg", pictures.jpeg(seed=3)))
    assert Image.objects.get().name == "passwd.jpg"


def test_no_file_and_too_many_files_are_said(project: Project, people: Cast) -> None:
    none = client_of(people.lead).post(url(project, "uploads"), {}, format="multipart")
    assert none.json()["error"]["fields"][0]["code"] == "missing"
    many = upload(project, people.lead, *(file(f"{n}.jpg", b"x") for n in range(51)))
    assert many.json()["error"]["fields"][0]["code"] == "too_many"
    assert many.status_code == 422


def test_a_request_over_the_limit_is_cut_off(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api, "MAX_UPLOAD_BYTES", 50_000)
    gc.collect()  # what tests before this one left open would go in the middle of it
    before = set(uploads.folder().iterdir())
    answer = upload(project, people.lead, file("a.bmp", bytes(60_000)))
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")
    assert set(uploads.folder().iterdir()) == before
    assert not Image.objects.exists()


def test_an_archive_is_imported_in_the_background(project: Project, people: Cast) -> None:
    client = client_of(people.lead)
    archive = zipped({"a.jpg": pictures.jpeg(seed=1), "b.jpg": b"broken"})
    answer = client.post(
        url(project, "imports"), {"file": file("p.zip", archive)}, format="multipart"
    )
    assert answer.status_code == 201
    begun = answer.json()
    assert (begun["state"], begun["format"], begun["source"]) == ("queued", "zip", "p.zip")
    job_services.run(begun["job"]["id"])
    done = client.get(url(project, f"imports/{begun['id']}")).json()
    assert done["state"] == done["job"]["state"] == "succeeded"
    assert done["counts"] == {"total": 2, "added": 1, "skipped": 0, "failed": 1}
    (error,) = done["errors"]
    assert (error["row"], error["name"], error["field"]) == (2, "b.jpg", "file")
    assert (error["code"], bool(error["message"]), bool(error["remedy"])) == (
        "not_an_image",
        True,
        True,
    )
    (listed,) = client.get(url(project, "imports")).json()
    assert (listed["id"], listed["errors"]) == (begun["id"], [])


def test_a_manifest_on_its_own_cannot_read_files_of_the_server(
    project: Project, people: Cast
) -> None:
    rows = jsonl({"file": "/etc/passwd"}, {"file": "../../../etc/passwd"})
    begun = client_of(people.lead).post(
        url(project, "imports"),
        {"file": file("rows.jsonl", rows), "dry_run": "true"},
        format="multipart",
    )
    assert begun.json()["dry_run"] is True
    job_services.run(begun.json()["job"]["id"])
    found = client_of(people.lead).get(url(project, f"imports/{begun.json()['id']}")).json()
    assert [error["code"] for error in found["errors"]] == ["file_not_sent", "file_not_sent"]


def test_a_file_that_is_no_archive_is_refused_at_once(project: Project, people: Cast) -> None:
    answer = client_of(people.lead).post(
        url(project, "imports"), {"file": file("p.zip", b"PK\x03\x04 cut")}, format="multipart"
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_archive")
    assert not Import.objects.exists()


def test_an_export_is_made_in_the_background_and_downloaded(project: Project, people: Cast) -> None:
    add_samples(project, 2)
    client = client_of(people.lead)
    wanted = {"format": "iiw-jsonl", "with_unfinished": True}
    answer = client.post(url(project, "exports"), wanted, format="json")
    assert answer.status_code == 201
    begun = answer.json()
    assert (begun["state"], begun["url"]) == ("queued", None)
    early = client.get(url(project, f"exports/{begun['id']}/file"))
    assert (early.status_code, early.json()["error"]["code"]) == (404, "not_found")

    job_services.run(begun["job"]["id"])
    (done,) = client.get(url(project, "exports")).json()
    assert (done["state"], done["samples"]) == ("succeeded", 2)
    download: Any = client_of(people.reviewer).get(done["url"], headers={"Accept": "text/html"})
    data = b"".join(download.streaming_content)
    assert len(data) == done["size_bytes"]
    assert hashlib.sha256(data).hexdigest() == done["sha256"]
    assert len([json.loads(line) for line in data.splitlines()]) == 2
    assert download["Content-Disposition"].startswith('attachment; filename="street-scenes-')
    assert download["Cache-Control"] == "private, no-store"


def test_a_format_that_does_not_exist_is_named(project: Project, people: Cast) -> None:
    answer = client_of(people.lead).post(url(project, "exports"), {"format": "../x"}, format="json")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "format"


def test_an_unknown_split_or_wish_is_named(project: Project, people: Cast) -> None:
    body = {"format": "coco", "split": "dev", "with_droped": True}
    answer = client_of(people.lead).post(url(project, "exports"), body, format="json")
    assert answer.status_code == 422
    assert [(field["path"], field["code"]) for field in answer.json()["error"]["fields"]] == [
        ("split", "not_a_choice"),
        ("with_droped", "unknown_field"),
    ]


@pytest.mark.parametrize(
    ("role", "status"), [("ada", 403), ("reviewer", 403), ("stranger", 404), ("blocked", 403)]
)
@pytest.mark.parametrize(
    ("rest", "form"), [("uploads", "multipart"), ("imports", "multipart"), ("exports", "json")]
)
def test_only_leads_bring_in_and_send_out(
    project: Project, people: Cast, role: str, status: int, rest: str, form: str
) -> None:
    answer = client_of(getattr(people, role)).post(url(project, rest), {}, format=form)
    assert answer.status_code == status


def test_another_projects_ids_lead_nowhere(
    project: Project, people: Cast, new_project: NewProject
) -> None:
    other = new_project(name="Other")
    theirs_in = Import.objects.create(project=other, source="x", format="zip")
    theirs_out = Export.objects.create(project=other, format="coco", file="exports/x.json")
    client = client_of(people.lead)
    for rest in (f"imports/{theirs_in.pk}", f"exports/{theirs_out.pk}/file"):
        assert client.get(url(project, rest)).status_code == 404


@pytest.mark.parametrize(("role", "status"), [("ada", 403), ("stranger", 404), ("reviewer", 200)])
def test_annotators_do_not_see_exports(
    project: Project, people: Cast, role: str, status: int
) -> None:
    assert client_of(getattr(people, role)).get(url(project, "exports")).status_code == status
