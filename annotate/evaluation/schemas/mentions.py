"""Which objects are mentioned more often with one group, as leads ask for it and read it."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from annotate.core.jobs.schemas import Job
from annotate.core.schemas import Notice, Schema
from annotate.evaluation.schemas.groups import Value
from annotate.evaluation.schemas.harm_figures import HarmDifference, HarmShare
from annotate.evaluation.schemas.harms import StageKey
from annotate.people.schemas import Person


class MentionOptions(Schema):
    types: Annotated[int, Field(ge=1, le=500, description="The commonest types.")] = 500
    splits: Annotated[
        int, Field(ge=2, le=2000, description="Random parts: 70% to fit, 30% to test.")
    ] = 1000
    more_than: Annotated[
        int, Field(ge=0, lt=2000, description="More splits than these must have both outcomes.")
    ] = 900
    draws: Annotated[int, Field(ge=10, le=2000, description="Of the bootstrap over images.")] = 400
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 1
    parser: Literal["auto", "patterns"] = "auto"


class NewMentionRun(MentionOptions):
    candidate: StageKey
    truth: Annotated[
        Literal["s1", "s2"], Field(description="The stage of labels whose boxes say what is there.")
    ] = "s1"
    first: Annotated[
        Value | None, Field(description="By default the first two groups of the project.")
    ] = None
    second: Value | None = None


class MentionCoefficient(Schema):
    """Log odds: above 0, images of the first group mention the type more."""

    value: float | None
    low: Annotated[float | None, Field(description="An interval of 95%.")]
    high: float | None
    leaves_out_zero: bool


class MentionType(Schema):
    type: Annotated[str, Field(description="As dog.n.01.")]
    shares: Annotated[
        dict[str, HarmShare], Field(description="Of its images, those that mention it, by group.")
    ]
    difference: Annotated[
        HarmDifference, Field(description="Of the shares, without regard to size and place.")
    ]
    columns: Annotated[int, Field(description="Of the regression, the group among them.")]
    usable_splits: int
    over_splits: Annotated[
        MentionCoefficient, Field(description="As in the paper; the interval is too narrow.")
    ]
    over_images: Annotated[MentionCoefficient, Field(description="Of the bootstrap over images.")]
    accuracy: Annotated[float | None, Field(description="Mean over the tests of all splits.")]
    commoner: Annotated[
        float | None, Field(description="The share of the commoner outcome, beside the accuracy.")
    ]
    p: Annotated[float | None, Field(description="Of the interval over images.")]
    p_holm: float | None
    p_bh: Annotated[float | None, Field(description="By Benjamini and Hochberg.")]
    undefined: Annotated[
        dict[str, Notice],
        Field(description="Why `over_splits` or `over_images` is not there."),
    ]


class MentionMany(Schema):
    """What many tests leave: types that stand out, and how many would by chance alone."""

    tested: int
    kept: Annotated[int, Field(description="Leave out 0 over splits, as in the paper.")]
    kept_over_images: int
    expected_by_chance: float
    holm: int
    benjamini_hochberg: int


class MentionFigures(Schema):
    images: int
    groups: Annotated[dict[str, int], Field(description="Images of the two groups.")]
    rows: Annotated[list[MentionType], Field(description="By test accuracy, the best first.")]
    many: MentionMany


class MentionUsed(Schema):
    parser: str
    parser_version: str
    wordnet: str
    assumptions: Annotated[list[Notice], Field(description="Beside the figures, always.")]


class MentionRun(Schema):
    id: int
    candidate: str
    candidate_title: str
    truth: str
    pair: Annotated[
        tuple[str, str] | None, Field(description="Null where the project does not ask for groups.")
    ]
    options: MentionOptions
    state: Literal["measuring", "ready", "stopped"]
    types: Annotated[int | None, Field(description="How many there are; null until it is known.")]
    done: Annotated[int, Field(description="Types that are done, the commonest first.")]
    figures: Annotated[
        MentionFigures | None,
        Field(description="Of the types that are done. Null in lists, and while it is measured."),
    ]
    why: Annotated[Notice | None, Field(description="Why figures are missing or say nothing.")]
    used: MentionUsed | None
    job: Job | None
    code_version: str
    created_by: Person
    created_at: datetime
