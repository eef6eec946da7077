"""Field types that several kinds use.

Their texts follow the rule at the head of :mod:`annotate.analysis.text`.
"""

from typing import Annotated

from pydantic import BeforeValidator, StringConstraints, ValidationInfo

from annotate.analysis import text
from annotate.messages import Message

# Bounds of storage, well above every limit a project can set: a draft over a project's limit must
# still be kept.
MAX_LINE = 2_000
MAX_BLOCK = 200_000


def _line(value: object, info: ValidationInfo) -> object:
    return _cleaned(value, info, one_line=True)


def _block(value: object, info: ValidationInfo) -> object:
    return _cleaned(value, info, one_line=False)


def _cleaned(value: object, info: ValidationInfo, *, one_line: bool) -> object:
    if not isinstance(value, str):
        return value
    if info.context and info.context.get("draft"):
        return text.without_controls(value)
    if text.has_overlong_marks(value):
        raise ValueError(Message("too_many_accents"))
    return text.clean_line(value) if one_line else text.clean_block(value)


Line = Annotated[str, BeforeValidator(_line), StringConstraints(max_length=MAX_LINE)]
Block = Annotated[str, BeforeValidator(_block), StringConstraints(max_length=MAX_BLOCK)]
Identifier = Annotated[
    str, StringConstraints(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_-]+$")
]
