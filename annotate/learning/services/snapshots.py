"""Write what people made of finished samples into a folder that nothing changes any more.

    MODELS_DIR/pictures/ab/ab12….jpg                made once per picture, shared by all snapshots
    MODELS_DIR/project-3/snapshots/<digest>/        one snapshot; its pictures are links to those

A snapshot is written beside its place and renamed: where the folder is, all of it is.
"""

import json
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from PIL import Image as Pixels

from annotate import __version__
from annotate.analysis import geometry
from annotate.backends.training import finetuning, images, snapshots
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample, Split
from annotate.core import errors, logs
from annotate.images import storage
from annotate.learning.selectors.finished import (
    Finished,
    HeldOut,
    as_line,
    finished,
    finished_samples,
    recipe_facts,
)
from annotate.projects.models import Project
from annotate.seeding.models import Connection, Snapshot

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
    for number, row in enumerate(finished(project), start=1):
        try:
            picture = picture_for_training(row.image.sha256)
        except FileNotFoundError:
            counts["without_picture"] += 1
            continue
        _link(picture, folder / snapshots.IMAGES / picture.name)
        yield _sample(row, picture, held_out.split_of(row.sample_id, row.image))
        if number % _EVERY == 0:
            report(number, max(total, number))


def picture_for_training(sha256: str) -> Path:
    """The copy of a picture that models learn from, made where it is not there yet."""
    place = Path(settings.MODELS_DIR) / "pictures" / sha256[:2] / f"{sha256}.jpg"
    if place.exists():
        return place
    with storage.open_original(sha256) as file:
        content = images.for_training(file)
    place.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    with os.fdopen(handle, "wb") as out:
        out.write(content)
    os.chmod(temporary, 0o600)
    os.replace(temporary, place)
    return place


def _link(picture: Path, place: Path) -> None:
    if place.exists():  # two samples may show the same picture
        return
    try:
        os.link(picture, place)
    except OSError:  # another disk, or one without links
        shutil.copyfile(picture, place)


def _sample(row: Finished, picture: Path, split: Split) -> SnapshotSample:
    with Pixels.open(picture) as opened:
        width, height = opened.size
    across, down = width / row.image.width, height / row.image.height
    return SnapshotSample(
        sample=row.sample_id,
        image=f"{snapshots.IMAGES}/{picture.name}",
        width=width,
        height=height,
        split=split,
        hints={str(key): str(value) for key, value in row.image.metadata.items()},
        has_objects=row.objects is not None,
        objects=tuple(_object(raw, across, down, width, height) for raw in row.objects or ()),
        description=row.descriptions[-1] if row.descriptions else None,
        earlier=tuple(row.descriptions[:-1]),
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


log = logs.get(__name__)


class NothingToLearn(errors.Conflict):
    code = "nothing_to_learn"


def write(
    *,
    project: Project,
    connection: Connection | None = None,
    held_out_share: float = 0.1,
    report: Report = lambda done, total: None,
) -> Snapshot:
    """Freeze the finished samples of a project; the same data is found again.

    Args:
        connection: for whom it is written; it changes nothing but the log.
        held_out_share: the share (0-1) of samples, where images have no split, to measure on.

    Raises:
        NothingToLearn: there is no finished sample with an answer that stands.
    """
    home = folder_of(project)
    home.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(dir=home, prefix=".new-"))
    try:
        manifest, facts = _fill(new, project, HeldOut(project, held_out_share), report)
        place = home / manifest["digest"]
        _put(new, place)
    finally:
        shutil.rmtree(new, ignore_errors=True)
    snapshot, is_new = Snapshot.objects.get_or_create(
        project=project,
        digest=manifest["digest"],
        defaults={
            "folder": str(place.relative_to(settings.MODELS_DIR)),
            "samples": manifest["samples"],
            "held_out": manifest["held_out"],
            "facts": facts,
        },
    )
    if snapshot.removed_at is not None:
        snapshot.removed_at = None
        snapshot.save(update_fields=["removed_at"])
    log.info(
        "Snapshot written" if is_new else "Snapshot found again",
        project=project.pk,
        digest=snapshot.digest,
        samples=snapshot.samples,
        connection=connection.name if connection else "",
    )
    return snapshot


def folder_of(project: Project) -> Path:
    return Path(settings.MODELS_DIR) / f"project-{project.pk}" / "snapshots"


def path_of(snapshot: Snapshot) -> Path:
    return Path(settings.MODELS_DIR) / snapshot.folder


def _put(new: Path, place: Path) -> None:
    """Give a complete folder its name; where one of that name is, it holds the same."""
    new.chmod(0o700)
    try:
        new.rename(place)
    except OSError:
        if not place.is_dir():
            raise


def _fill(
    folder: Path, project: Project, held_out: HeldOut, report: Report
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write the samples, their pictures and the manifest; return it, and the facts to keep."""
    (folder / snapshots.IMAGES).mkdir()
    counts: Counter[str] = Counter()
    tasks: Counter[str] = Counter(dict.fromkeys(finetuning.TASKS, 0))
    with (folder / snapshots.SAMPLES).open("wb") as file:
        for sample in with_pictures(folder, project, held_out, counts, report):
            file.write(as_line(sample.as_json()))
            counts.update(["samples", sample.split])
            counts["objects"] += len(sample.objects)
            counts["descriptions"] += sample.description is not None
            tasks.update(example.task for example in finetuning.examples(sample, seed=project.seed))
    if not counts["samples"]:
        raise NothingToLearn
    manifest: dict[str, Any] = {
        "format": snapshots.FORMAT,
        "project": project.pk,
        "created_by_code": f"annotate {__version__}",
        "samples": counts["samples"],
        "held_out": counts["held_out"],
        "recipe": recipe_facts(project),
        "tasks": dict(tasks),
    }
    with (folder / snapshots.SAMPLES).open("rb") as lines:
        manifest["digest"] = snapshots.digest_of(manifest, lines)
    text = json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False)
    (folder / snapshots.MANIFEST).write_text(text + "\n", encoding="utf-8")
    facts = {
        "tasks": dict(tasks),
        "objects": counts["objects"],
        "descriptions": counts["descriptions"],
        # Their files are gone from the storage: nothing can be learned from them.
        "without_picture": counts["without_picture"],
    }
    return manifest, facts
