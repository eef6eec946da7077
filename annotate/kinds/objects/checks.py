"""Each check of a Task 1 answer, one function each."""

from collections.abc import Iterator

from annotate.analysis.text import is_blank
from annotate.kinds.base import Stimulus
from annotate.kinds.boxes import check_box
from annotate.kinds.objects.answer import ImageObject, ObjectsAnswer
from annotate.kinds.objects.settings import ObjectsSettings
from annotate.kinds.problems import Problem

MAX_LABEL_CHARACTERS = 200


def check_count(answer: ObjectsAnswer, settings: ObjectsSettings) -> Iterator[Problem]:
    """Yield too few or too many objects."""
    count = len(answer.objects)
    if count > settings.max_objects:
        message = (
            f"There are {count} objects; at most {settings.max_objects} are allowed."
            " Remove the least salient or merge similar ones."
        )
        params = {"count": count, "max": settings.max_objects}
        yield Problem(code="too_many_objects", path="objects", message=message, params=params)
    if count < settings.min_objects:
        message = f"There are {count} objects; mark at least {settings.min_objects}."
        params = {"count": count, "min": settings.min_objects}
        yield Problem(code="too_few_objects", path="objects", message=message, params=params)


def check_object(
    item: ImageObject, path: str, stimulus: Stimulus, settings: ObjectsSettings
) -> Iterator[Problem]:
    """Yield what is wrong with one object."""
    yield from _check_label(item.label, f"{path}.label")
    yield from check_box(item.box, f"{path}.box", stimulus, "object")
    yield from _check_description(item.description, f"{path}.description", settings)


def _check_label(label: str, path: str) -> Iterator[Problem]:
    if is_blank(label):
        yield Problem(code="label_empty", path=path, message="Name this object with a label.")
    elif len(label) > MAX_LABEL_CHARACTERS:
        message = (
            f"The label has {len(label):,} characters; at most {MAX_LABEL_CHARACTERS} are allowed."
            " Move the detail to the description."
        )
        params = {"count": len(label), "max": MAX_LABEL_CHARACTERS}
        yield Problem(code="label_too_long", path=path, message=message, params=params)


def _check_description(text: str, path: str, settings: ObjectsSettings) -> Iterator[Problem]:
    limit = settings.max_description_characters
    if settings.description_required and is_blank(text):
        yield Problem(code="description_missing", path=path, message="Describe this object.")
    elif len(text) > limit:
        message = (
            f"The description has {len(text):,} characters, {len(text) - limit:,} more than"
            f" the limit of {limit:,}. Shorten it."
        )
        params = {"count": len(text), "max": limit}
        yield Problem(code="description_too_long", path=path, message=message, params=params)
