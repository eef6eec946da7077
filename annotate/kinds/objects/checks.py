"""Each check of a Task 1 answer, one function each."""

from collections.abc import Iterator

from annotate.analysis.text import is_blank
from annotate.kinds.base import Stimulus
from annotate.kinds.boxes import check_box
from annotate.kinds.objects.answer import ImageObject, ObjectsAnswer
from annotate.kinds.objects.settings import ObjectsSettings
from annotate.kinds.problems import Problem
from annotate.messages import Message

MAX_LABEL_CHARACTERS = 200


def check_count(answer: ObjectsAnswer, settings: ObjectsSettings) -> Iterator[Problem]:
    """Yield too few or too many objects."""
    count = len(answer.objects)
    if count > settings.max_objects:
        message = Message("too_many_objects", count=count, limit=settings.max_objects)
        yield Problem.about("objects", message)
    if count < settings.min_objects:
        message = Message("too_few_objects", count=count, fewest=settings.min_objects)
        yield Problem.about("objects", message)


def check_object(
    item: ImageObject, path: str, stimulus: Stimulus, settings: ObjectsSettings
) -> Iterator[Problem]:
    """Yield what is wrong with one object."""
    yield from _check_label(item.label, f"{path}.label")
    yield from check_box(item.box, f"{path}.box", stimulus)
    yield from _check_description(item.description, f"{path}.description", settings)


def _check_label(label: str, path: str) -> Iterator[Problem]:
    if is_blank(label):
        yield Problem.about(path, Message("label_empty"))
    elif len(label) > MAX_LABEL_CHARACTERS:
        message = Message("label_too_long", length=len(label), limit=MAX_LABEL_CHARACTERS)
        yield Problem.about(path, message)


def _check_description(text: str, path: str, settings: ObjectsSettings) -> Iterator[Problem]:
    limit = settings.max_description_characters
    if settings.description_required and is_blank(text):
        yield Problem.about(path, Message("description_missing"))
    elif len(text) > limit:
        over = len(text) - limit
        message = Message("description_too_long", length=len(text), over=over, limit=limit)
        yield Problem.about(path, message)
