"""Turns a snapshot into an index."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from PIL import Image
from pydantic import Field

from annotate.analysis.randomness import generator
from annotate.backends.configured import Configured
from annotate.backends.nearest import fitting
from annotate.backends.nearest.index import Items
from annotate.backends.nearest.measuring import Rows, measure
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

    def problem(self, base: Configured, settings: Any) -> str | None:
        """See `Trainer.problem`: there is nothing it needs."""
        return None

    def train(self, job: TrainingJob, report: Report) -> Trained:
        """See `Trainer.train`. What was measured before a kill is read again."""
        started = time.monotonic()
        settings = NearestSettings.model_validate(job.settings.model_dump())
        frozen = read(job.snapshot)
        plan = plan_for(frozen, settings, seed=job.seed)
        if not plan.samples:
            raise TrainingError(Message("everything_held_out"))
        total = len(plan.samples)
        measured: list[tuple[Items, Items]] = []
        done = 0
        report(Point(step=0, steps=total + 1, message="Measuring pictures"))
        for number, samples in enumerate(_parts(frozen, plan)):
            kept = job.work / f"part-{number:05}.npz"
            measured.append(_measured(frozen, samples, plan, kept))
            done += len(samples)
            report(Point(step=done, steps=total + 1, message="Measuring pictures"))
        report(Point(step=total, steps=total + 1, message="Learning what counts"))
        objects, images = (Items.joined(parts) for parts in zip(*measured, strict=True))
        index, right = fitting.fit(objects, images, searched=plan.looked_at, seed=job.seed)
        index.save(job.out)
        loss = None if right is None else round(1 - right, 4)
        report(Point(step=total + 1, steps=total + 1, epoch=1, loss=loss, message="Done"))
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
        (each.sample, len(each.objects), each.description is not None, each.has_objects)
        for each in frozen.samples("train")
    ]
    generator(seed, "nearest", "samples").shuffle(sizes)
    objects = images = 0
    chosen: list[int] = []
    marked: list[int] = []
    for sample, own, described, has_objects in sizes:
        if objects + own > settings.most_objects or images + described > settings.most_images:
            break
        objects, images = objects + own, images + described
        chosen.append(sample)
        if has_objects:
            marked.append(sample)
    return Plan(frozenset(chosen), frozenset(marked[: settings.looked_at]))


def _parts(frozen: Frozen, plan: Plan) -> Iterator[list[SnapshotSample]]:
    wanted = (each for each in frozen.samples("train") if each.sample in plan.samples)
    while part := list(islice(wanted, _PART)):
        yield part


def _measured(
    frozen: Frozen, samples: Sequence[SnapshotSample], plan: Plan, kept: Path
) -> tuple[Items, Items]:
    """Measure a part, or read it where it was measured before."""
    if not kept.exists():
        rows = Rows(), Rows()
        for sample in samples:
            with Image.open(frozen.picture(sample)) as opened:
                image = opened.convert("RGB")
            measure(sample, image, *rows, look=sample.sample in plan.looked_at)
        _keep(kept, rows[0].items(), rows[1].items())
    # Always as it was written: a resumed training must make the same index.
    with np.load(kept, allow_pickle=False) as found:
        words = json.loads(found["words"].tobytes().decode())
        pair = [Items(found[f"v{n}"], found[f"s{n}"], *words[n]) for n in range(2)]
    return pair[0], pair[1]


def _keep(path: Path, *pair: Items) -> None:
    """Write a part whole, or not at all."""
    words = json.dumps([[items.labels, items.texts] for items in pair]).encode()
    arrays: dict[str, Any] = {"words": np.frombuffer(words, np.uint8)}
    for number, items in enumerate(pair):
        arrays |= {f"v{number}": items.vectors, f"s{number}": items.samples}
    new = path.with_name(f".{path.name}")
    with new.open("wb") as file:
        np.savez(file, **arrays)
    os.replace(new, path)
