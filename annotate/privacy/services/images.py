"""Delete an image for good: its files everywhere; the sample stays as a tombstone.

The row is changed first, in one transaction with what is still to go; a job deletes the files after
it, and goes on where a worker died. Content lies once for all projects: where another one has the
same picture its files stay, and the report says so.
"""

from typing import Any

from django.db import transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.exchange import services as exchange
from annotate.exchange.models import Export
from annotate.images import contents, storage
from annotate.images import services as images
from annotate.images.models import Image
from annotate.learning.services.erasing import forget_picture
from annotate.messages import Message
from annotate.people.models import User
from annotate.privacy.models import ImageErasure
from annotate.projects.services import audit
from annotate.workflow.models import Sample

JOB = "privacy.erase_files"


def erase(*, sample: Sample, actor: User | None, reason: str) -> ImageErasure:
    """Delete the image of a withdrawn sample for good.

    Args:
        actor: None for a rule of retention.

    Raises:
        Conflict: the sample is not withdrawn, or this was done before.
    """
    at = clock.now()
    with transaction.atomic():
        sample = Sample.objects.select_for_update(no_key=True).get(pk=sample.pk)
        if sample.state != Sample.State.WITHDRAWN:
            raise errors.Conflict(Message("image_not_withdrawn"))
        image = sample.image
        digest = images.erase(image=image, at=at)
        row = ImageErasure.objects.create(
            image=image, by=actor, reason=reason, at=at, sha256=digest
        )
        audit(
            project=sample.project,
            actor=actor,
            verb="image.erased",
            target=str(sample.pk),
            reason=reason,
        )
        job_services.start(
            name=JOB,
            scope=sample.project.scope,
            payload={"erasure": row.pk},
            by=actor.pk if actor else None,
        )
    return row


@jobs.handler(JOB)
def erase_files(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Delete the files of an image; safe to run twice, and to be killed."""
    row = ImageErasure.objects.select_related("image").get(pk=payload["erasure"])
    if row.finished_at is None:
        project_id = row.image.project_id
        shared, stored = _files(row.sha256)
        progress.renew()
        learned = forget_picture(row.sha256, everywhere=not shared, project_id=project_id)
        given = _exports(project_id)
        counted = [learned, stored, given]
        row.files += sum(count for count, _ in counted)
        row.size_bytes += sum(size for _, size in counted)
        row.shared, row.sha256, row.finished_at = shared, "", clock.now()
        row.save()
    return {"files": row.files, "size_bytes": row.size_bytes}


def _files(digest: str) -> tuple[bool, tuple[int, int]]:
    """Delete the files of a content that no image refers to; say whether one does, and what went.

    Nobody adds the same picture in between: whoever waits for that finds the files gone.
    """
    with transaction.atomic():
        contents.hold(digest)
        if Image.objects.filter(sha256=digest).exists():
            return True, (0, 0)
        return False, storage.delete_all(digest)


def _exports(project_id: int) -> tuple[int, int]:
    """Delete the files of exports that hold pictures; they can be written anew."""
    count = size = 0
    with_pictures = Export.objects.filter(project=project_id, with_pictures=True)
    for export in with_pictures.exclude(file=""):
        if exchange.remove_file(export=export):
            size += export.size_bytes
            count += 1
    return count, size
