import hashlib
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from annotate.core import errors
from annotate.images import details, intake, services, storage
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import NewProject
from tests.images import pictures


def add(project: Project, data: bytes, name: str = "a.jpg", **said: object) -> Image:
    return services.add_image(
        project=project, data=data, name=name, details=details.parse(dict(said))
    )


def test_an_image_is_stored_with_its_facts_and_files(project: Project) -> None:
    data = pictures.jpeg(3000, 1500)
    image = add(project, data, "a.jpg", split="val", metadata={"Title": " On  the bridge "})
    image.refresh_from_db()
    assert (image.width, image.height, image.format, image.bytes) == (3000, 1500, "jpeg", len(data))
    assert image.sha256 == hashlib.sha256(data).hexdigest()
    assert (image.external_id, image.split) == ("a.jpg", "val")
    assert image.metadata == {"Title": "On the bridge"}
    with storage.open_original(image.sha256) as file:
        assert file.read() == data
    for size in ("full", "view", "thumb"):
        with services.open_stored(services.facts_of(image), size) as file:
            assert file.read(3) == b"\xff\xd8\xff"


def test_the_content_says_what_a_mislabelled_file_is(project: Project) -> None:
    assert add(project, pictures.png(), "photo.jpg").format == "png"


def test_a_refused_picture_leaves_nothing(project: Project) -> None:
    data = pictures.jpeg()[:200]
    with pytest.raises(intake.ImageRejected):
        add(project, data)
    assert not Image.objects.exists()
    assert not storage.has(hashlib.sha256(data).hexdigest())


def test_the_same_picture_twice_names_the_first(project: Project) -> None:
    first = add(project, pictures.jpeg(), "first.jpg")
    with pytest.raises(services.DuplicateImage) as caught:
        add(project, pictures.jpeg(), "second.jpg")
    assert "first.jpg" in caught.value.message
    assert caught.value.details["image_id"] == first.pk
    assert Image.objects.count() == 1


def test_an_external_id_stands_for_one_picture(project: Project) -> None:
    first = add(project, pictures.jpeg(seed=1), external_id="x-1")
    with pytest.raises(services.DuplicateImage) as caught:
        add(project, pictures.jpeg(seed=2), external_id="x-1")
    assert caught.value.error_code == "external_id_taken"
    assert caught.value.details["image_id"] == first.pk


def test_two_pictures_may_have_the_same_file_name(project: Project) -> None:
    first = add(project, pictures.jpeg(seed=1), "IMG_0001.jpg")
    second = add(project, pictures.jpeg(seed=2), "IMG_0001.jpg")
    assert first.external_id == "IMG_0001.jpg"
    assert second.external_id == f"IMG_0001-{second.sha256[:12]}.jpg"
    assert second.name == "IMG_0001.jpg"


def test_projects_share_the_files_of_a_picture(new_project: NewProject) -> None:
    data = pictures.jpeg(seed=77)
    one, other = add(new_project(), data), add(new_project(), data)
    assert one.pk != other.pk
    _, files = default_storage.listdir(f"images/{one.sha256[:2]}/{one.sha256}")
    assert sorted(files) == ["full.jpg", "original", "thumb.jpg"]


def test_a_lost_copy_is_made_anew(project: Project) -> None:
    image = add(project, pictures.jpeg(seed=5))
    name = storage.copy(image.sha256, "thumb")
    with default_storage.open(name) as file:
        before = file.read()
    default_storage.delete(name)
    with services.open_stored(services.facts_of(image), "thumb") as file:
        assert file.read() == before
    assert default_storage.exists(name)


def test_a_lost_original_is_said_to_be_missing(project: Project) -> None:
    image = add(project, pictures.jpeg(seed=6))
    for name in (storage.copy(image.sha256, "full"), storage.original(image.sha256)):
        default_storage.delete(name)
    with pytest.raises(errors.NotFound) as caught:
        services.open_stored(services.facts_of(image), "full")
    assert caught.value.error_code == "file_missing"


def test_a_write_that_fails_leaves_no_half_file(project: Project, tmp_path: Path) -> None:
    folder = Path(default_storage.path("images/zz/half"))
    folder.mkdir(parents=True)
    (folder / "original").mkdir()  # a folder where the file should go: the last step fails
    with pytest.raises(OSError, match="original"):
        storage._write("images/zz/half/original", b"data")
    assert [path.name for path in folder.iterdir()] == ["original"]


@pytest.mark.parametrize(
    ("said", "path", "code"),
    [
        ({"split": "training"}, "split", "not_a_choice"),
        ({"metadata": {"Year": 1889}}, "metadata.Year", "wrong_type"),
        ({"metadata": {"": "x"}}, "metadata.", "too_short"),
        ({"metadata": {"Title": "x" * 501}}, "metadata.Title", "too_long"),
        ({"metadata": {str(n): "x" for n in range(31)}}, "metadata", "too_many"),
        ({"metadata": ["Title"]}, "metadata", "wrong_type"),
        ({"external_id": "x" * 501}, "external_id", "too_long"),
        ({"external_id": "  "}, "external_id", "too_short"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
)
def test_each_wrong_detail_is_named(said: dict[str, object], path: str, code: str) -> None:
    with pytest.raises(errors.Invalid) as caught:
        details.parse(said)
    assert [(field.path, field.code) for field in caught.value.fields] == [(path, code)]


def test_what_no_database_stores_is_dropped_from_texts() -> None:
    said = details.parse({"external_id": "a\x00b", "metadata": {"T\x00": "x\ud800y"}})
    assert said.external_id == "ab"
    assert said.metadata == {"T": "xy"}
