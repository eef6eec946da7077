"""Which pages a project has a use for."""

from typing import Annotated, Literal

from pydantic import Field

from annotate.core.schemas import Schema

OptionalPage = Literal[
    "rounds",
    "stopping",
    "batches",
    "gold",
    "spelling",
    "qualification",
    "crowd",
    "payments",
    "learning",
    "seed_quality",
    "order",
    "webhooks",
    "studies",
    "texts",
    "files",
    "enrichments",
    "reasoning",
    "second_reader",
    "groups",
    "harms",
]


class PagesInUse(Schema):
    pages: Annotated[
        list[OptionalPage],
        Field(description="Of the pages that not every project needs: those that show something."),
    ]
