"""Frozen data as trainers read it: a folder that nothing changes any more. Plain Python.

    manifest.json    what it is: format, recipe, counts, digest
    samples.jsonl    one line per finished sample
    images/          upright RGB JPEGs, the longer side 1,024 pixels at most

docs/reference/finetuning.md names every key. `annotate.learning.services.snapshots` writes them.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from annotate.analysis.geometry import Box

FORMAT = "annotate-snapshot/1"
MANIFEST, SAMPLES, IMAGES = "manifest.json", "samples.jsonl", "images"
# Beside the samples, and not in the digest: which pictures were deleted for good, a line each.
ERASED = "erased.txt"
# What does not change what a model learns: the same data is the same snapshot after an update.
NOT_IN_DIGEST = frozenset({"created_by_code", "digest"})

Split = Literal["train", "held_out"]


class SnapshotError(ValueError):
    """A folder is no snapshot, or not one that this version reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotObject:
    """One object as people left it; its box is in pixels of the picture in the snapshot."""

    label: str
    box: Box
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotSample:
    """One finished sample.

    Attributes:
        image: where its picture lies, from the folder of the snapshot.
        objects: the final objects, most salient first; see `has_objects`.
        has_objects: whether people marked objects at all: none may be there, or nobody was asked.
        description: the final description, None where there is none.
        earlier: what the description was after each round before the last, oldest first.
    """

    sample: int
    image: str
    width: int
    height: int
    split: Split
    hints: Mapping[str, str] = field(default_factory=dict)
    objects: tuple[SnapshotObject, ...] = ()
    has_objects: bool = False
    description: str | None = None
    earlier: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The line of `samples.jsonl`; `parse` reads it."""
        return {
            "sample": self.sample,
            "image": self.image,
            "width": self.width,
            "height": self.height,
            "split": self.split,
            "hints": dict(self.hints),
            "has_objects": self.has_objects,
            "objects": [
                {
                    "label": item.label,
                    "box": item.box.model_dump(),
                    "description": item.description,
                }
                for item in self.objects
            ],
            "description": self.description,
            "first_description": self.earlier[0] if self.earlier else self.description,
            "earlier_descriptions": list(self.earlier),
        }


def parse(row: Mapping[str, Any]) -> SnapshotSample:
    return SnapshotSample(
        sample=row["sample"],
        image=row["image"],
        width=row["width"],
        height=row["height"],
        split=row["split"],
        hints=row["hints"],
        has_objects=row["has_objects"],
        objects=tuple(
            SnapshotObject(
                label=item["label"],
                box=Box.model_validate(item["box"]),
                description=item["description"],
            )
            for item in row["objects"]
        ),
        description=row["description"],
        earlier=tuple(row["earlier_descriptions"]),
    )


@dataclass(frozen=True)
class Frozen:
    """An opened snapshot. Samples are read as they are asked for, however many there are."""

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return str(self.manifest["digest"])

    def samples(self, split: Split | None = None) -> Iterator[SnapshotSample]:
        """Yield the samples in order of their ids: all, or those of one split.

        Those whose image was deleted for good since are passed over.
        """
        erased = self.erased()
        with (self.folder / SAMPLES).open(encoding="utf-8") as file:
            for line in file:
                sample = parse(json.loads(line))
                if sample.image not in erased and (split is None or sample.split == split):
                    yield sample

    def erased(self) -> frozenset[str]:
        """Where the pictures lay that were deleted for good after the snapshot was written."""
        try:
            return frozenset((self.folder / ERASED).read_text(encoding="utf-8").splitlines())
        except FileNotFoundError:
            return frozenset()

    def count(self, split: Split | None = None) -> int:
        total, held_out = int(self.manifest["samples"]), int(self.manifest["held_out"])
        return {None: total, "held_out": held_out, "train": total - held_out}[split]

    def picture(self, sample: SnapshotSample) -> Path:
        return self.folder / sample.image


def read(folder: Path) -> Frozen:
    """Open a snapshot.

    Raises:
        SnapshotError: there is none, or it was written in a format of another version.
    """
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise SnapshotError(f"{folder} is no snapshot: {fault}") from None
    its_format = manifest.get("format") if isinstance(manifest, dict) else None
    if its_format != FORMAT:
        raise SnapshotError(f"{folder} has the format {its_format!r}; {FORMAT!r} can be read.")
    return Frozen(folder, manifest)


def digest_of(manifest: Mapping[str, Any], lines: Iterable[bytes]) -> str:
    """The SHA-256 of a snapshot: of its manifest and of every line of its samples.

    Pictures are in it by their names, which are the digests of the originals.
    """
    known = {key: value for key, value in manifest.items() if key not in NOT_IN_DIGEST}
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line)
    digest.update(json.dumps(known, sort_keys=True, ensure_ascii=False).encode())
    return digest.hexdigest()


def is_unchanged(frozen: Frozen) -> bool:
    """Whether manifest and samples are as they were written, and every picture is there."""
    with (frozen.folder / SAMPLES).open("rb") as file:
        if digest_of(frozen.manifest, file) != frozen.digest:
            return False
    return all(frozen.picture(sample).is_file() for sample in frozen.samples())
