"""Finished samples with their pictures, as they are frozen: upright, small, boxes to match."""

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from PIL import Image as Pixels

from annotate.analysis import geometry
from annotate.backends.training import images, snapshots
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample, Split
from annotate.images import storage
from annotate.learning.selectors.finished import Finished, HeldOut, finished, finished_samples
from annotate.projects.models import Project

# Called after every few samples with how many are done of how many; may raise to stop.
Report = Callable[[int, int], None]
_EVERY = 20  # samples


def with_pictures(
    folder: Path, project: Project, held_out: HeldOut, counts: Counter[str], report: Report
) -> Iterator[SnapshotSample]:
    """Yield the finished samples of a project once their pictures are in `folder`.

    Samples whose files are gone are counted as `without_picture` and left out.
    """
    total = finished_samples(project).count()
    for number, each in enumerate(finished(project), start=1):
        try:
            picture = picture_for_training(each.image.sha256)
        except FileNotFoundError:
            counts["without_picture"] += 1
            continue
        _link(picture, folder / snapshots.IMAGES / picture.name)
        yield _sample(each, picture, held_out.split_of(each.sample_id, each.image))
        if number % _EVERY == 0:
            report(number, max(total, number))


def picture_for_training(sha256: str) -> Path:
    """Return the copy of a picture that models learn from, made where it is not there yet."""
    place = Path(settings.MODELS_DIR) / "pictures" / sha256[:2] / f"{sha256}.jpg"
    if place.exists():
        return place
    with storage.open_original(sha256) as file:
        content = images.for_training(file)
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as out:
        out.write(content)
    os.chmod(temporary, 0o644)
    os.replace(temporary, place)
    return place


def _link(picture: Path, place: Path) -> None:
    if place.exists():  # two samples may show the same picture
        return
    try:
        os.link(picture, place)
    except OSError:  # another disk, or one without links
        shutil.copyfile(picture, place)


def _sample(each: Finished, picture: Path, split: Split) -> SnapshotSample:
    with Pixels.open(picture) as opened:
        width, height = opened.size
    across, down = width / each.image.width, height / each.image.height
    return SnapshotSample(
        sample=each.sample_id,
        image=f"{snapshots.IMAGES}/{picture.name}",
        width=width,
        height=height,
        split=split,
        hints={str(key): str(value) for key, value in each.image.metadata.items()},
        has_objects=each.objects is not None,
        objects=tuple(_object(raw, across, down, width, height) for raw in each.objects or ()),
        description=each.descriptions[-1] if each.descriptions else None,
        earlier=tuple(each.descriptions[:-1]),
    )


def _object(
    raw: dict[str, Any], across: float, down: float, width: int, height: int
) -> SnapshotObject:
    box = raw["box"]
    scaled = geometry.from_corners(
        box["x"] * across,
        box["y"] * down,
        (box["x"] + box["width"]) * across,
        (box["y"] + box["height"]) * down,
    )
    return SnapshotObject(
        label=raw["label"],
        box=geometry.clamp(scaled, width=width, height=height),
        description=raw["description"],
    )
