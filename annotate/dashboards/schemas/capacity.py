"""Whether there are people enough for what a recipe asks."""

from typing import Annotated

from pydantic import Field

from annotate.core.schemas import Schema


class StageNeed(Schema):
    stage: str
    title: str
    title_code: str | None
    needed: Annotated[
        int, Field(description="Different people that one sample needs in this stage at most.")
    ]
    here: Annotated[
        int, Field(description="Members who may work now and are in every team it asks for.")
    ]
    short: Annotated[int, Field(description="How many more it takes; 0 where there are enough.")]
    teams: Annotated[
        list[str], Field(description="The names of the teams it asks for; none asks everybody.")
    ]


class Capacity(Schema):
    """Of people who may work now: annotators, and whoever else has worked here."""

    needed: Annotated[
        int, Field(description="Different people that one sample needs in all stages together.")
    ]
    here: Annotated[int, Field(description="Members who may work now.")]
    active: Annotated[int, Field(description="Of these, who worked here in the last 14 days.")]
    short: Annotated[int, Field(description="How many more it takes; 0 where there are enough.")]
    stages: list[StageNeed]
