"""Tar archives come in as zip archives do, with the same bounds and the same account."""

import gzip
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from annotate.core import errors
from annotate.exchange.imports import running
from annotate.exchange.models import Import
from annotate.images import tar_members
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, client_of
from tests.exchange.files import counts, from_path, imported, jsonl, problems, start
from tests.exchange.listed import A, B, coco, dog, seeds
from tests.exchange.tars import Content, special, tarred, with_long_header, with_size

pytestmark = pytest.mark.django_db

PACKED = [pytest.param(False, id="plain"), pytest.param(True, id="gzip")]


@pytest.mark.parametrize("pack", PACKED)
def test_every_member_is_a_row_or_named(project: Project, people: Cast, pack: bool) -> None:
    entries: list[tuple[str, Content]] = [
        ("b/2.png", B),
        ("./a/1.jpg", A),
        ("a", special(tarfile.DIRTYPE)),
        ("README.txt", b"These are photos."),
        ("a/._1.jpg", b"resource fork"),
        ("page.jpg", b"<html>"),
        ("link.jpg", special(tarfile.SYMTYPE, "/etc/passwd")),
        ("same.jpg", special(tarfile.LNKTYPE, "b/2.png")),
        ("null.jpg", special(tarfile.CHRTYPE)),
        ("../out.jpg", A),
        ("/etc/x.jpg", A),
    ]
    import_ = imported(project, people.lead, "photos.tar", tarred(entries, pack=pack))
    assert (import_.state, import_.format, counts(import_)) == ("succeeded", "tar", (2, 0, 6))
    assert {row["name"]: row["code"] for row in import_.unused} == {
        "README.txt": "unused_note",
        "a/._1.jpg": "unused_system_file",
    }
    assert {(name, code) for _, name, code in named_problems(import_)} == {
        ("page.jpg", "not_an_image"),
        ("link.jpg", "link"),
        ("same.jpg", "link"),
        ("null.jpg", "link"),
        ("../out.jpg", "unsafe_path"),
        ("/etc/x.jpg", "unsafe_path"),
    }
    assert set(Image.objects.values_list("external_id", flat=True)) == {"a/1.jpg", "b/2.png"}
    again = imported(project, people.lead, "photos.tar", tarred(entries, pack=pack))
    assert counts(again) == (0, 2, 6)


def named_problems(import_: Import) -> list[tuple[int, str, str]]:
    return list(import_.problems.values_list("row", "name", "code"))


@pytest.mark.parametrize("pack", PACKED)
def test_lists_in_it_are_read(project: Project, people: Cast, pack: bool) -> None:
    images = [{"id": 1, "file_name": "a.jpg", "width": 96, "height": 64}]
    listed = coco(images, [dog(1, [4, 8, 40, 20])])
    packed = tarred([("coco.json", listed), ("images/a.jpg", A), ("images/b.jpg", B)], pack=pack)
    import_ = imported(project, people.lead, "set.tgz", packed)
    assert counts(import_) == (1, 0, 0)
    assert [row["name"] for row in import_.unused] == ["images/b.jpg"]
    assert len(seeds(project, "objects")["images/a.jpg"]["objects"]) == 1


def test_a_manifest_and_parquet_in_it_are_read_where_they_are(
    project: Project, people: Cast
) -> None:
    import io

    import pyarrow as pa
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(pa.table({"file_name": ["a.jpg"], "text": ["A dog."]}), out)
    packed = tarred([("a.jpg", A), ("list.parquet", out.getvalue())])
    assert counts(imported(project, people.lead, "p.tar", packed)) == (1, 0, 0)
    assert seeds(project, "description")["a.jpg"] == {"text": "A dog."}
    rows = jsonl({"file": "b.png", "external_id": "two"})
    packed = tarred([("set/manifest.jsonl", rows), ("set/b.png", B)])
    assert counts(imported(project, people.lead, "p.tar", packed)) == (1, 0, 0)
    assert Image.objects.filter(external_id="two").exists()


def test_the_api_and_the_command_take_it_too(
    project: Project, people: Cast, tmp_path: Path, capsys: Any
) -> None:
    path = tmp_path / "photos.tar.gz"
    path.write_bytes(tarred([("a.jpg", A)], pack=True))
    with path.open("rb") as file:
        sent = client_of(people.lead).post(
            f"/api/v1/projects/{project.pk}/imports", {"file": file, "dry_run": "true"}
        )
    assert (sent.status_code, sent.json()["format"]) == (201, "tar")
    call_command("import_images", str(project.pk), str(path))
    assert "1 added" in capsys.readouterr().out
    assert counts(from_path(project, path)) == (0, 1, 0)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("pack", PACKED)
def test_a_killed_import_goes_on_behind_its_last_chunk(
    project: Project, people: Cast, pack: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    from annotate.core import clock
    from annotate.core.jobs import services as job_services
    from annotate.core.jobs.models import Job
    from tests.images import pictures

    monkeypatch.setattr(running, "CHUNK", 2)
    entries = [(f"{number}.jpg", pictures.jpeg(seed=number)) for number in range(6)]
    import_ = start(project, people.lead, "p.tar", tarred(entries, pack=pack))
    assert import_.job is not None
    genuine = running._Writer.take
    taken = 0

    def take(self: Any, chunk: Any) -> None:
        nonlocal taken
        genuine(self, chunk)
        taken += 1
        if taken in (1, 2):
            raise Killed

    monkeypatch.setattr(running._Writer, "take", take)
    for _ in range(2):
        with pytest.raises(Killed):
            job_services.run(import_.job.pk)
        Job.objects.filter(pk=import_.job.pk).update(lease_expires_at=clock.now())
    job_services.run(import_.job.pk)
    import_.refresh_from_db()
    assert (counts(import_), taken) == ((6, 0, 0), 3)
    assert Image.objects.count() == Sample.objects.count() == 6


def reason_of(import_: Import) -> str:
    assert import_.state == "failed"
    assert import_.job is not None
    assert import_.job.error is not None
    return str(import_.job.error["message_code"])


GOOD = tarred([("a.jpg", A), ("b.png", B)])


@pytest.mark.parametrize(
    ("archive", "reason"),
    [
        pytest.param(GOOD[: len(A) + 700], "bad_tar", id="cut off in a member"),
        pytest.param(GOOD[: 512 + len(A) + -len(A) % 512], "bad_tar", id="without an end"),
        pytest.param(GOOD[:-9000].rstrip(b"\0") + b"?" * 3000, "bad_tar", id="rubbish behind"),
        pytest.param(gzip.compress(GOOD)[:-200], "bad_tar", id="packed and cut off"),
        pytest.param(gzip.compress(GOOD)[:-8] + bytes(8), "bad_tar", id="another checksum"),
        pytest.param(tarred([("a.jpg", A), ("./a.jpg", B)]), "tar_name_twice", id="a name twice"),
        pytest.param(with_long_header(2 << 20), "bad_tar", id="attributes that fill the memory"),
        pytest.param(
            with_long_header(2 << 20, type_=tarfile.GNUTYPE_LONGNAME),
            "bad_tar",
            id="a name that fills the memory",
        ),
        pytest.param(
            with_size(GOOD, b"\xff" * 10 + b"\xfc\x00"), "bad_tar", id="a size below nothing"
        ),
        pytest.param(
            with_size(GOOD, b"\x80" + b"\x7f" * 11), "bad_tar", id="a size beyond all files"
        ),
    ],
)
def test_an_archive_that_is_not_whole_fails_with_a_reason(
    project: Project, people: Cast, archive: bytes, reason: str
) -> None:
    assert reason_of(imported(project, people.lead, "p.tar", archive)) == reason
    assert not Image.objects.exists()


def test_what_unpacks_to_more_than_may_be_sent_is_refused_before_it_is_there(
    project: Project, people: Cast, settings: Any
) -> None:
    bomb = tarred([("zeros.bmp", bytes(3_000_000))], pack=True)
    settings.IMPORT_MAX_BYTES = 2_000_000
    import_ = imported(project, people.lead, "p.tgz", bomb)
    assert reason_of(import_) == "tar_too_large"


def test_too_many_members_are_refused(
    project: Project, people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tar_members, "MAX_ENTRIES", 2)
    assert counts(imported(project, people.lead, "p.tar", GOOD)) == (2, 0, 0)
    three = tarred([("a.jpg", A), ("b.png", B), ("c.txt", b"")])
    assert reason_of(imported(project, people.lead, "p.tar", three)) == "too_many_members"


def test_a_member_over_the_limit_is_refused_unread(
    project: Project, people: Cast, settings: Any
) -> None:
    settings.IMAGE_MAX_BYTES = 10_000
    packed = tarred([("a.bmp", bytes(10_001)), ("b.png", B)])
    import_ = imported(project, people.lead, "p.tar", packed)
    assert problems(import_) == [(1, "file", "file_too_large")]


def test_a_file_with_holes_is_refused(project: Project, people: Cast) -> None:
    holes = tarfile.TarInfo("holes.jpg")
    holes.type = tarfile.GNUTYPE_SPARSE
    packed = holes.tobuf(tarfile.GNU_FORMAT) + tarred([("b.png", B)])
    import_ = imported(project, people.lead, "p.tar", packed)
    assert (counts(import_), problems(import_)) == ((1, 0, 1), [(2, "file", "link")])


def test_what_only_looks_packed_is_neither_archive_nor_list(project: Project, people: Cast) -> None:
    for data in (gzip.compress(b"no archive"), b"\x1f\x8b and more"):
        with pytest.raises(errors.Invalid) as caught:
            start(project, people.lead, "p.tgz", data)
        assert caught.value.fields[0].code == "unknown_format"


def test_an_image_folder_in_it_is_read(project: Project, people: Cast) -> None:
    table = json.dumps({"file_name": "x/a.jpg", "text": "A dog."}).encode()
    packed = tarred([("train/metadata.jsonl", table), ("train/x/a.jpg", A)])
    import_ = imported(project, people.lead, "p.tar", packed)
    assert (counts(import_), import_.understood["format"]) == ((1, 0, 0), "image-folder")
