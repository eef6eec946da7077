"""Boxes of answers, as JSON has them, in the coordinates of other formats."""

from collections.abc import Mapping

from annotate.analysis.geometry import NORMALISED_MAX


def normalised(box: Mapping[str, float], width: int, height: int) -> list[str]:
    """Return [ymin, xmin, ymax, xmax] from 0 to 999 as strings, as the IIW release writes them.

    The same as `geometry.normalise`, which a test compares it with, without making models of
    the millions of boxes of a large project.

    >>> normalised({"x": 0, "y": 100, "width": 640, "height": 100}, 640, 400)
    ['250', '0', '500', '999']
    """
    left, top = box["x"], box["y"]
    right, bottom = round(left + box["width"], 2), round(top + box["height"], 2)
    # At most a hundredth of a pixel of a submitted box is outside the image.
    return [
        str(int(top / height * NORMALISED_MAX + 0.5) if top > 0 else 0),
        str(int(left / width * NORMALISED_MAX + 0.5) if left > 0 else 0),
        str(int(bottom / height * NORMALISED_MAX + 0.5) if bottom < height else NORMALISED_MAX),
        str(int(right / width * NORMALISED_MAX + 0.5) if right < width else NORMALISED_MAX),
    ]
