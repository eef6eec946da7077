"""How far independent texts about the same image agree, counted while samples pass by.

As dashboards measure it: the mean word Jaccard of all pairs of texts of an image, then over images,
with an interval that draws images anew. The texts count as they were submitted.
"""

from array import array
from collections.abc import Iterator, Mapping
from typing import Any

from annotate.analysis.agreement import NO_TEXTS, caption_similarity
from annotate.analysis.agreement_intervals import mean_interval_of_items
from annotate.analysis.undefined import Undefined
from annotate.exchange.exports.base import decode
from annotate.exchange.exports.reading import Exported, kind_able
from annotate.kinds.capabilities import WritesImageText
from annotate.projects.recipes import Recipe
from annotate.workflow.models import Annotation

TITLE = "Mean Jaccard similarity of words among texts written side by side"


class SideBySide:
    """Of every stage in which several people write about an image, none knowing of the others."""

    def __init__(self, recipe: Recipe) -> None:
        # A number for each image with two texts or more: a million images take 8 MB.
        self._values: dict[str, array[float]] = {
            stage.key: array("d")
            for stage in recipe.stages
            if stage.mode == "parallel" and isinstance(stage.kind_object, WritesImageText)
        }

    def add(self, sample: Exported) -> None:
        for stage, values in self._values.items():
            similarity = caption_similarity(list(_own_texts(sample, stage)))
            if not isinstance(similarity, Undefined):
                values.append(similarity)

    def as_json(self) -> list[dict[str, Any]]:
        """One entry for each stage; what cannot be computed is None."""
        return [_figures(stage, values) for stage, values in self._values.items()]


def sentence(figures: Mapping[str, Any]) -> str:
    """The same in words.

    >>> known = {"stage": "caption", "images": 12, "similarity_mean": 0.41}
    >>> sentence(known | {"low": 0.3, "high": 0.5})
    'caption: 0.41 over 12 images (95% interval 0.3 to 0.5)'
    >>> sentence(known | {"images": 1, "low": None, "high": None})
    'caption: 0.41 over 1 image (no interval)'
    """
    images = f"{figures['images']:,} image{'' if figures['images'] == 1 else 's'}"
    has_ends = figures["low"] is not None and figures["high"] is not None
    ends = f"95% interval {figures['low']} to {figures['high']}" if has_ends else ""
    return (
        f"{figures['stage']}: {figures['similarity_mean']} over {images} ({ends or 'no interval'})"
    )


def sentences(statistics: Mapping[str, Any]) -> list[str]:
    """Of all stages that have a figure; releases of earlier installations have none."""
    rows = statistics.get("agreement", ())
    return [sentence(row) for row in rows if row["similarity_mean"] is not None]


def _own_texts(sample: Exported, stage: str) -> Iterator[str]:
    """That two people could not see is no likeness of wording: canned texts do not enter it."""
    for row in sample.rounds:
        if row.stage_key != stage or row.origin == Annotation.Origin.MODEL or not row.number:
            continue
        kind, value = kind_able(row.kind, WritesImageText), decode(row.value_json)
        if kind is not None and kind.says_something(value):
            yield kind.image_text(value)


def _figures(stage: str, values: "array[float]") -> dict[str, Any]:
    found = mean_interval_of_items(values, nothing=NO_TEXTS)
    return {
        "stage": stage,
        "images": found.n,
        "similarity_mean": _rounded(found.mean),
        "low": _rounded(found.low),
        "high": _rounded(found.high),
    }


def _rounded(value: float | Undefined) -> float | None:
    return None if isinstance(value, Undefined) else round(value, 4)
