"""What the worker tells the process that trains, and what that tells the worker."""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from annotate.backends.training.base import Point
from annotate.backends.training.vlm.settings import VlmTrainerSettings

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
        """Return a digest of all that decides the weights: a checkpoint of another is no use."""
        said = self.model_dump(mode="json", exclude={"out", "work"})
        said["settings"].pop("checkpoint_minutes")
        text = json.dumps([said, processes], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Said(BaseModel):
    """One line from the process: a point of the curve, the facts at the end, or what went wrong."""

    point: Point | None = None
    facts: dict[str, Any] | None = None
    problem: str | None = None


class Voice:
    """Speaks to the worker on what was standard output; whatever else prints goes to the log."""

    def __init__(self) -> None:
        self._out = sys.stdout
        sys.stdout = sys.stderr

    def say(self, said: Said) -> None:
        """Write one line at once."""
        self._out.write(said.model_dump_json(exclude_none=True) + "\n")
        self._out.flush()
