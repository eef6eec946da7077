"""Votes as an answer, and what a project can set for them."""

from typing import Annotated, Self

from pydantic import Field, StrictBool, model_validator

from annotate.kinds.base import Record
from annotate.kinds.fields import Block
from annotate.kinds.scoring import Metric, MetricKey
from annotate.messages import Message

MAX_CRITERIA = 50


class VoteAnswer(Record):
    """Yes (true) or no (false) for each criterion by its key; None is no answer yet."""

    votes: Annotated[dict[MetricKey, StrictBool | None], Field(max_length=MAX_CRITERIA)]
    comment: Block = ""

    def __hash__(self) -> int:
        return hash((frozenset(self.votes.items()), self.comment))


class Criterion(Metric):
    """One question that is answered with yes or no; yes is always the good answer."""


# TC §3.1, in its order; the wording is ours.
DEFAULT_CRITERIA = (
    Criterion(
        key="requires_reading",
        title="Does it take reading the text in the image to write this caption?",
        help="Yes also if the text is summarised or something is inferred from it.",
    ),
    Criterion(
        key="true_for_image",
        title="Is everything in the caption true for this image?",
        help="Check names, numbers and colours; one false detail is a no.",
    ),
    Criterion(
        key="one_sentence",
        title="Is the caption one sentence?",
        help="A missing full stop does no harm; two sentences do.",
    ),
    Criterion(
        key="grammatical",
        title="Is the grammar right?",
        help="Unusual spelling that is copied from the image is no fault.",
    ),
    Criterion(
        key="objective",
        title="Is the language free of opinion?",
        help="No for words such as beautiful, boring or delicious, unless they are quoted.",
    ),
)


class VoteSettings(Record):
    """The criteria, and which share of yes on *every* one of them keeps the answer judged.

    The share must be more than ``majority``: of 5 votes 3 are more than 0.5, of 4 votes 2 are not.
    """

    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1, max_length=MAX_CRITERIA)] = (
        DEFAULT_CRITERIA
    )
    majority: float = Field(strict=True, default=0.5, ge=0, lt=1, allow_inf_nan=False)
    ask_comment: StrictBool = False

    @model_validator(mode="after")
    def _keys_differ(self) -> Self:
        keys = [criterion.key for criterion in self.criteria]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(Message("criterion_keys_equal", key=key))
        return self
