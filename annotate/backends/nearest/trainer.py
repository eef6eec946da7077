"""Turns a snapshot into an index: measures what people marked, and learns what counts."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from PIL import Image
from pydantic import Field

from annotate.analysis.matching import iou_matrix
from annotate.analysis.randomness import generator
from annotate.backends.base import Box
from annotate.backends.classical.models import ClassicalDetector
from annotate.backends.nearest import metric
from annotate.backends.nearest.features import BLOCKS, LENGTH, Vector, features
from annotate.backends.nearest.index import Index, Items
from annotate.backends.nearest.metric import NEIGHBOURS, Weights
from annotate.backends.nearest.models import MOST_REGIONS, SAME_PLACE, in_pixels
from annotate.backends.training.base import (
    Point,
    Report,
    Trained,
    Trainer,
    TrainerSettings,
    TrainingError,
    TrainingJob,
)
from annotate.backends.training.snapshots import Frozen, SnapshotSample, read
from annotate.messages import Message

# A region that shares less than this with every object of a person is none of them.
ELSEWHERE = 0.3


@dataclass
class Rows:
    vectors: list[Vector] = field(default_factory=list)
    samples: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def add(self, vector: Vector, sample: int, label: str, text: str) -> None:
        self.vectors.append(vector)
        self.samples.append(sample)
        self.labels.append(label)
        self.texts.append(text)

    def items(self) -> Items:
        vectors = np.array(self.vectors, np.float32).reshape(-1, LENGTH)
        return Items(vectors, np.array(self.samples, np.int64), self.labels, self.texts)


def measure(
    sample: SnapshotSample, image: Image.Image, objects: Rows, images: Rows, *, look: bool
) -> None:
    """Add what one sample teaches.

    Where `look`, regions as well, as they will be found when seeds are made: those at an object
    look a little different from its exact box, and those at none are what people do not mark.
    """
    for item in sample.objects:
        vector = features(image, Box(**item.box.model_dump()))
        objects.add(vector, sample.sample, item.label, item.description)
    if look and sample.has_objects:
        _add_regions(sample, image, objects)
    if sample.description:
        images.add(features(image), sample.sample, "", sample.description)


def _add_regions(sample: SnapshotSample, image: Image.Image, objects: Rows) -> None:
    regions = ClassicalDetector(most=MOST_REGIONS).detect(image)
    theirs = [item.box for item in sample.objects]
    shared = iou_matrix([in_pixels(region.box) for region in regions], theirs)
    for row, region in enumerate(regions):
        best = int(shared[row].argmax()) if theirs else -1
        most = float(shared[row, best]) if theirs else 0.0
        if most >= SAME_PLACE:
            like = sample.objects[best]
            vector = features(image, region.box)
            objects.add(vector, sample.sample, like.label, like.description)
        elif most < ELSEWHERE:
            objects.add(features(image, region.box), sample.sample, "", "")


# A little further than objects of different pictures lie from one another.
_REACH_SHARE, _REACH_SLACK = 99, 1.25
FAR = 1e9  # nothing is beyond it


def fit(
    objects: Items, images: Items, *, searched: frozenset[int], seed: int
) -> tuple[Index, float | None]:
    """The index, and which share of objects is named right by its neighbours.

    `searched` are the samples in which regions were looked for. Neighbours are those in other
    pictures; the share is None where there is no other.
    """
    by_label = _some(objects, range(len(objects)), seed)
    described = _some(objects, _with_text(objects), seed)
    viewed = _some(images, range(len(images)), seed)
    weights = {
        "labels": _learned(by_label, texts=False),
        "objects": _learned(described, texts=True),
        "images": _learned(viewed, texts=True),
    }
    reach, right = _checked(by_label, weights["labels"])
    return Index(objects, images, weights, reach, searched), right


def _with_text(items: Items) -> list[int]:
    return [place for place, text in enumerate(items.texts) if text]


def _some(items: Items, places: Sequence[int], seed: int) -> Items:
    """As many items as can be compared with each other, drawn."""
    if len(places) > metric.MOST_COMPARED:
        drawn = generator(seed, "nearest", "items").sample(list(places), metric.MOST_COMPARED)
        places = sorted(drawn)
    return items.chosen(places)


def _learned(items: Items, *, texts: bool) -> Weights:
    if len(items) < 2:
        return dict.fromkeys(BLOCKS, 1.0)
    agreement = metric.alike(items.texts) if texts else metric.same_labels(items.labels)
    return metric.learned(items.vectors, items.samples, agreement)


def _checked(items: Items, weights: Weights) -> tuple[float, float | None]:
    """How far the nearest of another picture is at most, and how often it is right."""
    if len(items) < 2:
        return FAR, None
    vectors = metric.scaled(items.vectors, weights)
    squared = metric.squared_distances(vectors, vectors)
    squared[items.samples[:, None] == items.samples[None, :]] = np.inf
    nearest = np.sqrt(squared.min(axis=1))
    usable = np.isfinite(nearest) & np.array([bool(label) for label in items.labels])
    if not usable.any():
        return FAR, None
    reach = float(np.percentile(nearest[usable], _REACH_SHARE)) * _REACH_SLACK
    order = metric.nearest(squared, min(NEIGHBOURS, len(items)))
    counts = metric.by_rank(order.shape[1])
    same = metric.same_labels(items.labels)
    shares = (np.take_along_axis(same, order, axis=1) * counts).sum(axis=1) / counts.sum()
    return reach or FAR, round(float((shares[usable] > 0.5).mean()), 4)


_PART = 50  # samples: so many are measured again after a worker was killed


class NearestSettings(TrainerSettings):
    """What bounds the time and the room that an index takes."""

    most_objects: int = Field(
        20_000,
        ge=100,
        le=100_000,
        title="Objects at most",
        description="Of more, a part is drawn. 10,000 take about 75 MB of memory.",
    )
    most_images: int = Field(
        20_000,
        ge=100,
        le=100_000,
        title="Images at most",
        description="Whose descriptions are learned. Of more, a part is drawn.",
    )
    looked_at: int = Field(
        100,
        ge=0,
        le=10_000,
        title="Images searched for unmarked regions",
        description="In so many it is learned which regions people do not mark: a second each.",
    )


@dataclass(frozen=True)
class Plan:
    """Which samples are learned from, and in which of them regions are looked for."""

    samples: frozenset[int]
    looked_at: frozenset[int]


class NearestTrainer(Trainer):
    """Measures every picture once, and learns what counts when two are compared."""

    settings: ClassVar[type[TrainerSettings]] = NearestSettings

    def train(self, job: TrainingJob, report: Report) -> Trained:
        """What was measured before a kill is read again."""
        started = time.monotonic()
        settings = NearestSettings.model_validate(job.settings.model_dump())
        frozen = read(job.snapshot)
        plan = plan_for(frozen, settings, seed=job.seed)
        if not plan.samples:
            raise TrainingError(Message("everything_held_out"))
        total = len(plan.samples)
        measured: list[tuple[Items, Items]] = []
        done = 0
        report(Point(step=0, steps=total + 1, note=Message("training_measuring_images")))
        for number, samples in enumerate(_parts(frozen, plan)):
            file = job.work / f"part-{number:05}.npz"
            measured.append(_measured(frozen, samples, plan, file))
            done += len(samples)
            report(Point(step=done, steps=total + 1, note=Message("training_measuring_images")))
        report(Point(step=total, steps=total + 1, note=Message("training_fitting")))
        objects, images = (Items.joined(parts) for parts in zip(*measured, strict=True))
        index, right = fit(objects, images, searched=plan.looked_at, seed=job.seed)
        index.save(job.out)
        loss = None if right is None else round(1 - right, 4)
        report(
            Point(
                step=total + 1, steps=total + 1, epoch=1, loss=loss, note=Message("training_fitted")
            )
        )
        return Trained(
            facts={
                "samples": total,
                "objects": sum(map(bool, objects.labels)),
                "unmarked_regions": sum(not label for label in objects.labels),
                "images": len(images),
                # Of training items, by their neighbours in other pictures.
                "labels_right": right,
                "seconds": round(time.monotonic() - started, 1),
            }
        )


def plan_for(frozen: Frozen, settings: NearestSettings, *, seed: int) -> Plan:
    """Draw samples until there are enough objects or images; all where there are not too many."""
    sizes = [
        (sample.sample, len(sample.objects), sample.description is not None, sample.has_objects)
        for sample in frozen.samples("train")
    ]
    generator(seed, "nearest", "samples").shuffle(sizes)
    objects = images = 0
    chosen: list[int] = []
    marked: list[int] = []
    for sample_id, own, described, has_objects in sizes:
        if objects + own > settings.most_objects or images + described > settings.most_images:
            break
        objects, images = objects + own, images + described
        chosen.append(sample_id)
        if has_objects:
            marked.append(sample_id)
    return Plan(frozenset(chosen), frozenset(marked[: settings.looked_at]))


def _parts(frozen: Frozen, plan: Plan) -> Iterator[list[SnapshotSample]]:
    wanted = (item for item in frozen.samples("train") if item.sample in plan.samples)
    while part := list(islice(wanted, _PART)):
        yield part


def _measured(
    frozen: Frozen, samples: Sequence[SnapshotSample], plan: Plan, path: Path
) -> tuple[Items, Items]:
    """Measure a part, or read it where it was measured before."""
    if not path.exists():
        rows = Rows(), Rows()
        for sample in samples:
            with Image.open(frozen.picture(sample)) as opened:
                image = opened.convert("RGB")
            measure(sample, image, *rows, look=sample.sample in plan.looked_at)
        _write(path, rows[0].items(), rows[1].items())
    # Always as it was written: a resumed training must make the same index.
    with np.load(path, allow_pickle=False) as arrays:
        words = json.loads(arrays["words"].tobytes().decode())
        pair = [Items(arrays[f"v{n}"], arrays[f"s{n}"], *words[n]) for n in range(2)]
    return pair[0], pair[1]


def _write(path: Path, *pair: Items) -> None:
    """Write a part whole, or not at all."""
    words = json.dumps([[items.labels, items.texts] for items in pair]).encode()
    arrays: dict[str, Any] = {"words": np.frombuffer(words, np.uint8)}
    for number, items in enumerate(pair):
        arrays |= {f"v{number}": items.vectors, f"s{number}": items.samples}
    new = path.with_name(f".{path.name}")
    with new.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(new, path)
