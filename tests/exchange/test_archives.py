import zipfile

import pytest

from annotate.core import uploads
from annotate.exchange import services
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject
from tests.exchange.files import (
    Silent,
    counts,
    imported,
    jsonl,
    marked_encrypted,
    problems,
    start,
    with_damage,
    with_link,
    zipped,
)
from tests.images import pictures


class Progress(Silent):
    job_id = 0
    scope = ""


A, B = pictures.jpeg(seed=1), pictures.png(seed=2)


def test_every_picture_of_an_archive_becomes_a_waiting_sample(
    project: Project, people: Cast
) -> None:
    import_ = imported(project, people.lead, "photos.zip", zipped({"b/2.png": B, "a/1.jpg": A}))
    assert (import_.state, counts(import_)) == ("succeeded", (2, 0, 0))
    assert list(Image.objects.order_by("sample__id").values_list("external_id", "format")) == [
        ("a/1.jpg", "jpeg"),
        ("b/2.png", "png"),
    ]
    assert {sample.state for sample in Sample.objects.all()} == {"waiting"}
    assert Sample.objects.count() == 2


def test_what_systems_and_people_leave_beside_pictures_is_passed_over(
    project: Project, people: Cast
) -> None:
    entries = {
        "a.jpg": A,
        "__MACOSX/._a.jpg": b"resource fork",
        ".DS_Store": b"\0",
        "sub/Thumbs.db": b"\0",
        "README.txt": b"These are photos.",
        "empty/": b"",
    }
    assert counts(imported(project, people.lead, "p.zip", zipped(entries))) == (1, 0, 0)


def test_a_manifest_in_the_archive_decides(project: Project, people: Cast) -> None:
    manifest = jsonl(
        {"file": "2.png", "external_id": "two", "split": "test", "metadata": {"Title": "Two"}}
    )
    entries = {"set/1.jpg": A, "set/2.png": B, "set/manifest.jsonl": manifest}
    import_ = imported(project, people.lead, "p.zip", zipped(entries))
    assert counts(import_) == (1, 0, 0)
    image = Image.objects.get()
    assert (image.external_id, image.split) == ("two", "test")
    assert image.metadata == {"Title": "Two"}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("../../etc/cron.d/x.jpg", "unsafe_path"),
        ("/etc/passwd.jpg", "unsafe_path"),
        ("C:/windows/x.jpg", "unsafe_path"),
        ("a\\..\\..\\x.jpg", "unsafe_path"),
    ],
)
def test_a_path_out_of_the_archive_is_refused_and_the_rest_goes_in(
    project: Project, people: Cast, name: str, code: str
) -> None:
    import_ = imported(project, people.lead, "p.zip", zipped({name: A, "good.png": B}))
    assert counts(import_) == (1, 0, 1)
    ((_, field, found),) = problems(import_)
    assert (field, found) == ("file", code)
    assert Image.objects.get().name == "good.png"


def test_a_link_is_refused_and_the_rest_goes_in(project: Project, people: Cast) -> None:
    packed = with_link({"good.png": B}, "link.jpg", "/etc/passwd")
    import_ = imported(project, people.lead, "p.zip", packed)
    assert counts(import_) == (1, 0, 1)
    assert problems(import_) == [(2, "file", "link")]


def test_an_encrypted_entry_is_refused(project: Project, people: Cast) -> None:
    import_ = imported(project, people.lead, "p.zip", marked_encrypted(zipped({"a.jpg": A})))
    assert problems(import_) == [(1, "file", "encrypted")]


def test_an_unusual_compression_is_refused(project: Project, people: Cast) -> None:
    packed = zipped({"a.jpg": A}, method=zipfile.ZIP_LZMA)
    assert problems(imported(project, people.lead, "p.zip", packed)) == [
        (1, "file", "unknown_compression")
    ]


def test_a_damaged_entry_is_refused_and_the_rest_goes_in(project: Project, people: Cast) -> None:
    packed = zipped({"a.jpg": A, "b.png": B}, method=zipfile.ZIP_STORED)
    import_ = imported(project, people.lead, "p.zip", with_damage(packed, A[200:220]))
    assert counts(import_) == (1, 0, 1)
    assert problems(import_) == [(1, "file", "broken_entry")]


def test_a_damaged_manifest_fails_the_import_with_a_reason(project: Project, people: Cast) -> None:
    packed = zipped({"manifest.jsonl": jsonl({"file": "a.jpg"})}, method=zipfile.ZIP_STORED)
    import_ = imported(project, people.lead, "p.zip", with_damage(packed, b'"a.jpg"'))
    assert import_.state == "failed"
    assert import_.job is not None
    assert import_.job.error is not None
    assert import_.job.error["code"] == "bad_archive"


def test_archives_inside_archives_are_not_opened(project: Project, people: Cast) -> None:
    import_ = imported(project, people.lead, "p.zip", zipped({"inner.zip": zipped({"a.jpg": A})}))
    assert problems(import_) == [(1, "file", "not_an_image")]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("drawing.jpg", pictures.SVG, "not_an_image"),
        ("page.png", pictures.HTML, "not_an_image"),
        ("moving.gif", pictures.animation("GIF"), "animated_image"),
        ("cut.jpg", A[: len(A) // 2], "broken_image"),
        ("bomb.png", pictures.png_bomb(), "too_many_pixels"),
        ("nothing.jpg", b"", "empty_file"),
    ],
)
def test_every_kind_of_bad_picture_is_named_and_the_rest_goes_in(
    project: Project, people: Cast, name: str, data: bytes, code: str
) -> None:
    import_ = imported(project, people.lead, "p.zip", zipped({name: data, "zz.png": B}))
    assert (import_.state, counts(import_)) == ("succeeded", (1, 0, 1))
    problem = import_.problems.get()
    assert (problem.row, problem.name, problem.field, problem.code) == (1, name, "file", code)
    assert problem.message
    assert problem.remedy


def test_the_same_picture_twice_names_the_first(project: Project, people: Cast) -> None:
    import_ = imported(project, people.lead, "p.zip", zipped({"1.jpg": A, "2.jpg": A}))
    assert counts(import_) == (1, 0, 1)
    problem = import_.problems.get()
    assert (problem.row, problem.code) == (2, "duplicate_image")
    assert "1.jpg" in problem.message


def test_an_import_again_adds_only_what_is_missing(project: Project, people: Cast) -> None:
    imported(project, people.lead, "p.zip", zipped({"1.jpg": A}))
    again = imported(project, people.lead, "p.zip", zipped({"1.jpg": A, "2.png": B}))
    assert counts(again) == (1, 1, 0)
    assert Sample.objects.count() == 2


def test_the_uploaded_file_is_deleted_when_it_is_imported(project: Project, people: Cast) -> None:
    import_ = start(project, people.lead, "p.zip", zipped({"1.jpg": A}))
    kept = uploads.path_of(import_.upload)
    assert kept.exists()
    services.run_import({"import_id": import_.pk}, Progress())
    assert not kept.exists()


def test_a_dry_run_says_what_would_happen_and_changes_nothing(
    project: Project, people: Cast, new_project: NewProject
) -> None:
    imported(project, people.lead, "p.zip", zipped({"1.jpg": A}))
    entries = {"1.jpg": A, "2.png": B, "3.png": B, "4.jpg": b"broken"}
    rehearsal = imported(project, people.lead, "p.zip", zipped(entries), dry_run=True)
    assert counts(rehearsal) == (1, 1, 2)
    assert problems(rehearsal) == [(3, "file", "duplicate_image"), (4, "file", "not_an_image")]
    assert Image.objects.count() == Sample.objects.count() == 1
    real = imported(project, people.lead, "p.zip", zipped(entries))
    assert counts(real) == counts(rehearsal)
