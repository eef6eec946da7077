"""Figures of agreement as rows of a table: each with its number of items and its interval."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from annotate.analysis.agreement import (
    NO_BOXES,
    NO_TEXTS,
    NO_VOTES,
    Label,
    box_agreement,
    caption_similarity,
)
from annotate.analysis.agreement_intervals import (
    Images,
    images_of,
    intervals_of,
    mean_interval_of_items,
    no_interval,
    pairs_interval,
    ratio,
)
from annotate.analysis.alpha_intervals import alpha_interval, ordinal_alpha_interval
from annotate.analysis.geometry import Box
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

INTERVAL = Message("measure_interval")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One figure for a table: a stable name, a title, the figure and how many items it rests on.

    ``interval`` has the figure and the number of images that were drawn; ``assumption`` says what
    the interval takes for granted.
    """

    name: str
    title: Message
    interval: Interval
    n: int
    explanation: Message
    assumption: Message = INTERVAL

    @property
    def value(self) -> float | Undefined:
        return self.interval.mean


def label_measures(
    name: str,
    title: str | Message,
    items: Iterable[Sequence[Label | None]],
    images: Images = None,
) -> list[Measure]:
    """Return alpha and pairwise agreement of one question over all items, as rows of a table."""
    labels = list(items)
    return [
        _of_labels(f"{name}.alpha", title, "measure_alpha", "measure_alpha_nominal", labels,
                   alpha_interval(labels, images)),
        _of_labels(f"{name}.agreement", title, "measure_pairs", "measure_pairs_text", labels,
                   pairs_interval(labels, images)),
    ]  # fmt: skip


def score_measures(
    name: str, title: str | Message, items: Sequence[Sequence[int | None]], images: Images = None
) -> list[Measure]:
    """Return the same of scores with an order: alpha is that for ordinal data."""
    _, pairs = label_measures(name, title, items, images)
    alpha = ordinal_alpha_interval(items, images)
    explained = ("measure_alpha", "measure_alpha_ordinal")
    return [_of_labels(f"{name}.alpha", title, *explained, items, alpha), pairs]


def _of_labels(
    name: str,
    what: str | Message,
    title: str,
    explanation: str,
    items: Sequence[Sequence[Label | None]],
    figure: Interval,
) -> Measure:
    """A figure of one question; ``title`` and ``explanation`` are codes of the catalogue."""
    return Measure(
        name=name,
        title=Message(title, what=what),
        interval=figure,
        n=sum(sum(label is not None for label in item) > 1 for item in items),
        explanation=Message(explanation),
    )


def vote_measures(
    criteria: Mapping[str, str],
    items: Iterable[Sequence[Mapping[str, bool | None]]],
    images: Images = None,
) -> list[Measure]:
    """Return for each criterion (key to title) its share of yes, alpha and pairwise agreement.

    ``items`` has for each judged answer what each person voted, by criterion.

    >>> votes = [[{"true": True}, {"true": True}], [{"true": True}, {"true": False}]]
    >>> [(m.name, m.value) for m in vote_measures({"true": "True"}, votes)]
    [('true.yes', 0.75), ('true.alpha', 0.0), ('true.agreement', 0.5)]
    """
    ballots = list(items)
    measures = []
    for key, title in criteria.items():
        votes = [[ballot.get(key) for ballot in item] for item in ballots]
        measures += [_yes(key, title, votes, images), *label_measures(key, title, votes, images)]
    return measures


def _yes(key: str, title: str, votes: Sequence[Sequence[bool | None]], images: Images) -> Measure:
    counts = [
        (sum(vote is True for vote in item), sum(vote is not None for vote in item))
        for item in votes
    ]
    return Measure(
        name=f"{key}.yes",
        title=Message("measure_yes", what=title),
        interval=share_interval(counts, images),
        n=sum(all_ for _, all_ in counts),
        explanation=Message("measure_yes_text"),
    )


def share_interval(
    counts: Sequence[tuple[int, int]], images: Images = None, nothing: Undefined = NO_VOTES
) -> Interval:
    """Return a share, of which each item has a part and a whole, with its interval.

    Worked example: 2 of 2 votes on one image and 1 of 2 on the other; draws have 1, 3/4 or 1/2.

    >>> share_interval([(2, 2), (1, 2)])
    Interval(mean=0.75, low=0.5, high=1.0, n=2)
    """
    known = [
        (count, image)
        for count, image in zip(counts, images_of(counts, images), strict=True)
        if count[1]
    ]
    if not known:
        return no_interval(nothing)
    return intervals_of([ratio([count for count, _ in known], [image for _, image in known])])[0]


def caption_measures(texts: Iterable[Sequence[str]], images: Images = None) -> list[Measure]:
    values = [caption_similarity(own) for own in texts]
    interval = mean_interval_of_items(values, images, nothing=NO_TEXTS)
    return [mean_measure("captions.similarity", "measure_captions", values, interval)]


def box_measures(items: Iterable[Sequence[Sequence[Box]]], images: Images = None) -> list[Measure]:
    values = [box_agreement(answers) for answers in items]
    interval = mean_interval_of_items(values, images, nothing=NO_BOXES)
    return [mean_measure("boxes.iou", "measure_boxes", values, interval)]


def mean_measure(
    name: str, title: str, values: Sequence[float | Undefined], interval: Interval
) -> Measure:
    """A mean over items; its explanation has the code of its title with ``_text``."""
    return Measure(
        name=name,
        title=Message(title),
        interval=interval,
        n=sum(not isinstance(value, Undefined) for value in values),
        explanation=Message(f"{title}_text"),
    )
