"""How consistently each image of a source is described."""

from collections.abc import Sequence

from annotate.analysis.specificity import rarity, specificity
from annotate.analysis.text_reports.model import Measured, Text, by_image, measured, without
from annotate.analysis.undefined import Undefined, defined
from annotate.analysis.wordnet import wordnet
from annotate.messages import Message

NAMES = ("specificity", "images", "alone")
_NO_TWO = Undefined(Message("specificity_without_two_texts"))
_NOTHING = Undefined(Message("texts_without_meaning"))


def consistency(texts: Sequence[Text]) -> Measured:
    """Return the mean over images of the command ``specificity``, and that of each image.

    ``columns`` follow the images in the order of :func:`by_image`. Images with a single text have
    no figure (``alone``), yet count for how rare words are.
    """
    whole = by_image(texts)
    several = sum(1 for own in whole.values() if len(own) > 1)
    words = wordnet() if several else _NO_TWO
    if isinstance(words, Undefined):
        return without(NAMES, words)
    known = rarity([*whole.values(), *([text.text] for text in texts if not text.image)])
    scores = [defined(specificity(own, known, words).score) for own in whole.values()]
    there = [value for value in scores if value is not None]
    return measured(
        {
            "specificity": sum(there) / len(there) if there else _NOTHING,
            "images": len(there),
            "alone": len(whole) - several,
        },
        {"specificity": scores},
    )
