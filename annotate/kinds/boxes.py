"""What is wrong with a box: shared by the kinds that have boxes."""

from collections.abc import Iterator

from annotate.analysis.geometry import Box, area, overhang
from annotate.kinds.base import Stimulus
from annotate.kinds.problems import Problem
from annotate.messages import Message

# Two numbers rounded to two decimals can add up to this much too much.
ROUNDING = 0.01


def check_box(box: Box, path: str, stimulus: Stimulus) -> Iterator[Problem]:
    """Yield a box without size and a box that reaches out of the image."""
    if not area(box):
        message = Message("box_without_size", width=box.width, height=box.height)
        yield Problem.about(path, message)
    over = overhang(box, width=stimulus.width, height=stimulus.height)
    sides = [
        Message(f"beyond_{side}_edge", pixels=round(pixels, 2))
        for side, pixels in zip(over._fields, over, strict=True)
        if pixels > ROUNDING
    ]
    if sides:
        yield Problem.about(
            path,
            Message(
                "box_outside_image",
                sides=sides,
                width=str(stimulus.width),
                height=str(stimulus.height),
            ),
        )
