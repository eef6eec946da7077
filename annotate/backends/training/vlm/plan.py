"""What a lead sets for a training, what the worker tells its process, and what that reports."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from annotate.backends.training.base import Point, TrainerSettings
from annotate.backends.training.finetuning import TASKS, Task
from annotate.backends.transformers.library import Device
from annotate.backends.transformers.settings import LongestSide, ObjectsAs


def _share(title: str, usual: float) -> float:
    description = "Times each example is seen in a pass over the data; 0 leaves the task out."
    share: float = Field(default=usual, ge=0, le=10, title=title, description=description)
    return share


class VlmTrainerSettings(TrainerSettings):
    """Settings of a training. The defaults fit a published model of up to a few billion weights."""

    method: Literal["lora", "full"] = Field(
        default="lora",
        title="What is trained",
        description="An adapter is small and lies on top. All weights: for small models.",
    )
    start: Literal["version", "base"] = Field(
        default="version",
        title="Start from",
        description="Go on from what the version has learned, or begin with the model again.",
    )
    epochs: float = Field(
        default=3, gt=0, le=1000, title="Passes over the data", description="May be a fraction."
    )
    most_steps: int = Field(
        default=0,
        ge=0,
        le=1_000_000,
        title="Most steps",
        description="Training ends there at the latest; 0: no limit.",
    )
    batch_size: int = Field(
        default=8,
        ge=1,
        le=512,
        title="Examples in a step, on each processor or graphics card",
        description="Less needs less memory.",
    )
    accumulation: int = Field(
        default=1,
        ge=1,
        le=256,
        title="Batches in a step",
        description="Several small batches count as one large one, without its memory.",
    )
    learning_rate: float = Field(
        default=2e-4,
        gt=0,
        le=1,
        title="Learning rate",
        description="At its highest: it rises first and then falls to nothing.",
    )
    warmup: float = Field(
        default=0.05,
        ge=0,
        le=1,
        title="Share of steps in which it rises",
        description="Of all steps, 0 to 1.",
    )
    weight_decay: float = Field(
        default=0.01, ge=0, le=1, title="Weight decay", description="Keeps weights small."
    )
    rank: int = Field(
        default=16, ge=1, le=512, title="Rank of the adapter", description="For lora: its size."
    )
    alpha: int = Field(
        default=32, ge=1, le=2048, title="Alpha of the adapter", description="For lora: its weight."
    )
    dropout: float = Field(
        default=0.05,
        ge=0,
        lt=1,
        title="Dropout of the adapter",
        description="For lora: what it does without in training, 0 to 1.",
    )
    description_label_grounding: float = _share("Label and description to box", 0)
    label_prediction: float = _share("Box to label", 0)
    object_description: float = _share("Box and label to description of the object", 1)
    label_list: float = _share("Image to labels", 0)
    grounded_label_list: float = _share("Image to labels with boxes", 0)
    description_elaboration: float = _share("Short to full description", 0)
    detailed_description: float = _share("Image to full description", 1)
    objects_as: ObjectsAs = "crop"
    longest_side: LongestSide = 1024
    device: Device = Field(
        default="auto",
        title="Compute on",
        description="auto: on graphics cards (cuda) where there are any.",
    )
    processes: int = Field(
        default=0,
        ge=0,
        le=64,
        title="Processes",
        description="One per graphics card, joined by accelerate. 0: as many as there are cards.",
    )
    save_memory: bool = Field(
        default=False,
        title="Save memory",
        description="Compute parts twice instead of keeping them: slower, for large models.",
    )
    checkpoint_minutes: float = Field(
        default=5,
        ge=0,
        le=600,
        title="Minutes between checkpoints",
        description="What a fault costs at most.",
    )

    def shares(self) -> dict[Task, float]:
        """How often the examples of each task are seen in a pass over the data."""
        return {task: getattr(self, task) for task in TASKS}


PLAN, LOG, LOCK = "plan.json", "log.txt", "lock"


class Plan(BaseModel):
    """A training, complete: the same plan gives the same weights.

    Attributes:
        base: the folder of the model; `base_name` is how people call it.
        adapter: the folder of an adapter to go on from, if any.
        merge: save a whole model, since nobody else will know what the adapter goes on top of.
        parent: the version that it starts from, "local-vlm M1", for the card.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    snapshot: Path
    base: Path
    base_name: str
    base_fingerprint: str
    adapter: Path | None
    merge: bool
    parent: str
    out: Path
    work: Path
    seed: int
    settings: VlmTrainerSettings

    def digest(self, *, processes: int) -> str:
        """Of all that decides the weights: a checkpoint of another is no use."""
        values = self.model_dump(mode="json", exclude={"out", "work"})
        values["settings"].pop("checkpoint_minutes")
        text = json.dumps([values, processes], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Report(BaseModel):
    """One line from the process: a point of the curve, the facts at the end, or what went wrong."""

    point: Point | None = None
    facts: dict[str, Any] | None = None
    problem: str | None = None


class Voice:
    """Speaks to the worker on what was standard output; whatever else prints goes to the log."""

    def __init__(self) -> None:
        self._out = sys.stdout
        sys.stdout = sys.stderr

    def say(self, report: Report) -> None:
        self._out.write(report.model_dump_json(exclude_none=True) + "\n")
        self._out.flush()
