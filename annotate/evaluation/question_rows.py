"""Read the rows of a file of visual questions in the layout of VizWiz-VQA."""

from collections.abc import Iterable, Mapping
from typing import Any

from annotate.analysis.answers import Question, most_popular
from annotate.core import errors
from annotate.evaluation.tables import Row, UnreadableFile
from annotate.evaluation.text_rows import bounded, read_all
from annotate.messages import Message

# VizWiz-VQA has 32,842 questions in all.
MAX_QUESTIONS = 100_000
MAX_ANSWERS = 50
MAX_ANSWER = 1_000
MAX_TYPES = 20


def questions_in(rows: Iterable[Row]) -> list[Question]:
    """The questions of a file in its order, each with the most popular of its answers.

    Raises:
        UnreadableFile: there are too many rows, none, or too many types of answers.
        Invalid: rows are wrong; each is named as `rows[12].answers`.
    """
    questions = read_all(bounded(rows, MAX_QUESTIONS, "file_of_many_rows"), _question)
    if not questions:
        raise UnreadableFile(Message("file_without_questions"))
    if len({question.type for question in questions}) > MAX_TYPES:
        raise UnreadableFile(Message("questions_of_many_types", limit=MAX_TYPES))
    return questions


def _question(_: int, values: Mapping[str, Any]) -> Question:
    image, kind = (_text(values, field, limit) for field, limit in _TEXTS)
    answerable = values.get("answerable", 1)
    if answerable not in (0, 1):
        raise errors.Invalid.field("answerable", Message("must_be_0_or_1"))
    return Question(image, tuple(most_popular(_answers(values))), kind, bool(answerable))


_TEXTS = (("image", 500), ("answer_type", 50))


def _text(values: Mapping[str, Any], field: str, limit: int) -> str:
    value = values.get(field)
    if not isinstance(value, str) or not value.strip() or len(value) > limit or "\0" in value:
        raise errors.Invalid.field(field, Message("must_be_text_up_to", limit=limit))
    return value.strip()


def _answers(values: Mapping[str, Any]) -> list[str]:
    given = values.get("answers")
    if not isinstance(given, list) or not 1 <= len(given) <= MAX_ANSWERS:
        raise errors.Invalid.field("answers", Message("must_be_answers", limit=MAX_ANSWERS))
    texts = [answer.get("answer") if isinstance(answer, dict) else answer for answer in given]
    for place, text in enumerate(texts):
        if not isinstance(text, str) or len(text) > MAX_ANSWER or "\0" in text:
            message = Message("must_be_text_up_to", limit=MAX_ANSWER)
            raise errors.Invalid.field(f"answers[{place}]", message)
    return [text for text in texts if isinstance(text, str)]
