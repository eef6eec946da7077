"""Data of people, deletions and rules of retention, for the table of permissions."""

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from annotate.core import clock
from annotate.people.models import User
from annotate.privacy.models import DataFile, Deletion
from tests.architecture.matrix_audiences import Bodies

BODIES: Bodies = {
    ("post", "me/deletion"): {"password": "correct-horse-battery"},
    ("post", "samples/{sample}/erasure"): {"reason": "not free"},
    ("put", "admin/retention/rules/{rule}"): {"days": 90},
}


def put_in(annotator: User) -> dict[str, int | str]:
    """Write a file of the annotator's data, and have somebody else deleted."""
    name = default_storage.save("data-files/matrix.zip", ContentFile(b"PK"))
    file = DataFile.objects.create(
        user=annotator, asked_by=annotator, file=name, size_bytes=2, finished_at=clock.now()
    )
    gone, _ = User.objects.get_or_create(username="deleted-1234", is_active=False)
    done = Deletion.objects.create(user=gone, ordered_by=annotator, state=Deletion.State.DONE)
    return {"data_file": file.pk, "deletion": done.pk, "rule": "exports"}
