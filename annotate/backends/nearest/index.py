"""The weights of a version: vectors and words, in files that hold no code.

index.json    format, counts, the learned weights, the digests of the two others
vectors.npz   numpy arrays, read without pickle
words.json    labels and descriptions
"""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotate.backends.base import BackendError
from annotate.backends.nearest import features
from annotate.backends.nearest.features import Vector, Vectors
from annotate.backends.nearest.metric import Weights, scaled
from annotate.messages import Message

FORMAT = "annotate-nearest/1"
HEAD, VECTORS, WORDS = "index.json", "vectors.npz", "words.json"
_PARTS = ("objects", "images")


@dataclass
class Items:
    """Things that were seen: of each, its vector, its sample, its label and its description.

    A label of "" marks a region in which people saw no object.
    """

    vectors: Vectors
    samples: NDArray[np.int64]
    labels: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @classmethod
    def none(cls) -> "Items":
        return cls(np.zeros((0, features.LENGTH), np.float32), np.zeros(0, np.int64))

    def __len__(self) -> int:
        return len(self.labels)

    def chosen(self, places: Sequence[int]) -> "Items":
        return Items(
            self.vectors[list(places)],
            self.samples[list(places)],
            [self.labels[place] for place in places],
            [self.texts[place] for place in places],
        )

    @classmethod
    def joined(cls, parts: Sequence["Items"]) -> "Items":
        parts = [cls.none(), *parts]
        return cls(
            np.concatenate([part.vectors for part in parts]),
            np.concatenate([part.samples for part in parts]),
            [label for part in parts for label in part.labels],
            [text for part in parts for text in part.texts],
        )


@dataclass(frozen=True)
class Neighbour:
    """An item and how far it is; 0 is the same."""

    place: int
    distance: float


class Searched:
    """Items that can be asked for the nearest, under one set of weights."""

    def __init__(self, items: Items, weights: Weights) -> None:
        self.items = items
        self._weights = weights
        self._vectors = scaled(items.vectors, weights)
        self._lengths = (self._vectors**2).sum(axis=1)

    def nearest(
        self, vector: Vector, *, most: int, among: NDArray[np.bool_] | None = None
    ) -> list[Neighbour]:
        """The nearest items, nearest first.

        All are looked at: ten thousand take a few milliseconds, and in 600 dimensions a tree would
        look at nearly all of them as well.
        """
        asked = scaled(vector[None, :], self._weights)[0]
        squared = self._lengths - 2 * (self._vectors @ asked) + float(asked @ asked)
        if among is not None:
            squared = np.where(among, squared, np.inf)
        count = min(most, len(squared))
        if count == 0:
            return []
        places = np.argpartition(squared, count - 1)[:count]
        places = places[np.argsort(squared[places], kind="stable")]
        return [
            Neighbour(int(place), float(np.sqrt(max(squared[place], 0.0))))
            for place in places
            if np.isfinite(squared[place])
        ]


@dataclass
class Index:
    objects: Items
    images: Items
    # By what they are for: labels of objects, descriptions of objects, descriptions of images.
    weights: dict[str, Weights]
    # Beyond this distance an object is like nothing that was seen.
    reach: float
    # The samples in which regions that people did not mark were looked for as well.
    searched: frozenset[int] = frozenset()
    sha256: str = ""

    def __post_init__(self) -> None:
        described = [bool(text) for text in self.objects.texts]
        folded = [label.casefold() for label in self.objects.labels]
        self._codes = {label: code for code, label in enumerate(dict.fromkeys(folded))}
        self._labelled = np.array([self._codes[label] for label in folded], dtype=np.int64)
        self.labelling = Searched(self.objects, self.weights["labels"])
        self.describing = Searched(self.objects, self.weights["objects"])
        self.viewing = Searched(self.images, self.weights["images"])
        self.described = np.array(described, dtype=bool)
        self.named = self._labelled != self._codes.get("", -1)
        # Where only objects are known, everything would look like one.
        self.both_known = np.isin(self.objects.samples, sorted(self.searched))

    def described_as(self, label: str) -> NDArray[np.bool_]:
        """Which objects have this label, capitals aside, and a description."""
        same: NDArray[np.bool_] = self._labelled == self._codes.get(label.casefold(), -1)
        same &= self.described
        return same

    def save(self, folder: Path) -> None:
        """Write the three files; the head is written last."""
        arrays: dict[str, Any] = {}
        words: dict[str, Any] = {}
        for name in _PARTS:
            items: Items = getattr(self, name)
            # Half precision: neighbours are the same, and an index takes half the room.
            arrays[f"{name}_vectors"] = items.vectors.astype(np.float16)
            arrays[f"{name}_samples"] = items.samples
            words[name] = {"labels": items.labels, "texts": items.texts}
        arrays["searched"] = np.array(sorted(self.searched), np.int64)
        with (folder / VECTORS).open("wb") as file:
            np.savez(file, **arrays)
        text = json.dumps(words, ensure_ascii=False, sort_keys=True)
        (folder / WORDS).write_text(text, encoding="utf-8")
        head = {
            "format": FORMAT,
            "features": features.VERSION,
            "objects": len(self.objects),
            "images": len(self.images),
            "weights": self.weights,
            "reach": self.reach,
            "sha256": {name: _digest(folder / name) for name in (VECTORS, WORDS)},
        }
        new = folder / f".{HEAD}"
        new.write_text(json.dumps(head, indent=1, sort_keys=True), encoding="utf-8")
        os.replace(new, folder / HEAD)


def load(folder: Path) -> Index:
    """The index of a folder, kept in memory for the next who asks.

    Raises:
        BackendError: there is none, it was changed, or its vectors were measured otherwise.
    """
    try:
        changed = (folder / HEAD).stat().st_mtime_ns
    except OSError:
        raise BackendError(Message("index_missing", folder=folder.name)) from None
    return _loaded(folder, changed)


@lru_cache(maxsize=2)
def _loaded(folder: Path, changed: int) -> Index:
    try:
        raw = (folder / HEAD).read_bytes()
        head = json.loads(raw)
        if (head["format"], head["features"]) != (FORMAT, features.VERSION):
            raise BackendError(Message("index_of_another_version"))
        for name, expected in head["sha256"].items():
            if name not in (VECTORS, WORDS) or _digest(folder / name) != expected:
                raise BackendError(Message("index_changed"))
        words = json.loads((folder / WORDS).read_text(encoding="utf-8"))
        with np.load(folder / VECTORS, allow_pickle=False) as arrays:
            objects, images = (_items(arrays, words[name], name) for name in _PARTS)
            searched = frozenset(arrays["searched"].tolist())
    except (OSError, KeyError, ValueError) as fault:
        raise BackendError(Message("index_unreadable", fault=str(fault))) from None
    digest = hashlib.sha256(raw).hexdigest()
    return Index(objects, images, head["weights"], float(head["reach"]), searched, digest)


def _items(arrays: Any, words: dict[str, list[str]], name: str) -> Items:
    return Items(
        arrays[f"{name}_vectors"].astype(np.float32),
        arrays[f"{name}_samples"],
        words["labels"],
        words["texts"],
    )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
