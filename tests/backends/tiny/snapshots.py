"""Freezes scenes as the product freezes finished samples."""

import json
from collections.abc import Sequence
from pathlib import Path

from annotate.backends.training import snapshots
from annotate.backends.training.snapshots import Split
from tests.backends.tiny import scenes

HELD_OUT_EVERY = 5


def write(folder: Path, seeds: Sequence[int], *, most: int = 2) -> Path:
    """Write a snapshot of the scenes of these seeds, every fifth held out; return its folder."""
    (folder / snapshots.IMAGES).mkdir(parents=True)
    lines, held_out = [], 0
    for number, seed in enumerate(seeds):
        split: Split = "held_out" if number % HELD_OUT_EVERY == 0 else "train"
        held_out += split == "held_out"
        sample = _sample(folder, number + 1, seed, split, most)
        lines.append(json.dumps(sample.as_json()).encode() + b"\n")
    manifest = {
        "format": snapshots.FORMAT,
        "project": "Tiny scenes",
        "samples": len(lines),
        "held_out": held_out,
    }
    manifest["digest"] = snapshots.digest_of(manifest, lines)
    (folder / snapshots.SAMPLES).write_bytes(b"".join(lines))
    (folder / snapshots.MANIFEST).write_text(json.dumps(manifest))
    return folder


def _sample(
    folder: Path, number: int, seed: int, split: Split, most: int
) -> snapshots.SnapshotSample:
    scene = scenes.draw(seed, most=most)
    name = f"{snapshots.IMAGES}/{seed}.jpg"
    scene.image.save(folder / name, "JPEG", quality=95)
    return snapshots.SnapshotSample(
        sample=number,
        image=name,
        width=scene.image.width,
        height=scene.image.height,
        split=split,
        objects=tuple(
            snapshots.SnapshotObject(
                label=thing.label, box=thing.box, description=thing.description
            )
            for thing in scene.objects
        ),
        has_objects=True,
        description=scene.description,
    )
