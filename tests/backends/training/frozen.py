"""Writes snapshots by hand, as the product writes them, without a database."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from annotate.backends.training import snapshots
from annotate.backends.training.snapshots import SnapshotSample


def freeze(
    folder: Path, samples: Sequence[SnapshotSample], pictures: Sequence[Image.Image] = ()
) -> Path:
    """Write samples and their pictures; pictures that are not given are grey."""
    (folder / snapshots.IMAGES).mkdir(parents=True)
    for number, sample in enumerate(samples):
        grey = Image.new("RGB", (sample.width, sample.height), "grey")
        picture = pictures[number] if number < len(pictures) else grey
        picture.save(folder / sample.image, "JPEG", quality=90)
    lines = [json.dumps(sample.as_json()).encode() + b"\n" for sample in samples]
    (folder / snapshots.SAMPLES).write_bytes(b"".join(lines))
    manifest = {
        "format": snapshots.FORMAT,
        "project": 1,
        "created_by_code": "a test",
        "samples": len(samples),
        "held_out": Counter(sample.split for sample in samples)["held_out"],
        "recipe": {"name": "iiw", "version": 1, "stages": []},
        "tasks": {},
    }
    manifest["digest"] = snapshots.digest_of(manifest, lines)
    (folder / snapshots.MANIFEST).write_text(json.dumps(manifest))
    return folder
