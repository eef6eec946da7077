"""An image that is deleted for good is nowhere any more, and past releases say so."""

from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.backends.training import snapshots
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange.models import Export
from annotate.images import services as images
from annotate.images import storage, tiling
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
