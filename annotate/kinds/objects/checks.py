"""Each check of a Task 1 answer, one function each."""

from collections import Counter
from collections.abc import Iterator

from annotate.analysis.geometry import Box, area, overhang
from annotate.analysis.text import is_blank
from annotate.kinds.base import Stimulus
from annotate.kinds.objects.answer import ImageObject, ObjectsAnswer
from annotate.kinds.objects.settings import ObjectsSettings
from annotate.kinds.problems import Problem

MAX_LABEL_CHARACTERS = 200
# Two numbers rounded to two decimals can add up to this much too much.
ROUNDING = 0.01


def check_count(answer: ObjectsAnswer, settings: ObjectsSettings) -> Iterator[Problem]:
    """Yield too few or too many objects."""
    count = len(answer.objects)
    if count > settings.max_objects:
        message = (
            f"There are {count} objects; at most {settings.max_objects} are allowed."
            " Remove the least salient or merge similar ones."
        )
        yield Problem(code="too_many_objects", path="objects", message=message)
    if count < settings.min_objects:
        message = f"There are {count} objects; mark at least {settings.min_objects}."
        yield Problem(code="too_few_objects", path="objects", message=message)


def check_ids(answer: ObjectsAnswer) -> Iterator[Problem]:
    """Yield every object whose id an earlier object has."""
    seen: Counter[str] = Counter()
    for index, item in enumerate(answer.objects):
        if seen[item.id]:
            message = f"Another object has the id {item.id!r}; each needs its own."
            yield Problem(code="duplicate_id", path=f"objects[{index}].id", message=message)
        seen[item.id] += 1


def check_lineage(answer: ObjectsAnswer, base: ObjectsAnswer) -> Iterator[Problem]:
    """Yield every reference to an object that the base does not have."""
    known = {item.id for item in base.objects}
    for index, item in enumerate(answer.objects):
        for place, key in enumerate(item.derived_from):
            if key not in known:
                message = f"It started from no object with the id {key!r}; remove the reference."
                path = f"objects[{index}].derived_from[{place}]"
                yield Problem(code="unknown_derived_from", path=path, message=message)


def check_object(
    item: ImageObject, path: str, stimulus: Stimulus, settings: ObjectsSettings
) -> Iterator[Problem]:
    """Yield what is wrong with one object."""
    yield from _check_label(item.label, f"{path}.label")
    yield from _check_box(item.box, f"{path}.box", stimulus)
    yield from _check_description(item.description, f"{path}.description", settings)


def _check_label(label: str, path: str) -> Iterator[Problem]:
    if is_blank(label):
        yield Problem(code="label_empty", path=path, message="Name this object with a label.")
    elif len(label) > MAX_LABEL_CHARACTERS:
        message = (
            f"The label has {len(label):,} characters; at most {MAX_LABEL_CHARACTERS} are allowed."
            " Move the detail to the description."
        )
        yield Problem(code="label_too_long", path=path, message=message)


def _check_box(box: Box, path: str, stimulus: Stimulus) -> Iterator[Problem]:
    if not area(box):
        message = (
            f"The box is {box.width:g} x {box.height:g} pixels and covers nothing."
            " Draw it again or remove the object."
        )
        yield Problem(code="box_without_size", path=path, message=message)
    over = overhang(box, width=stimulus.width, height=stimulus.height)
    sides = [
        f"{pixels:.2f} px beyond the {side} edge".replace(".00 ", " ")
        for side, pixels in zip(over._fields, over, strict=True)
        if pixels > ROUNDING
    ]
    if sides:
        message = (
            f"The box reaches {' and '.join(sides)} of the {stimulus.width} x {stimulus.height}"
            " image. Move or shrink it to fit inside."
        )
        yield Problem(code="box_outside_image", path=path, message=message)


def _check_description(text: str, path: str, settings: ObjectsSettings) -> Iterator[Problem]:
    limit = settings.max_description_characters
    if settings.description_required and is_blank(text):
        yield Problem(code="description_missing", path=path, message="Describe this object.")
    elif len(text) > limit:
        message = (
            f"The description has {len(text):,} characters, {len(text) - limit:,} more than"
            f" the limit of {limit:,}. Shorten it."
        )
        yield Problem(code="description_too_long", path=path, message=message)
