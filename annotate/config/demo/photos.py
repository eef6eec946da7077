"""What was written in advance about each photograph of the demo (deploy/demo/past).

One file per photograph: two sets of seeds as a captioner makes them, with right and wrong
statements, the objects as people leave them, and the description as it is after each round.
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from annotate.config.places import BASE_DIR

FOLDER = BASE_DIR / "deploy" / "demo"

# Whose seeds: those of the first version of the prepared model, or of its second.
SeedSet = Literal["first", "second"]
# x, y, width and height in pixels of the photograph.
Sides = tuple[int, int, int, int]


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PreparedObject(_Written):
    """An object with its box; `parents` are places in the seeds that it was made of."""

    label: str
    box: Sides
    description: str
    parents: tuple[int, ...] = Field(default=(), alias="from")


class PreparedSeeds(_Written):
    objects: tuple[PreparedObject, ...]
    description: str


class PreparedRating(_Written):
    """How one rater compares the finished text with the first seed: 2 is far better, -2 worse."""

    scores: dict[str, Annotated[int, Field(ge=-2, le=2)]]
    comprehensiveness: str
    hallucination: str


class PreparedPhoto(_Written):
    licence: str
    photo: str
    seeds: dict[SeedSet, PreparedSeeds]
    objects: tuple[PreparedObject, ...]
    # The whole description after round 1, 2 and 3.
    rounds: tuple[str, str, str]
    ratings: tuple[PreparedRating, ...] = ()

    @property
    def path(self) -> Path:
        return FOLDER / "photos" / self.photo


@lru_cache(maxsize=1)
def photos() -> dict[str, PreparedPhoto]:
    """All of them by the name of the photograph's file."""
    files = sorted((FOLDER / "past").glob("*.json"))
    read = [PreparedPhoto.model_validate_json(file.read_text(encoding="utf-8")) for file in files]
    return {each.photo: each for each in read}
