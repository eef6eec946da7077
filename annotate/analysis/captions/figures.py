"""The scores of captions as figures that can be drawn anew by image, and compared in pairs."""

from collections.abc import Callable, Hashable, Mapping, Sequence

import numpy as np

from annotate.analysis.captions.bleu import bleu_of_sums
from annotate.analysis.captions.evaluation import Evaluation
from annotate.analysis.captions.model import Scores
from annotate.analysis.differences import Figure, mean_figure
from annotate.analysis.intervals import Array

Rows = Mapping[Hashable, Sequence[float]]

# What its program pools in a way of its own: as a figure it is the mean of the items.
POOLED = frozenset({"meteor"})


def caption_figures(runs: Sequence[Evaluation], images: Sequence[Hashable]) -> dict[str, Figure]:
    """Return the figures of one evaluation, or the means over several runs.

    BLEU is that of the sums of its counts (Koehn 2004, W04-3250, §3); every other score is the
    mean over the items. METEOR's program pools its statistics otherwise, so that its figure here is
    near what it prints and not the same. Words keep the weights that CIDEr-D gave them. Categories
    of a score are figures of one evaluation alone: what leave-one-out runs lack differs by run.

    Args:
        images: of what image each item is.

    >>> from annotate.analysis.captions import evaluate
    >>> scores = evaluate(["a dog", "a cat"], [["a dog"], ["a kite"]], without=["meteor"])
    >>> figures = caption_figures([scores], ["x", "y"])
    >>> figures["bleu_1"].formula(np.array([[3, 1, 0, 0, 4, 2, 0, 0, 4, 4.0]])).round(4)
    array([0.75])
    """
    figures: dict[str, Figure] = {}
    counts: Rows | None = None  # the same of all four BLEUs
    for name in runs[0] if runs else ():
        scores = [own for run in runs if isinstance(own := run.get(name), Scores)]
        if len(scores) < len(runs):
            continue
        parts = [own.parts for own in scores if own.parts is not None]
        if len(parts) == len(runs):
            counts = counts or _summed(parts, images)
            figures[name] = Figure(counts, bleu_formula(int(name[-1]), len(runs)))
        else:
            means = np.mean([own.per_item for own in scores], axis=0)
            figures[name] = mean_figure(means.tolist(), images)
        if len(scores) == 1:
            for category, values in scores[0].categories.items():
                if any(value is not None for value in values):
                    figures[f"{name}_{category}"] = mean_figure(values, images)
    return figures


def _summed(parts: Sequence[Sequence[Sequence[int]]], images: Sequence[Hashable]) -> Rows:
    """The counts of all runs side by side, added up by image."""
    rows: dict[Hashable, Array] = {}
    table = np.hstack([np.array(own, dtype=np.float64) for own in parts])
    for row, image in zip(table, images, strict=True):
        rows[image] = rows[image] + row if image in rows else row
    return {image: row.tolist() for image, row in rows.items()}


def bleu_formula(size: int, runs: int) -> Callable[[Array], Array]:
    def formula(sums: Array) -> Array:
        each = [bleu_of_sums(part)[:, size - 1] for part in np.split(sums, runs, axis=1)]
        return np.asarray(np.mean(each, axis=0))

    return formula
