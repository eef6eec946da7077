"""An image that is deleted for good is nowhere any more, and past releases say so."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.backends.training import snapshots
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.whole_files import written_whole
from annotate.exchange.models import Export
from annotate.images import intake, storage, tiling
from annotate.images import services as images
from annotate.images.details import Details
from annotate.images.models import Image
from annotate.learning.services.snapshots import picture_for_training
from annotate.privacy.models import ImageErasure
from annotate.projects.models import AuditEvent, Project
from annotate.seeding.models import Snapshot
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, client_of
from tests.images.pictures import jpeg

pytestmark = pytest.mark.django_db
WIDE = jpeg(4100, 16, seed=77)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, settings: LazySettings) -> None:
    settings.MODELS_DIR = tmp_path / "models"
    settings.MEDIA_ROOT = tmp_path / "media"


def a_sample(project: Project, data: bytes = WIDE) -> Sample:
    image = images.add_image(project=project, data=data, name="street.jpg")
    [sample] = services.add_samples(project=project, image_ids=[image.pk])
    services.open_samples(project=project, samples=[sample])
    return sample


def erase(sample: Sample, people: Cast) -> Any:
    lead = client_of(people.owner)
    lead.post(f"/api/v1/samples/{sample.pk}/withdraw", {"reason": "not free"}, format="json")
    answer = lead.post(url(sample), {"reason": "their wish"}, format="json")
    for job in Job.objects.filter(name="privacy.erase_files", state=Job.State.QUEUED):
        job_services.run(job.pk)
    return answer


def url(sample: Sample) -> str:
    return f"/api/v1/samples/{sample.pk}/erasure"


def a_snapshot_of(sample: Sample, folder: Path) -> Path:
    """A frozen folder that has the picture of a sample, as trainings write it."""
    picture = picture_for_training(sample.image.sha256)
    place = folder / "models" / "frozen"
    (place / snapshots.IMAGES).mkdir(parents=True)
    copy = place / snapshots.IMAGES / picture.name
    copy.write_bytes(picture.read_bytes())
    Snapshot.objects.create(
        project=sample.project, digest="d", folder="frozen", samples=1, held_out=0
    )
    return copy


def test_no_file_with_its_pixels_is_left(people: Cast, project: Project, tmp_path: Path) -> None:
    sample = a_sample(project)
    digest = sample.image.sha256
    tiling.prepare(sample.image)
    Image.objects.filter(pk=sample.image_id).update(look=5)
    in_snapshot = a_snapshot_of(sample, tmp_path)
    in_export = default_storage.save("exports/with.zip", ContentFile(b"pixels"))
    export = Export.objects.create(
        project=project, format="webdataset", with_pictures=True, file=in_export, size_bytes=6
    )
    before = client_of(people.owner).get(url(sample)).json()
    assert (before["snapshots"], before["exports"], before["erased"]) == (1, 1, None)
    answer = erase(sample, people)
    assert answer.status_code == 200
    left = [path for path in tmp_path.rglob("*") if path.is_file() and digest in str(path)]
    assert left == []
    assert not in_snapshot.exists()
    assert not default_storage.exists(in_export)
    export.refresh_from_db()
    assert export.file_removed_at is not None
    assert export.removed_after_days is None
    image = Image.objects.get(pk=sample.image_id)
    assert (image.look, image.alike, image.metadata) == (None, None, {})
    assert image.sha256 != digest
    row = ImageErasure.objects.get()
    assert row.sha256 == ""
    assert row.finished_at is not None
    assert row.files >= 3 + 2 + 1
    assert row.size_bytes > len(WIDE)
    assert (row.by, row.reason) == (people.owner, "their wish")
    for size in ("thumb", "view", "full"):
        shown = client_of(people.owner).get(f"/api/v1/images/{image.pk}/content?size={size}")
        assert shown.status_code == 404, size
    assert AuditEvent.objects.filter(verb="image.erased", target=str(sample.pk)).exists()


def test_whoever_reads_the_snapshot_passes_the_sample_over(
    people: Cast, project: Project, tmp_path: Path
) -> None:
    sample = a_sample(project)
    copy = a_snapshot_of(sample, tmp_path)
    erase(sample, people)
    frozen = snapshots.Frozen(tmp_path / "models" / "frozen", {})
    assert frozen.erased() == {f"{snapshots.IMAGES}/{copy.name}"}


def test_only_what_was_withdrawn_is_deleted_once_and_for_good(
    people: Cast, project: Project
) -> None:
    sample, lead = a_sample(project), client_of(people.owner)
    early = lead.post(url(sample), {"reason": "their wish"}, format="json")
    assert early.json()["error"]["message_code"] == "image_not_withdrawn"
    assert lead.post(url(sample), {"reason": ""}, format="json").status_code == 422
    assert erase(sample, people).status_code == 200
    again = lead.post(url(sample), {"reason": "once more"}, format="json")
    assert again.json()["error"]["message_code"] == "image_erased_before"
    back = lead.post(f"/api/v1/samples/{sample.pk}/restore")
    assert back.json()["error"]["message_code"] == "sample_erased"
    assert client_of(people.reviewer).get(url(sample)).status_code == 403


def test_what_another_project_shows_too_stays_there(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    sample, other = a_sample(project), a_sample(new_project(name="Other"))
    digest = other.image.sha256
    assert erase(sample, people).json()["erased"]["shared"] is False
    assert ImageErasure.objects.get().shared is True
    assert storage.has(digest)
    assert (
        client_of(people.owner)
        .get(f"/api/v1/images/{other.image_id}/content?size=thumb")
        .status_code
        == 200
    )
    erase(other, people)
    assert not storage.has(digest)


def test_a_worker_that_died_between_files_is_followed_by_another(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = a_sample(project)
    digest = sample.image.sha256
    real = default_storage.delete
    killed: list[str] = []

    def dies_once(name: str) -> None:
        real(name)
        if not killed:
            killed.append(name)
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(default_storage, "delete", dies_once, raising=False)
        with pytest.raises(KeyboardInterrupt):
            erase(sample, people)
    Job.objects.filter(name="privacy.erase_files").update(state=Job.State.QUEUED)
    [job] = Job.objects.filter(name="privacy.erase_files")
    job_services.run(job.pk)
    assert ImageErasure.objects.get().finished_at is not None
    assert not storage.has(digest)
    assert storage.delete_all(digest) == (0, 0)


@pytest.mark.parametrize("place", range(4))
def test_files_that_go_while_they_are_written_are_written_again(
    monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    """The fourth is the original, which stands for all: it must not be there alone."""
    written: list[Path] = []
    facts = images.examine(WIDE)

    @contextmanager
    def then_erased(path: Path) -> Iterator[IO[bytes]]:
        with written_whole(path) as file:
            yield file
            written.append(path)
            if len(written) == place + 1:
                storage.delete_all(facts.sha256)

    monkeypatch.setattr(storage, "written_whole", then_erased)
    images.store(WIDE)
    names = ["full.jpg", "original", "thumb.jpg", "view.jpg"]
    assert sorted(path.name for path in written[0].parent.iterdir()) == names


def test_what_is_written_while_files_go_goes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    digest, real = images.store(WIDE).sha256, default_storage.delete
    late: list[str] = []

    def then_written(name: str) -> None:
        real(name)
        if len(late) < 2:
            late.append(default_storage.save(f"{name}-late", ContentFile(b"late")))

    monkeypatch.setattr(default_storage, "delete", then_written, raising=False)
    assert storage.delete_all(digest)[0] == 6
    assert storage.delete_all(digest) == (0, 0)


def test_what_goes_by_itself_while_files_go_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes a file gives it its name when it is whole."""
    digest, real = images.store(WIDE).sha256, default_storage.size
    folder = Path(default_storage.path(storage.original(digest))).parent
    (folder / ".new-1").write_bytes(b"being written")

    def then_named(name: str) -> int:
        if name.endswith(".new-1") and (folder / ".new-1").exists():
            (folder / ".new-1").rename(folder / "full.jpg")
        return real(name)

    monkeypatch.setattr(default_storage, "size", then_named, raising=False)
    storage.delete_all(digest)
    assert list(folder.iterdir()) == []


def test_tiles_that_are_cut_while_the_picture_goes_are_not_left(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, cut = a_sample(project).image, intake.cut

    def then_erased(file: IO[bytes], **size: int) -> Iterator[Any]:
        yield from cut(file, **size)
        storage.delete_all(image.sha256)

    monkeypatch.setattr(intake, "cut", then_erased)
    with pytest.raises(images.FileMissing):
        tiling.prepare(image)
    assert storage.delete_all(image.sha256) == (0, 0)


def test_the_same_picture_may_come_again_and_is_another_sample(
    people: Cast, project: Project
) -> None:
    sample = a_sample(project)
    erase(sample, people)
    with pytest.raises(images.DuplicateImage):
        images.add_image(
            project=project,
            data=WIDE,
            name="street.jpg",
            details=Details(external_id=sample.image.external_id),
        )
    again = images.add_image(project=project, data=WIDE, name="again.jpg")
    assert again.pk != sample.image_id
    assert (
        client_of(people.owner).get(f"/api/v1/images/{again.pk}/content?size=thumb").status_code
        == 200
    )
    assert (
        client_of(people.owner)
        .get(f"/api/v1/images/{sample.image_id}/content?size=thumb")
        .status_code
        == 404
    )
