"""Texts that were written elsewhere, as files of texts keep them: from whatever door they come."""

from annotate.analysis.text import clean_block, has_overlong_marks, is_blank
from annotate.core import errors
from annotate.kinds.fields import MAX_BLOCK
from annotate.messages import Message

# Of one file.
MAX_TEXTS = 250_000


def cleaned(field: str, raw: object) -> str:
    """The text as it is kept; raises Invalid naming `field`."""
    if not isinstance(raw, str):
        raise errors.Invalid.field(field, Message("must_be_text"), code="wrong_type")
    if has_overlong_marks(raw):
        raise errors.Invalid.field(field, Message("accents_follow"), code="overlong_marks")
    text = clean_block(raw)
    if is_blank(text):
        raise errors.Invalid.field(field, Message("empty_text"), code="empty")
    if len(text) > MAX_BLOCK:
        message = Message("text_too_long_to_keep", length=len(text), limit=MAX_BLOCK)
        raise errors.Invalid.field(field, message, code="too_long")
    return text
