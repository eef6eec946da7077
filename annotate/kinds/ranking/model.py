"""A ranking as an answer, and what a study can set for it."""

from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block
from annotate.kinds.scoring import Help, Reasons, Title

MAX_TEXTS = 20
Rank = Annotated[int, Field(strict=True, ge=1, le=MAX_TEXTS)]


class RankingAnswer(Record):
    """The rank of each text, in the order in which they are shown: 1 is the best.

    Ranks are dense: 1, 2, 2, 3 with two texts tied for the second place. None is not ranked yet.
    """

    ranks: Annotated[tuple[Rank | None, ...], Field(max_length=MAX_TEXTS)]
    justification: Block = ""


class RankingSettings(Record):
    """What is asked, whether texts may share a place, and whether reasons are asked for."""

    question: Title = "Which text describes the image best?"
    help: Help = ""
    ties: bool = Field(strict=True, default=True)
    justification: Reasons = "optional"
