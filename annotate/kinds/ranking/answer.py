"""The answer to a ranking."""

from typing import Annotated

from pydantic import Field

from annotate.kinds.base import Record
from annotate.kinds.fields import Block

MAX_TEXTS = 20
Rank = Annotated[int, Field(strict=True, ge=1, le=MAX_TEXTS)]


class RankingAnswer(Record):
    """The rank of each text, in the order in which they are shown: 1 is the best.

    Ranks are dense: 1, 2, 2, 3 with two texts tied for the second place. None is not ranked yet.
    """

    ranks: Annotated[tuple[Rank | None, ...], Field(max_length=MAX_TEXTS)]
    justification: Block = ""
