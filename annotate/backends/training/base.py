"""What a trainer is: frozen data and a base in, a folder of weights out.

A trainer knows nothing of projects, jobs or the database. It may run in a process of its own or
on another machine: all it is given are folders and plain values.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, PlainSerializer

from annotate.backends.base import as_message
from annotate.messages import Message

if TYPE_CHECKING:
    from annotate.backends.configured import Configured


class TrainingError(RuntimeError):
    """Training cannot be done or go on; the message is for the project lead."""

    def __init__(self, message: Message | str) -> None:
        self.entry = as_message(message)
        super().__init__(str(self.entry))


class TrainerSettings(BaseModel):
    """Settings of a trainer; their JSON Schema is the form a lead fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")


@dataclass(frozen=True, kw_only=True)
class TrainingJob:
    """All that a trainer is given.

    Attributes:
        snapshot: the folder of the frozen data: `manifest.json`, `samples.jsonl`, `images/`.
        base: the version to start from.
        out: the folder for the new weights; what is in it counts once `train` has returned.
        work: a folder that survives a killed worker, for checkpoints. Given again on resumption.
        seed: decides everything random.
    """

    snapshot: Path
    base: "Configured"
    out: Path
    work: Path
    settings: TrainerSettings
    seed: int


def _note(stored: Message | Mapping[str, Any]) -> Message:
    """Points come over a pipe, where a message is plain JSON."""
    return stored if isinstance(stored, Message) else Message.from_json(stored)


class Point(BaseModel):
    """How far a training is, and a point of its loss curve where there is a loss."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    step: int = Field(ge=0)
    steps: int = Field(ge=0)
    epoch: float = 0.0
    loss: float | None = None
    held_out_loss: float | None = None
    learning_rate: float | None = None
    note: Annotated[Message, BeforeValidator(_note), PlainSerializer(Message.to_json)] | None = None


class Trained(BaseModel):
    model_config = ConfigDict(frozen=True)

    # Changes to the settings of the base that the new version needs, such as a prompt.
    settings: dict[str, JsonValue] = Field(default_factory=dict)
    # For the version's notes and card: steps, seconds, samples, the final loss.
    facts: dict[str, JsonValue] = Field(default_factory=dict)
    # The weights are made elsewhere from the files in `out`, and registered by name later.
    elsewhere: bool = False


# Called every few seconds; raises when the run was cancelled or taken over: stop at once.
Report = Callable[[Point], None]


class Trainer(ABC):
    """Makes a new version of a back end's model."""

    settings: ClassVar[type[TrainerSettings]] = TrainerSettings

    def problem(self, base: "Configured", settings: Any) -> Message | str | None:
        """Why this cannot be trained here and now, for the lead, or None."""
        return None

    @abstractmethod
    def train(self, job: TrainingJob, report: Report) -> Trained:
        """Train; where `job.work` holds a checkpoint of the same job, go on from there.

        Raises:
            TrainingError: it cannot be done.
        """
