"""Drawn scenes as frozen samples, and versions of `nearest` made of them."""

from pathlib import Path

from PIL import Image

from annotate.backends import Configured
from annotate.backends.nearest.trainer import NearestSettings, NearestTrainer
from annotate.backends.training.base import Point, Report, Trained, TrainingJob
from annotate.backends.training.snapshots import SnapshotObject, SnapshotSample, Split
from tests.backends.tiny import scenes
from tests.backends.training.frozen import freeze

# Seeds of scenes that are held out begin here.
UNSEEN = 1_000_000


def scene(seed: int, split: Split = "train") -> tuple[SnapshotSample, Image.Image]:
    """Return the scene of a seed, as people would have finished it."""
    drawn = scenes.draw(seed)
    things = [
        SnapshotObject(label=each.label, box=each.box, description=each.description)
        for each in drawn.objects
    ]
    sample = SnapshotSample(
        sample=seed,
        image=f"images/{seed}.jpg",
        width=drawn.image.width,
        height=drawn.image.height,
        split=split,
        has_objects=True,
        objects=tuple(things),
        description=drawn.description,
    )
    return sample, drawn.image


def snapshot(folder: Path, train: int, held_out: int = 0) -> Path:
    """Freeze so many scenes to learn from, and so many others to measure on."""
    pairs = [scene(seed) for seed in range(1, train + 1)]
    pairs += [scene(UNSEEN + seed, "held_out") for seed in range(held_out)]
    return freeze(folder, [each for each, _ in pairs], [image for _, image in pairs])


def quiet(_: Point) -> None:
    """Tell nobody how far a training is."""


def train(
    folder: Path, where: Path, *, report: Report = quiet, **settings: int
) -> tuple[Configured, Trained]:
    """Make a version of `nearest` of a snapshot."""
    out, work = where / "out", where / "work"
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(exist_ok=True)
    job = TrainingJob(
        snapshot=folder,
        base=Configured(),
        out=out,
        work=work,
        settings=NearestSettings(**settings),
        seed=1,
    )
    return Configured(artifact=out), NearestTrainer().train(job, report)
