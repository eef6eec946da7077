"""What the formats read of an answer, as corrected where somebody corrected its spelling."""

from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Answer, Exported
from annotate.kinds.capabilities import MarkedObject, MarksObjects, WritesImageText


def image_text(sample: Exported, answer: Answer[WritesImageText]) -> str:
    given, kind = answer
    return sample.text(given, kind.text_path, kind.image_text(decode(given.value_json)))


def marked_objects(sample: Exported, answer: Answer[MarksObjects]) -> list[MarkedObject]:
    """In order, with descriptions as corrected."""
    given, kind = answer
    objects = kind.marked_objects(decode(given.value_json))
    for place, marked in enumerate(objects):
        path = kind.description_path(place)
        marked["description"] = sample.text(given, path, marked["description"])
    return objects
