"""How the inputs and outputs of the seven tasks are written, and how outputs are read again.

IIW App. C says what goes in and what comes out; only the words of the last task are the paper's
(§4.2: “Generate a detailed image description.”). A model must be asked in the words it was trained
with, so whoever asks one takes them from here.

Boxes are `[ymin, xmin, ymax, xmax]` (App. C.1, after Pix2Seq), whole numbers from 0 to 999 of the
picture's height and width, as in the released data (`geometry.normalise`): short to write for a
model, and independent of the size at which it sees the picture.
"""

import re
from typing import NamedTuple

from annotate.analysis.geometry import NORMALISED_MAX, Box, NormalisedBox, normalise

DETAILED_DESCRIPTION = "Generate a detailed image description."
LABEL_LIST = (
    "List the labels of the salient objects in the image in alphabetical order, one per line."
)
GROUNDED_LABEL_LIST = (
    "List the salient objects in the image in alphabetical order of their labels, one per line:"
    " the label, then its bounding box as [ymin, xmin, ymax, xmax] from 0 to 999."
)

_BOX = re.compile(r"\[\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\]")


class Grounded(NamedTuple):
    label: str
    box: NormalisedBox


def box_text(box: Box, width: int, height: int) -> str:
    """Write a pixel box as the tasks have it.

    >>> box_text(Box(x=0, y=100, width=640, height=100), 640, 400)
    '[250, 0, 500, 999]'
    """
    return f"[{', '.join(map(str, normalise(box, width=width, height=height)))}]"


def grounding(label: str, description: str) -> str:
    return (
        "Give the bounding box of the object as [ymin, xmin, ymax, xmax] from 0 to 999.\n"
        f"Label: {label}\nDescription: {description}"
    )


def label_prediction(box: str | None) -> str:
    """Ask for the label of what is in a box; None: the picture is the crop."""
    if box is None:
        return "Name the object in the image."
    return f"Name the object in the bounding box {box} of the image."


def object_description(box: str | None, label: str) -> str:
    """Ask for the description of a labelled object in a box; None: the picture is the crop."""
    if box is None:
        return f"Describe the object in the image in detail.\nLabel: {label}"
    return f"Describe the object in the bounding box {box} of the image in detail.\nLabel: {label}"


def elaboration(description: str) -> str:
    return f"Elaborate this description of the image.\nDescription: {description}"


def box_in(text: str) -> NormalisedBox | None:
    """Read the first box in a text; None where there is none with an area on the grid.

    >>> box_in("It is at [250, 0, 500, 999].")
    NormalisedBox(ymin=250, xmin=0, ymax=500, xmax=999)
    >>> box_in("[500, 0, 250, 999]") is None
    True
    """
    match = _BOX.search(text)
    if match is None:
        return None
    box = NormalisedBox(*map(int, match.groups()))
    ordered = box.ymin < box.ymax <= NORMALISED_MAX and box.xmin < box.xmax <= NORMALISED_MAX
    return box if ordered else None


def grounded_in(text: str) -> list[Grounded]:
    """Read a grounded label list; lines that are none are left out.

    >>> grounded_in("red kite [0, 10, 20, 30]\\nand more")
    [Grounded(label='red kite', box=NormalisedBox(ymin=0, xmin=10, ymax=20, xmax=30))]
    """
    lines = ((line, _BOX.search(line)) for line in text.splitlines())
    pairs = ((line[: at.start()].strip(" \t-*:"), box_in(line)) for line, at in lines if at)
    return [Grounded(label, box) for label, box in pairs if label and box is not None]
