"""Lists of samples that are kept under a name."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Changes, Schema, Text
from annotate.people.schemas import Person
from annotate.workflow import models
from annotate.workflow.schemas.sample_lists import Order, SampleFilters

Column = Literal[
    "state",
    "stage",
    "round",
    "split",
    "flags",
    "answers",
    "similarity",
    "length",
    "seconds",
    "seed",
    "text",
    "updated",
]
_Name = Annotated[str, Text(100)]
_Columns = Annotated[list[Column], Field(max_length=30)]


class ViewQuery(SampleFilters):
    """Which samples, in which order."""

    order: Order = "number"


class NewSampleView(Schema):
    name: _Name
    is_shared: Annotated[
        bool, Field(description="With all who lead and review; else its owner's alone.")
    ] = False
    query: ViewQuery = ViewQuery()
    layout: models.SampleView.Layout = models.SampleView.Layout.GRID
    columns: Annotated[_Columns, Field(description="Of the table; empty: as each likes.")] = []


class SampleViewChanges(Changes):
    name: _Name | None = None
    is_shared: bool | None = None
    query: ViewQuery | None = None
    layout: models.SampleView.Layout | None = None
    columns: _Columns | None = None


class SampleView(Schema):
    id: int
    name: str
    is_shared: bool
    owner: Person
    may_change: bool
    query: ViewQuery
    layout: models.SampleView.Layout
    columns: list[Column]
