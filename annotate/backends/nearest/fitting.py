"""From measured items to an index: which blocks count, and how far a likeness reaches."""

from collections.abc import Sequence

import numpy as np

from annotate.analysis.randomness import generator
from annotate.backends.nearest import metric
from annotate.backends.nearest.features import BLOCKS
from annotate.backends.nearest.index import Index, Items
from annotate.backends.nearest.metric import NEIGHBOURS, Weights

# A little further than objects of different pictures lie from one another.
_REACH_SHARE, _REACH_SLACK = 99, 1.25
FAR = 1e9  # nothing is beyond it


def fit(
    objects: Items, images: Items, *, searched: frozenset[int], seed: int
) -> tuple[Index, float | None]:
    """Return the index, and which share of objects is named right by its neighbours.

    `searched` are the samples in which regions were looked for. Neighbours are those in other
    pictures; the share is None where there is no other.
    """
    by_label = _some(objects, range(len(objects)), seed)
    described = _some(objects, _with_text(objects), seed)
    viewed = _some(images, range(len(images)), seed)
    weights = {
        "labels": _learned(by_label, texts=False),
        "objects": _learned(described, texts=True),
        "images": _learned(viewed, texts=True),
    }
    reach, right = _checked(by_label, weights["labels"])
    return Index(objects, images, weights, reach, searched), right


def _with_text(items: Items) -> list[int]:
    return [place for place, text in enumerate(items.texts) if text]


def _some(items: Items, places: Sequence[int], seed: int) -> Items:
    """Return as many items as can be compared with each other, drawn."""
    if len(places) > metric.MOST_COMPARED:
        drawn = generator(seed, "nearest", "items").sample(list(places), metric.MOST_COMPARED)
        places = sorted(drawn)
    return items.chosen(places)


def _learned(items: Items, *, texts: bool) -> Weights:
    if len(items) < 2:
        return dict.fromkeys(BLOCKS, 1.0)
    agreement = metric.alike(items.texts) if texts else metric.same_labels(items.labels)
    return metric.learned(items.vectors, items.samples, agreement)


def _checked(items: Items, weights: Weights) -> tuple[float, float | None]:
    """Return how far the nearest of another picture is at most, and how often it is right."""
    if len(items) < 2:
        return FAR, None
    vectors = metric.scaled(items.vectors, weights)
    squared = metric.squared_distances(vectors, vectors)
    squared[items.samples[:, None] == items.samples[None, :]] = np.inf
    nearest = np.sqrt(squared.min(axis=1))
    usable = np.isfinite(nearest) & np.array([bool(label) for label in items.labels])
    if not usable.any():
        return FAR, None
    reach = float(np.percentile(nearest[usable], _REACH_SHARE)) * _REACH_SLACK
    order = metric.nearest(squared, min(NEIGHBOURS, len(items)))
    counts = metric.by_rank(order.shape[1])
    same = metric.same_labels(items.labels)
    shares = (np.take_along_axis(same, order, axis=1) * counts).sum(axis=1) / counts.sum()
    return reach or FAR, round(float((shares[usable] > 0.5).mean()), 4)
