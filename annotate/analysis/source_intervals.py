"""How sure the figures of a report on texts are, and how far two sources lie apart.

Images are what was sampled, and the texts of one belong together: images are drawn with
replacement, each with all its texts (Efron & Tibshirani 1993, §8.3); a text without an image
stands for itself. Two sources are compared on the images that both have, each drawn with what
both wrote of it, so that hard images do not count as a difference.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from annotate.analysis import text_use
from annotate.analysis.intervals import Array, Interval, interval, resampled_sums
from annotate.analysis.text_reports import Measured
from annotate.analysis.word_classes import CLASSES

# What texts add up to, by name: numbers, or a number for each draw.
Sums = Mapping[str, Array]
Formula = Callable[[Sums], Array]
MEANS = (
    *("tokens", "sentences", *CLASSES, "meteor", "rouge_1", "rouge_2", "rouge_l", "cider", "spice"),
    *text_use.MEANS,
    *("people_texts", "people_images", "list_images"),
    *("clipscore", "refclipscore", "bert_precision", "bert_recall", "bert_f1"),
)

# A score of all texts together and no mean of theirs: only differences have an interval.
_POOLED = frozenset({"meteor"})


def _mean(name: str) -> Formula:
    return lambda sums: sums[name] / sums[_count(name)]


def _count(name: str) -> str:
    return f"number of {name}"


def _per_sentence(sums: Sums) -> Array:
    return sums["words"] / sums["sentences"]


def _smog(sums: Sums) -> Array:
    return 1.043 * np.sqrt(30 * sums["complex_words"] / sums["sentences"]) + 3.1291


# The figures that are made of sums over texts. Counts of different words are none, nor is BLEU, and
# readability is that of `annotate.analysis.readability`.
FORMULAS: Mapping[str, Formula] = {
    **{name: _mean(name) for name in (*MEANS, "specificity")},
    "tokens_per_sentence": lambda sums: sums["tokens"] / sums["sentences"],
    "ari": lambda sums: 4.71 * sums["letters"] / sums["words"] + 0.5 * _per_sentence(sums) - 21.43,
    "flesch_kincaid_038": lambda sums: (
        0.38 * _per_sentence(sums) + 11.8 * sums["syllables"] / sums["words"] - 15.59
    ),
    "fog_of_common_words": lambda sums: (
        0.4 * (_per_sentence(sums) + 100 * sums["fog_words"] / sums["words"])
    ),
    "smog": _smog,
    "ocr_coverage": lambda sums: sums["ocr_covered"] / sums["ocr_there"],
    "ocr_precision": lambda sums: sums["ocr_matched"] / sums["ocr_read"],
    "ocr_recall": lambda sums: sums["ocr_matched"] / sums["ocr_legible"],
    "ocr_f1": lambda sums: 2 * sums["ocr_matched"] / (sums["ocr_read"] + sums["ocr_legible"]),
}


def figure_intervals(
    measured: Measured, images: Sequence[str], *, seed: int
) -> dict[str, Interval]:
    """Return the interval of each figure that has one; ``n`` counts images.

    Args:
        images: of what image each row of the columns is; "" stands for itself.

    Worked example: one image of two texts and one of one; every draw has 6 tokens per text.

    >>> texts = Measured(figures={"tokens": 6.0}, columns={"tokens": [6, 6, 6]})
    >>> figure_intervals(texts, ["a", "a", "b"], seed=1)
    {'tokens': Interval(mean=6.0, low=6.0, high=6.0, n=2)}
    """
    by_unit = _by_unit(measured, images)
    names = [
        name for name in FORMULAS if name not in _POOLED and measured.figures.get(name) is not None
    ]
    if not by_unit or not names:
        return {}
    drawn = _drawn([by_unit], list(by_unit), seed)[0]
    return {
        name: interval(float(measured.figures[name] or 0), values, items=len(by_unit))
        for name in names
        if (values := _computed(name, drawn)) is not None
    }


def paired_differences(
    first: tuple[Measured, Sequence[str]], second: tuple[Measured, Sequence[str]], *, seed: int
) -> dict[str, Interval]:
    """Return how much more the second source has, over the images that both have.

    Worked example: on each of two images the second has two tokens more.

    >>> short = Measured(figures={"tokens": 6.0}, columns={"tokens": [5, 7]})
    >>> long = Measured(figures={"tokens": 8.0}, columns={"tokens": [7, 9]})
    >>> paired_differences((short, "ab"), (long, "ab"), seed=1)
    {'tokens': Interval(mean=2.0, low=2.0, high=2.0, n=2)}
    """
    sources = [_by_unit(measured, images) for measured, images in (first, second)]
    shared = [unit for unit in sources[0] if unit in sources[1] and isinstance(unit, str)]
    if not shared:
        return {}
    drawn, whole = _drawn(sources, shared, seed), _whole(sources, shared)
    found = {}
    for name in FORMULAS:
        if any(measured.figures.get(name) is None for measured, _ in (first, second)):
            continue
        own, other = (_computed(name, sums) for sums in drawn)
        before, after = (_computed(name, sums) for sums in whole)
        if own is None or other is None or before is None or after is None:
            continue
        found[name] = interval(float(after[0] - before[0]), other - own, items=len(shared))
    return found


# A unit is an image by its name, or a text that has none by its place.
Unit = str | int


def _by_unit(measured: Measured, images: Sequence[str]) -> dict[Unit, dict[str, float]]:
    """What the texts of each image add up to, column by column, and how many had a value."""
    by_unit: dict[Unit, dict[str, float]] = {}
    units: list[Unit] = [image or place for place, image in enumerate(images)]
    for name, column in {**measured.columns, **measured.parts}.items():
        for unit, value in zip(units, column, strict=True):
            if value is not None:
                sums = by_unit.setdefault(unit, {})
                sums[name] = sums.get(name, 0.0) + value
                sums[_count(name)] = sums.get(_count(name), 0.0) + 1
    return by_unit


def _columns(sources: Iterable[Mapping[Unit, Mapping[str, float]]]) -> list[str]:
    return sorted({name for by_unit in sources for sums in by_unit.values() for name in sums})


def _matrix(
    by_unit: Mapping[Unit, Mapping[str, float]], units: Sequence[Unit], names: Sequence[str]
) -> Array:
    return np.array([[by_unit[unit].get(name, 0.0) for name in names] for unit in units])


def _drawn(
    sources: Sequence[Mapping[Unit, Mapping[str, float]]], units: Sequence[Unit], seed: int
) -> list[Sums]:
    """The sums of each source in every draw; all sources share the draws."""
    names = _columns(sources)
    side_by_side = np.hstack([_matrix(by_unit, units, names) for by_unit in sources])
    drawn = resampled_sums(side_by_side, seed=seed)
    parts = np.split(drawn, len(sources), axis=1)
    return [dict(zip(names, part.T, strict=True)) for part in parts]


def _whole(
    sources: Sequence[Mapping[Unit, Mapping[str, float]]], units: Sequence[Unit]
) -> list[Sums]:
    names = _columns(sources)
    return [
        dict(zip(names, _matrix(by_unit, units, names).sum(axis=0)[:, None], strict=True))
        for by_unit in sources
    ]


def _computed(name: str, sums: Sums) -> Array | None:
    """A figure of each draw; None where its sums are not known."""
    with np.errstate(invalid="ignore", divide="ignore"):
        try:
            return FORMULAS[name](sums)
        except KeyError:
            return None
