"""Files in an object store that a real HTTP server offers, and no folder that machines share."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from environ import Env
from pytest_django import Settings

from annotate.config import object_storage
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.images import storage
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.exchange.files import zipped
from tests.exchange.finished import finished
from tests.images import pictures
from tests.object_store import BUCKET, ObjectStore, object_store

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ObjectStore]:
    with object_store(tmp_path_factory.mktemp("store")) as made:
        yield made


@pytest.fixture
def store(server: ObjectStore, settings: Settings, tmp_path: Path) -> ObjectStore:
    """Files go there; the disk is this machine's own."""
    settings.STORAGES = server.storages
    settings.DATA_DIR = tmp_path / "machine-1"
    settings.MEDIA_ROOT = tmp_path / "machine-1" / "media"
    return server


@pytest.fixture
def project(new_project: NewProject) -> Project:
    return new_project(no_repeat="stage")


def url(project: Project, rest: str) -> str:
    return f"/api/v1/projects/{project.pk}/{rest}"


def body_of(answer: Any) -> bytes:
    assert answer.status_code == 200, answer.content
    return b"".join(answer.streaming_content)


def upload(project: Project, user: Any, data: bytes) -> Any:
    client = client_of(user)
    client.raise_request_exception = False
    files = {"files": [SimpleUploadedFile("photo.jpg", data)]}
    return client.post(url(project, "uploads"), files, format="multipart")


def test_an_uploaded_picture_lies_in_the_bucket_and_is_shown_from_it(
    store: ObjectStore, project: Project, people: Cast, settings: Settings
) -> None:
    assert upload(project, people.lead, pictures.jpeg(2600, 480, seed=71)).status_code == 200
    image = Image.objects.get()
    kept = [name for name in store.names() if image.sha256 in name]
    assert {name.rsplit("/", 1)[-1] for name in kept} == {
        "original",
        "full.jpg",
        "view.jpg",
        "thumb.jpg",
    }
    assert all(name.startswith("one-installation/images/") for name in kept)
    assert not Path(settings.MEDIA_ROOT).exists()
    shown = client_of(people.lead).get(f"/api/v1/images/{image.pk}/content")
    assert body_of(shown).startswith(b"\xff\xd8")


def test_pictures_in_the_bucket_are_shown_to_nobody_else(
    store: ObjectStore, project: Project, people: Cast
) -> None:
    upload(project, people.lead, pictures.jpeg(seed=72))
    address = f"/api/v1/images/{Image.objects.get().pk}/content"
    assert client_of(people.stranger).get(address).status_code == 404
    assert client_of(None).get(address).status_code == 401


def test_tiles_of_a_large_picture_are_cut_into_the_bucket(
    store: ObjectStore, project: Project, people: Cast
) -> None:
    upload(project, people.lead, pictures.jpeg(5000, 400, seed=73))
    image = Image.objects.get()
    client = client_of(people.lead)
    assert client.get(f"/api/v1/images/{image.pk}/tiles").json()["levels"]
    assert storage.has_tiles(image.sha256)
    assert body_of(client.get(f"/api/v1/images/{image.pk}/tiles/0/0/0")).startswith(b"\xff\xd8")


def test_an_archive_sent_to_one_machine_is_imported_by_another(
    store: ObjectStore, project: Project, people: Cast, settings: Settings, tmp_path: Path
) -> None:
    archive = zipped({"a.jpg": pictures.jpeg(seed=74), "b.jpg": pictures.jpeg(seed=75)})
    begun = client_of(people.lead).post(
        url(project, "imports"),
        {"file": SimpleUploadedFile("p.zip", archive)},
        format="multipart",
    )
    settings.DATA_DIR = tmp_path / "machine-2"
    job_services.run(begun.json()["job"]["id"])
    assert Job.objects.get(pk=begun.json()["job"]["id"]).state == "succeeded"
    assert Image.objects.filter(project=project).count() == 2
    assert not [name for name in store.names() if "/uploads/" in name]
    assert not list((tmp_path / "machine-2" / "uploads").iterdir())


def test_an_export_is_written_to_the_bucket_and_taken_from_it(
    store: ObjectStore, project: Project, people: Cast
) -> None:
    finished(project, people)
    client = client_of(people.lead)
    begun = client.post(url(project, "exports"), {"format": "iiw-jsonl"}, format="json").json()
    job_services.run(begun["job"]["id"])
    assert [name for name in store.names() if f"/exports/{project.pk}/" in name]
    data = body_of(client.get(url(project, f"exports/{begun['id']}/file")))
    assert json.loads(data.splitlines()[0])["rounds"]


def test_a_release_is_frozen_in_the_bucket_under_the_digests_of_its_files(
    store: ObjectStore, project: Project, people: Cast
) -> None:
    finished(project, people)
    client = client_of(people.lead)
    wanted = {"name": "Streets", "version": "1.0.0"}
    begun = client.post(url(project, "releases"), wanted, format="json").json()
    job_services.run(begun["job"]["id"])
    release = client.get(url(project, f"releases/{begun['id']}")).json()
    kept = {name.rsplit("/", 1)[-1] for name in store.names() if "/releases/" in name}
    assert {file["sha256"] for file in release["files"]} <= kept
    archive = body_of(client.get(url(project, f"releases/{begun['id']}/archive")))
    with ZipFile(BytesIO(archive)) as packed:
        assert packed.testzip() is None


def test_while_the_store_is_away_people_are_told_when_to_come_back(
    project: Project, people: Cast, settings: Settings, tmp_path: Path
) -> None:
    with object_store(tmp_path) as store:
        settings.STORAGES = store.storages
        settings.DATA_DIR = tmp_path
        assert upload(project, people.lead, pictures.jpeg(seed=76)).status_code == 200
        address = f"/api/v1/images/{Image.objects.get().pk}/content"
        store.stop()
        answers = [
            upload(project, people.lead, pictures.jpeg(seed=77)),
            client_of(people.lead).get(address),
        ]
        for answer in answers:
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
            assert int(answer["Retry-After"]) > 0
        assert Image.objects.count() == 1
        assert client_of(None).get("/healthz").json()["storage"] == {"ok": False}
        store.start()
        assert upload(project, people.lead, pictures.jpeg(seed=77)).status_code == 200
        assert client_of(None).get("/healthz").json()["storage"] == {"ok": True}


def test_an_export_begun_while_the_store_is_away_is_written_when_it_is_back(
    project: Project, people: Cast, settings: Settings, tmp_path: Path
) -> None:
    finished(project, people)
    with object_store(tmp_path) as store:
        settings.STORAGES = store.storages
        client = client_of(people.lead)
        begun = client.post(url(project, "exports"), {"format": "iiw-jsonl"}, format="json").json()
        store.stop()
        job_services.run(begun["job"]["id"])
        waiting = Job.objects.get(pk=begun["job"]["id"])
        assert (waiting.state, waiting.attempts) == ("queued", 0)
        store.start()
        job_services.run(begun["job"]["id"])
        assert Job.objects.get(pk=begun["job"]["id"]).state == "succeeded"


def test_settings_alone_choose_the_store(server: ObjectStore, tmp_path: Path) -> None:
    """In a process that knows nothing but its environment."""
    script = (
        "import django; django.setup();"
        "from django.core.files.base import ContentFile;"
        "from django.core.files.storage import default_storage as files;"
        "name = files.save('settings/alone.txt', ContentFile(b'here'));"
        "print(name, files.open(name).read())"
    )
    environment = {**os.environ, **server.variables, "DATA_DIR": str(tmp_path), "DEBUG": "true"}
    environment["DJANGO_SETTINGS_MODULE"] = "annotate.config.settings"
    said = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "settings/alone.txt b'here'"
    assert "one-installation/settings/alone.txt" in server.names()


def test_without_a_bucket_no_library_of_a_store_is_loaded() -> None:
    script = (
        "import django, sys; django.setup();"
        "from django.core.files.storage import default_storage;"
        "default_storage.exists('x');"
        "print([name for name in ('boto3', 'botocore', 'storages') if name in sys.modules])"
    )
    environment = {**os.environ, "DEBUG": "true"}
    environment["DJANGO_SETTINGS_MODULE"] = "annotate.config.settings"
    said = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() == "[]"


def files_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_everything_in_a_bucket_is_copied_to_a_folder_and_back_into_another(
    store: ObjectStore, project: Project, people: Cast, settings: Settings, tmp_path: Path
) -> None:
    upload(project, people.lead, pictures.jpeg(seed=78))
    backup = tmp_path / "backup"
    call_command("copy_files", "to", backup, stdout=StringIO())
    again = StringIO()
    call_command("copy_files", "to", backup, stdout=again)
    assert again.getvalue().startswith("0 files")
    settings.STORAGES = {
        **settings.STORAGES,
        "default": {
            **settings.STORAGES["default"],
            "OPTIONS": {**settings.STORAGES["default"]["OPTIONS"], "location": "restored"},
        },
    }
    call_command("copy_files", "from", backup, stdout=StringIO())
    restored = tmp_path / "restored"
    call_command("copy_files", "to", restored, stdout=StringIO())
    assert files_below(restored) == files_below(backup)
    shown = client_of(people.lead).get(f"/api/v1/images/{Image.objects.get().pk}/content")
    assert body_of(shown).startswith(b"\xff\xd8")


def test_an_installation_moves_from_its_disk_to_a_bucket(
    server: ObjectStore, project: Project, people: Cast, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    upload(project, people.lead, pictures.jpeg(seed=79))
    settings.STORAGES = server.storages
    call_command("copy_files", "from", tmp_path / "media", stdout=StringIO())
    shown = client_of(people.lead).get(f"/api/v1/images/{Image.objects.get().pk}/content")
    assert body_of(shown).startswith(b"\xff\xd8")


def test_by_setting_browsers_load_pictures_from_the_store_for_a_minute(
    store: ObjectStore, project: Project, people: Cast, settings: Settings
) -> None:
    settings.STORAGE_SIGNED_SECONDS = 60
    upload(project, people.lead, pictures.jpeg(seed=80))
    address = f"/api/v1/images/{Image.objects.get().pk}/content"
    answer = client_of(people.lead).get(address)
    assert (answer.status_code, answer["Cache-Control"]) == (302, "private, max-age=30")
    signed = answer["Location"]
    assert signed.startswith(f"{store.url}/{BUCKET}/")
    assert "X-Amz-Expires=60" in signed
    with urlopen(signed) as shown:  # noqa: S310
        assert shown.headers["Content-Type"] == "image/jpeg"
        assert shown.read().startswith(b"\xff\xd8")
    assert client_of(people.stranger).get(address).status_code == 404


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, []),
        ({"STORAGE_BUCKET": "b"}, []),
        ({"STORAGE_SIGNED_SECONDS": "60"}, []),
        (
            {
                "STORAGE_BUCKET": "b",
                "STORAGE_SIGNED_SECONDS": "60",
                "STORAGE_ENDPOINT": "https://minio.example.org:9000/",
            },
            ["https://minio.example.org:9000"],
        ),
        (
            {
                "STORAGE_BUCKET": "b",
                "STORAGE_SIGNED_SECONDS": "60",
                "STORAGE_REGION": "eu-central-1",
            },
            ["https://b.s3.amazonaws.com", "https://b.s3.eu-central-1.amazonaws.com"],
        ),
    ],
)
def test_pages_may_load_pictures_from_the_store_only_where_it_shows_them(
    variables: dict[str, str], expected: list[str]
) -> None:
    env = Env()
    env.ENVIRON = variables
    assert object_storage.origins(env) == expected
