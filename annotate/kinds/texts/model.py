"""What is judged together: texts, or images made from texts. There is nothing to set."""

from typing import Annotated

from pydantic import Field, StringConstraints

from annotate.kinds.base import Record
from annotate.kinds.fields import Block


class Picture(Record):
    """An image that is judged: the key of its address, which tells nothing, and its pixels."""

    key: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{36}$")]
    width: Annotated[int, Field(strict=True, gt=0)]
    height: Annotated[int, Field(strict=True, gt=0)]


class TextsAnswer(Record):
    """Either texts or images, in the order of the item; whoever judges sees them in another."""

    texts: tuple[Block, ...] = ()
    images: tuple[Picture, ...] = ()


class TextsSettings(Record):
    """There is nothing to set."""
