"""Take a picture that is deleted for good out of what models learned from."""

from pathlib import Path

from django.conf import settings

from annotate.backends.training import snapshots as files
from annotate.learning.services.snapshots import path_of
from annotate.seeding.models import Snapshot


def forget_picture(sha256: str, *, everywhere: bool, project_id: int) -> tuple[int, int]:
    """Delete the copies of a picture that trainings use; return how many, and their bytes.

    Args:
        everywhere: also the copy that projects share, and in snapshots of all projects.
    """
    snapshots = Snapshot.objects.order_by("pk")
    if not everywhere:
        snapshots = snapshots.filter(project=project_id)
    count = size = 0
    for snapshot in snapshots.iterator():
        folder = path_of(snapshot)
        name = f"{files.IMAGES}/{sha256}.jpg"
        found = folder / name
        if found.is_file():
            _note(folder, name)
            size += _unlink(found)
            count += 1
    shared = Path(settings.MODELS_DIR) / "pictures" / sha256[:2] / f"{sha256}.jpg"
    if everywhere and shared.is_file():
        size += _unlink(shared)
        count += 1
    return count, size


def _note(folder: Path, name: str) -> None:
    """Before the file goes: whoever reads the snapshot in between passes it over."""
    known = files.Frozen(folder, {}).erased()
    if name not in known:
        with (folder / files.ERASED).open("a", encoding="utf-8") as file:
            file.write(f"{name}\n")


def _unlink(path: Path) -> int:
    size = path.stat().st_size
    path.unlink()
    return size
