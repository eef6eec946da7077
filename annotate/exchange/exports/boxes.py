"""Boxes of answers, as JSON has them, in the coordinates of other formats."""

from collections.abc import Mapping
from math import floor

from annotate.analysis.geometry import NORMALISED_MAX


def normalised(box: Mapping[str, float], width: int, height: int) -> list[str]:
    """Return [ymin, xmin, ymax, xmax] from 0 to 999 as strings, as the IIW release writes them.

    The same as `geometry.normalise`, which a test compares it with, without making models of
    the millions of boxes of a large project.

    >>> normalised({"x": 0, "y": 100, "width": 640, "height": 100}, 640, 400)
    ['250', '0', '500', '999']
    """
    x, y = box["x"], box["y"]
    return [
        _on_grid(y, height),
        _on_grid(x, width),
        _on_grid(round(y + box["height"], 2), height),
        _on_grid(round(x + box["width"], 2), width),
    ]


def _on_grid(value: float, size: int) -> str:
    inside = 0.0 if value < 0 else size if value > size else value
    return str(min(NORMALISED_MAX, floor(inside / size * NORMALISED_MAX + 0.5)))
