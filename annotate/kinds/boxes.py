"""What is wrong with a box: shared by the kinds that have boxes."""

from collections.abc import Iterator

from annotate.analysis.geometry import Box, area, overhang
from annotate.kinds.base import Stimulus
from annotate.kinds.problems import Problem

# Two numbers rounded to two decimals can add up to this much too much.
ROUNDING = 0.01


def check_box(box: Box, path: str, stimulus: Stimulus, noun: str) -> Iterator[Problem]:
    """Yield a box without size and a box that reaches out of the image."""
    if not area(box):
        message = (
            f"The box is {box.width:g} x {box.height:g} pixels and covers nothing."
            f" Draw it again or remove the {noun}."
        )
        yield Problem(code="box_without_size", path=path, message=message)
    over = overhang(box, width=stimulus.width, height=stimulus.height)
    sides = [
        f"{pixels:.2f} px beyond the {side} edge".replace(".00 ", " ")
        for side, pixels in zip(over._fields, over, strict=True)
        if pixels > ROUNDING
    ]
    if sides:
        message = (
            f"The box reaches {' and '.join(sides)} of the {stimulus.width} x {stimulus.height}"
            " image. Move or shrink it to fit inside."
        )
        yield Problem(code="box_outside_image", path=path, message=message)
