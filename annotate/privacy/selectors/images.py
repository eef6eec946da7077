"""What deleting an image for good removes."""

from annotate.exchange.models import Export, Release
from annotate.images.models import Image
from annotate.learning.services.snapshots import path_of
from annotate.privacy import schemas
from annotate.privacy.models import ImageErasure
from annotate.seeding.models import Snapshot
from annotate.workflow.models import Sample


def erasing(sample: Sample) -> schemas.Erasing:
    image = sample.image
    gone = ImageErasure.objects.select_related("by").filter(image=image).first()
    others = Image.objects.filter(sha256=image.sha256).exclude(pk=image.pk)
    project = sample.project_id
    exports = Export.objects.filter(project=project, with_pictures=True).exclude(file="")
    return schemas.Erasing(
        is_withdrawn=sample.state == Sample.State.WITHDRAWN,
        size_bytes=image.bytes,
        snapshots=_snapshots(sample) if gone is None else 0,
        exports=exports.count(),
        releases=Release.objects.filter(project=project).count(),
        shared=gone is None and others.exists(),
        erased=schemas.Erased.of(gone) if gone else None,
    )


def _snapshots(sample: Sample) -> int:
    name = f"images/{sample.image.sha256}.jpg"
    rows = Snapshot.objects.filter(project=sample.project_id, removed_at=None)
    return sum((path_of(row) / name).is_file() for row in rows)
