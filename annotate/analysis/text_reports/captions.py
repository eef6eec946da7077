"""How texts score against those of another source, and how people do against one another."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from annotate.analysis.captions import (
    METRICS,
    Scores,
    document_frequency,
    evaluate,
    evaluate_people,
    mean_of_runs,
)
from annotate.analysis.text_reports.model import Measured, Text, by_image, measured, without
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

COUNTED = ("items", "images", "left_out", "references_per_item")
_NONE_SHARED = Undefined(Message("no_image_in_references"))
_NO_TWO = Undefined(Message("no_image_of_two_texts"))


def scores(
    texts: Sequence[Text],
    references: Mapping[str, Sequence[str]],
    *,
    images: Collection[str] | None = None,
    leave_out: Mapping[str, Undefined] | None = None,
) -> Measured:
    """Return the scores of the command ``captions``: each text against all references of its image.

    Args:
        references: texts by image; texts of other images are left out and counted.
        images: count no others, so that sources are compared on the same images.
        leave_out: metrics that are not to be computed, and why.
    """
    skipped = leave_out or {}
    wanted = set(references) if images is None else set(references) & set(images)
    places = [place for place, text in enumerate(texts) if text.image in wanted]
    if not places:
        return no_scores(_NONE_SHARED)
    candidates = [texts[place].text for place in places]
    against = [references[texts[place].image] for place in places]
    images_scored = dict.fromkeys(texts[place].image for place in places)
    # An image is one document for CIDEr-D, however many of its texts are scored.
    frequency = document_frequency(references[image] for image in images_scored)
    by_metric = evaluate(candidates, against, frequency=frequency, without=list(skipped))
    return measured(
        {
            "items": len(places),
            "images": len(images_scored),
            "left_out": len(texts) - len(places),
            "references_per_item": sum(map(len, against)) / len(places),
            **{name: _mean(by_metric.get(name, skipped.get(name))) for name in METRICS},
        },
        {
            name: _placed(scores.per_item, places, len(texts))
            for name, scores in by_metric.items()
            if isinstance(scores, Scores)
        },
    )


def no_scores(why: Undefined) -> Measured:
    """Return scores none of which exists, all for one reason."""
    return without([*COUNTED, *METRICS], why)


def _mean(scores: Scores | Undefined | None) -> float | Undefined:
    if scores is None:
        return Undefined(Message("metric_not_asked"))
    return scores.mean if isinstance(scores, Scores) else scores


def _placed(values: Sequence[float], places: Sequence[int], number: int) -> list[float | None]:
    column: list[float | None] = [None] * number
    for place, value in zip(places, values, strict=True):
        column[place] = value
    return column


def people(texts: Sequence[Text], *, leave_out: Mapping[str, Undefined] | None = None) -> Measured:
    """Return how the texts of an image score against one another, one left out at a time.

    As ``captions --human`` (TextCaps §4.1), which asks for images with the same number of texts:
    those count that have as many as most images with two or more (of two such numbers the larger).
    """
    skipped = leave_out or {}
    whole = by_image(texts)
    usual = Counter(len(own) for own in whole.values() if len(own) > 1)
    if not usual:
        return without(["images", "left_out", "texts_per_image", *METRICS], _NO_TWO)
    number = max(usual, key=lambda size: (usual[size], size))
    captions = [own for own in whole.values() if len(own) == number]
    runs = evaluate_people(captions, without=list(skipped))
    return measured(
        {
            "images": len(captions),
            "left_out": len(whole) - len(captions),
            "texts_per_image": number,
            **{
                name: skipped[name]
                if name in skipped
                else mean_of_runs([run[name] for run in runs])
                for name in METRICS
            },
        }
    )
