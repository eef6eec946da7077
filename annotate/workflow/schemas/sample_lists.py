"""Which samples a list has, in which order, and what there is to choose from."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from annotate.core.schemas import MAX_INTEGER, Count, Id, Page, PageQuery, Schema, Text
from annotate.people.schemas import Person
from annotate.workflow.schemas.samples import Sample

_Filter = Annotated[str, Text(200, min_length=0)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Number = Annotated[int, Field(ge=0, le=2_000_000_000)]
_Rating = Annotated[float, Field(ge=-100, le=100)]
_Seconds = Annotated[float, Field(ge=0, le=MAX_INTEGER)]
Order = Literal[
    "number",
    "-number",
    "added",
    "-added",
    "changed",
    "-changed",
    "answers",
    "-answers",
    "similarity",
    "-similarity",
    "length",
    "-length",
    "time",
    "-time",
    "name",
    "-name",
]


class SampleFilters(Schema):
    """Which samples: those that meet every filter; nothing is left out where one is empty."""

    state: Literal["", "waiting", "open", "done", "withdrawn"] = ""
    stage: _Filter = ""
    split: _Filter = ""
    search: Annotated[
        _Filter,
        Field(
            description="Words, or how they begin, of the image's name or external id, of labels "
            "or of texts. Each of them must be there."
        ),
    ] = ""
    batch: Id | None = None
    round: Annotated[int, Field(ge=0, le=32_767)] | None = None
    flag: Annotated[_Filter, Field(description="The code of an open flag.")] = ""
    alike: Annotated[
        Annotated[str, Text(20, min_length=0)],
        Field(
            pattern=r"^(any|[0-9]{1,18})?$",
            description="Near-duplicates: `any` of them, or those of one group.",
        ),
    ] = ""
    person: Annotated[Id | None, Field(description="Somebody who answered.")] = None
    seed: Annotated[_Filter, Field(description="The model version of its newest seed.")] = ""
    similarity_from: _Share | None = None
    similarity_to: _Share | None = None
    length_from: Annotated[_Number | None, Field(description="Tokens of the present text.")] = None
    length_to: _Number | None = None
    seconds_from: Annotated[_Seconds | None, Field(description="That people worked on it.")] = None
    seconds_to: _Seconds | None = None
    training: Annotated[
        Literal["", "left_out"], Field(description="Those that no model is to learn from.")
    ] = ""
    study: Annotated[
        Id | None, Field(description="Whose judgements `rating_from` and `rating_to` are about.")
    ] = None
    source: Annotated[
        int | None,
        Field(ge=0, le=99, description="Place of the study's source, where each is rated alone."),
    ] = None
    metric: Annotated[_Filter, Field(description="One of the study's; all together if empty.")] = ""
    rating_from: Annotated[
        _Rating | None,
        Field(description="Mean of the scores that count. A comparison: below 0 for the first."),
    ] = None
    rating_to: _Rating | None = None
    field: Annotated[_Filter, Field(description="A field of the image's metadata, by name.")] = ""
    value: Annotated[
        Annotated[str, Text(500, min_length=0)], Field(description="What the field says.")
    ] = ""

    @field_validator("similarity_to", "length_to", "seconds_to", "rating_to")
    @classmethod
    def _in_order(cls, last: float | None, info: ValidationInfo) -> float | None:
        first = info.data.get((info.field_name or "").replace("_to", "_from"))
        if first is not None and last is not None and last < first:
            raise PydanticCustomError("below_from", "This is less than where the range begins")
        return last

    @field_validator("source", "metric", "rating_from", "rating_to")
    @classmethod
    def _of_a_study(cls, said: float | str | None, info: ValidationInfo) -> float | str | None:
        if said not in (None, "") and info.data.get("study") is None:
            raise PydanticCustomError("without_study", "Say of which study")
        return said


MAX_NAMED = 1_000


class ChosenSamples(Schema):
    """Samples that are named, or all that match.

    With ``matching`` comes ``expected``: how many match as far as the lead has seen. If others have
    come or gone since, nothing is done.
    """

    samples: Annotated[list[Id], Field(max_length=MAX_NAMED)] = []
    matching: SampleFilters | None = None
    expected: Count | None = None

    @property
    def chooses(self) -> bool:
        """Whether any are chosen; otherwise all there are may be meant."""
        return bool(self.samples) or self.matching is not None


class SamplesQuery(SampleFilters, PageQuery):
    order: Annotated[Order, Field(description="As they were added if left out.")] = "number"


class NeighboursQuery(SamplesQuery):
    """The list's own query, as it stands in the list's address.

    What only the page of the list knows, such as its view, is passed over.
    """

    model_config = ConfigDict(extra="ignore")


class SamplesPage(Page[Sample]):
    """One page of samples, and how many there are in all, counted up to a limit."""

    total: int
    total_is_exact: Annotated[
        bool, Field(description="Otherwise there are more than `total`, which is the limit.")
    ]


class RatedMetric(Schema):
    key: str
    title: str


class RatedStudy(Schema):
    """A study whose scores samples can be filtered by."""

    id: int
    name: str
    lowest: int
    highest: int
    sources: Annotated[
        list[str], Field(description="Titles in order; of a comparison the second is above 0.")
    ]
    compares: Annotated[bool, Field(description="Two sources are held against one another.")]
    metrics: list[RatedMetric]


class SampleChoices(Schema):
    """What there is to filter by in a project."""

    seeds: list[str]
    people: list[Person]
    flags: Annotated[list[str], Field(description="Codes of flags that are open.")]
    fields: Annotated[list[str], Field(description="Of the metadata of the newest images.")]
    studies: Annotated[list[RatedStudy], Field(description="The newest that have scores.")]
