"""What the model is asked, and the places in a question that are filled in."""

import re
from collections.abc import Iterable, Mapping, Sequence

from annotate.backends.base import Hint, LabelledBox

# What each place stands for, by question.
OF_IMAGE = {
    "objects": "the labels of its objects, one per line",
    "hints": "what else is known of the image, one line each",
}
OF_OBJECT = {"label": "what the object is called"}
OF_OBJECTS = {
    "most": "how many objects there may be at most",
    "box": "how a box is written",
}
PLACES: Mapping[str, Mapping[str, str]] = {
    "prompt_image": OF_IMAGE,
    "prompt_object": OF_OBJECT,
    "prompt_objects": OF_OBJECTS,
}

IMAGE = """\
Describe this image for somebody who cannot see it, in one flowing text. Begin with what the whole \
image shows. Then tell of each important object: what it is, its colours, material, shape, texture \
and any text on it, how many there are, where it is and how it stands to the others. Close with \
the background, the light and the style of the picture. Say only what can be seen. Write plain \
text without headings or lists.

Objects that were found in it:
{objects}

What else is known of it:
{hints}"""

OBJECT = """\
This is a part of an image that shows: {label}. Describe this object in one to three sentences: \
what it is, its colours, material, shape, texture, state and any text on it. Say only what can be \
seen, and nothing of what surrounds it. Write plain text."""

OBJECTS = """\
List the salient objects of this image, the most important first, at most {most}. Name each with a \
few words, such as "red kite" or "left window", and give the box around the whole of it, {box}.
Answer with JSON alone, in this form:
{"objects": [{"label": "red kite", "box": [n, n, n, n]}]}
Where there is nothing to list, answer {"objects": []}."""

_PLACE = re.compile(r"\{(\w+)\}")
NOTHING = "(nothing)"


def explained(places: Mapping[str, str]) -> str:
    """What a lead is told of the places of a question.

    >>> explained({"label": "its name"})
    '{label} stands for its name.'
    """
    meanings = [f"{{{name}}} stands for {meaning}" for name, meaning in places.items()]
    return f"{', '.join(meanings)}."


def unknown_places(template: str, known: Mapping[str, str]) -> list[str]:
    """The places of a question that nothing is known for; braces of JSON are none.

    >>> unknown_places('{label} in {colour}, as {"box": []}', {"label": ""})
    ['colour']
    """
    return [name for name in _PLACE.findall(template) if name not in known]


def filled(template: str, values: Mapping[str, str]) -> str:
    """Fill in a question. What is filled in is not filled in again.

    >>> filled('{label} {"a": 1}', {"label": "{label}"})
    '{label} {"a": 1}'
    """
    return _PLACE.sub(lambda place: values.get(place.group(1), place.group(0)), template)


def about_image(template: str, objects: Sequence[LabelledBox], hints: Sequence[Hint]) -> str:
    return filled(
        template,
        {
            "objects": _lines(item.label for item in objects),
            "hints": _lines(f"{hint.label}: {hint.value}" for hint in hints),
        },
    )


def _lines(values: Iterable[str]) -> str:
    return "\n".join(f"- {value}" for value in values) or NOTHING


def for_objects(template: str, *, most: int, order: str, span: int, size: tuple[int, int]) -> str:
    """The question for the objects of an image that is sent in this size."""
    return filled(template, {"most": str(most), "box": box_words(order, span, size)})


def box_words(order: str, span: int, size: tuple[int, int]) -> str:
    """How a box is to be written.

    >>> box_words("xyxy", 1000, (0, 0))
    'as [left, top, right, bottom] in whole numbers from 0 to 1000 across and down the image'
    """
    names = {
        "xyxy": "[left, top, right, bottom]",
        "yxyx": "[top, left, bottom, right]",
        "xywh": "[left, top, width, height]",
    }
    across = (
        f"in whole numbers from 0 to {span} across and down the image"
        if span
        else f"in pixels of the image, which is {size[0]} wide and {size[1]} high"
    )
    return f"as {names[order]} {across}"
