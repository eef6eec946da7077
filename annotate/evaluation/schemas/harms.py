"""Measurements of representational harms, as leads ask for them and read them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Notice, Schema
from annotate.evaluation.schemas.harm_figures import HarmFigures, HarmList, HarmWord
from annotate.people.schemas import Person
from annotate.seeding.schemas import VersionBrief

StageKey = Annotated[
    str,
    StringConstraints(pattern=r"^(s[1-4]|file:[1-9][0-9]{0,17})$"),
    Field(description="s1 to s4, or a file of texts: `file:12`."),
]


class HarmStage(Schema):
    """One stage of measurement (Wang et al. 2022, §3.4), and whether the project has it."""

    key: str
    title: Annotated[str, Field(description="Of a file its name; else empty.")]
    holds: Literal["labels", "texts"]
    made_by: Literal["people", "system", "file"]
    images: int
    texts: int
    unseeded: Annotated[int, Field(description="Images that were drawn to start from nothing.")]
    without_image: Annotated[int, Field(description="Texts of images that the project has not.")]
    why: Annotated[Notice | None, Field(description="Why it is not there.")]


class HarmPairing(Schema):
    """What measuring one stage, alone or by another, can and cannot show."""

    candidate: Annotated[str, Field(description="s1 to s4, or file.")]
    truth: Annotated[str | None, Field(description="Null: measured alone.")]
    shows: list[Notice]
    cannot: list[Notice]


class HarmStages(Schema):
    stages: list[HarmStage]
    pairings: list[HarmPairing]
    grouped: Annotated[int, Field(description="Images whose group is known.")]
    nouns: Annotated[HarmList | None, Field(description="Null: nobody has provided a list.")]
    why_no_parser: Annotated[Notice | None, Field(description="Why nothing can be measured here.")]


class NewHarmRun(Schema):
    candidate: StageKey
    truth: StageKey | None = None
    threshold: Annotated[
        float, Field(ge=0, le=0.25, description="Of P(group, synset) - P(group) · P(synset).")
    ] = 0.005
    covered: Annotated[
        float, Field(ge=0, lt=1, description="The least share of an image that people cover.")
    ] = 0.1
    parser: Literal["auto", "patterns"] = "auto"


class HarmOptions(Schema):
    threshold: float
    covered: float
    parser: Literal["auto", "patterns"]


class HarmVerdicts(Schema):
    """How many cases were judged how."""

    unread: int
    genuine: int
    wrong_synset: int
    wrong_label: int
    other: int


class HarmUsed(Schema):
    """What the figures rest on."""

    parser: str
    parser_version: str
    wordnet: str
    lists: list[HarmList]
    boxes: Annotated[str | None, Field(description="The stage whose boxes say where people are.")]
    assumptions: Annotated[list[Notice], Field(description="Beside the figures, always.")]


class HarmRun(Schema):
    id: int
    candidate: str
    candidate_title: str
    truth: str | None
    truth_title: str
    options: HarmOptions
    state: Literal["measuring", "ready", "stopped"]
    read: Annotated[int, Field(description="Images read so far.")]
    figures: Annotated[
        list[HarmFigures] | None,
        Field(description="As measured: of all images, and where there is one of the unseeded arm "
              "and the seeded one. Null until it is measured, and in lists."),
    ]  # fmt: skip
    figures_without_dismissed: Annotated[
        list[HarmFigures] | None, Field(description="The same without the cases dismissed.")
    ]
    words: Annotated[
        list[HarmWord], Field(description="The words with most cases; empty in lists.")
    ]
    versions: Annotated[
        list[VersionBrief],
        Field(description="Of models that are behind the texts; empty of files and in lists."),
    ]
    verdicts: HarmVerdicts
    used: HarmUsed | None
    pairing: HarmPairing
    job: Job | None
    code_version: str
    created_by: Person
    created_at: datetime
