"""The small vision-language model that a simulated project begins with: M₀.

    python -m tests.simulation.small_model FOLDER

It is made of random weights on the spot and taught, by the product's own trainer, to speak of
other drawn scenes in another way: short phrases without background, filling or sentences. So it
knows shapes, colours and places, but not how the annotators of the project write.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.simulation.office import ROOT

if TYPE_CHECKING:
    from annotate.backends.training.snapshots import SnapshotSample

SCENES = 400
NAME = "small-vlm"
# What the trainer is told in the loop: an adapter on what served before, for a few minutes.
TRAINING: dict[str, Any] = {
    "method": "lora",
    "rank": 32,
    "alpha": 64,
    "dropout": 0.0,
    "learning_rate": 2e-3,
    "batch_size": 16,
    "epochs": 12,
    "most_steps": 600,
    "longest_side": 96,
}


def build(root: Path, say: Callable[[str], None]) -> dict[str, Any]:
    """Make the model in a folder below `root`; return the settings of its connection."""
    root.mkdir(parents=True, exist_ok=True)
    say("making a small vision-language model")
    command = [sys.executable, "-m", "tests.simulation.small_model", str(root)]
    subprocess.run(command, cwd=ROOT, check=True)
    return {"captioner": NAME, "batch_size": 32, "max_new_tokens": 60, "longest_side": 96}


def other_words(root: Path) -> Path:
    """Freeze scenes with descriptions in another manner; return the folder."""
    from annotate.backends.training import snapshots as frozen
    from tests.backends.tiny import snapshots

    folder = snapshots.write(root / "scenes", range(SCENES))
    lines = [_retold(sample) for sample in list(frozen.read(folder).samples())]
    (folder / frozen.SAMPLES).write_bytes(b"".join(lines))
    manifest = json.loads((folder / frozen.MANIFEST).read_text())
    manifest["digest"] = frozen.digest_of(manifest, lines)
    (folder / frozen.MANIFEST).write_text(json.dumps(manifest))
    return folder


def _retold(sample: "SnapshotSample") -> bytes:
    phrases = [_phrase(each) for each in (sample.description or "").split(". ")]
    things = [replace(each, description=_phrase(each.description)) for each in sample.objects]
    retold = replace(sample, description=", ".join(phrases), objects=tuple(things))
    return json.dumps(retold.as_json()).encode() + b"\n"


def _phrase(sentence: str) -> str:
    """Return a sentence of a scene as a phrase: "red circle on the left".

    >>> _phrase("A striped red circle is on the left.")
    'red circle on the left'
    """
    words = sentence.rstrip(".").split(" on a ")[0].split()
    return " ".join(word for word in words[2:] if word != "is")


def teach(root: Path) -> None:
    """Build the model and teach it."""
    from annotate.backends import Configured, Environment
    from annotate.backends.training.base import TrainingJob
    from annotate.backends.training.vlm.plan import VlmTrainerSettings
    from annotate.backends.training.vlm.trainer import VlmTrainer
    from annotate.backends.transformers.settings import TransformersSettings
    from tests.backends.tiny import vlm

    vlm.build(root / "blank", seed=1)
    settings = VlmTrainerSettings(
        method="full", learning_rate=1e-3, batch_size=16, epochs=12, longest_side=96
    )
    job = TrainingJob(
        snapshot=other_words(root),
        base=Configured(
            settings=TransformersSettings(captioner="blank"),
            environment=Environment(model_folders=(root,)),
        ),
        out=root / NAME,
        work=root / "work",
        settings=settings,
        seed=1,
    )
    VlmTrainer().train(job, lambda point: None)


if __name__ == "__main__":
    teach(Path(sys.argv[1]).resolve())
