"""People who are there and not mentioned (Wang et al. 2022, §4.2.2).

Of the images in which the boxes of people cover more than a tenth, the share of those whose
description mentions nobody, by the group of the largest person and by stage. What the boxes cover
is their union: two people one before the other do not count twice. The boxes come from the stage
that is taken as the truth.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from annotate.analysis.geometry import Box, clamp
from annotate.analysis.harms.inclusion import NO_GROUPS
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import difference, share
from annotate.analysis.undefined import Undefined

LEAST_COVERED = 0.1


@dataclass(frozen=True, slots=True)
class Peopled:
    """An image with the boxes of its people, and which stages mention somebody.

    A stage that is not in ``mentioned`` was not measured on this image.
    """

    image: str
    group: str | None
    width: float
    height: float
    people: Sequence[Box]
    mentioned: Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class NotMentioned:
    """Of one stage: shares of images that mention nobody, and what sets groups apart.

    ``differences`` are the share of the first group less that of the second; undefined without two
    groups. ``cases`` are the images.
    """

    stage: str
    all: Interval
    groups: Mapping[str, Interval]
    differences: Mapping[tuple[str, str], Interval] | Undefined
    cases: tuple[str, ...]


def covered(boxes: Iterable[Box], *, width: float, height: float) -> float:
    """Return the share of an image that lies in at least one of the boxes, in [0, 1].

    >>> covered([Box(x=0, y=0, width=5, height=4), Box(x=3, y=0, width=5, height=2)],
    ...         width=10, height=10)
    0.26
    """
    inside = [clamp(box, width=width, height=height) for box in boxes]
    edges = sorted({edge for box in inside for edge in (box.x, box.right)})
    whole = sum(
        (right - left) * _length([box for box in inside if box.x <= left and box.right >= right])
        for left, right in pairwise(edges)
    )
    return min(1.0, whole / (width * height))


def _length(boxes: Sequence[Box]) -> float:
    """How much of a vertical line the boxes cover."""
    length, reached = 0.0, 0.0
    for box in sorted(boxes, key=lambda box: box.y):
        length += max(0.0, box.bottom - max(box.y, reached))
        reached = max(reached, box.bottom)
    return length


def not_mentioned(
    images: Iterable[Peopled], *, least_covered: float = LEAST_COVERED
) -> list[NotMentioned]:
    """Return for each stage, in order of its name, how often people are not mentioned.

    Only images count in which people cover more than ``least_covered``. Intervals of shares are
    Wilson's, of differences Newcombe's (method 10): images are taken as independent of each other.
    """
    kept = [
        image
        for image in images
        if covered(image.people, width=image.width, height=image.height) > least_covered
    ]
    stages = sorted({stage for image in kept for stage in image.mentioned})
    return [
        _of_stage(stage, [each for each in kept if stage in each.mentioned]) for stage in stages
    ]


def _of_stage(stage: str, images: Sequence[Peopled]) -> NotMentioned:
    silent = [image for image in images if not image.mentioned[stage]]
    groups = sorted({image.group for image in images if image.group})
    counts = {
        group: (
            sum(image.group == group for image in silent),
            sum(image.group == group for image in images),
        )
        for group in groups
    }
    return NotMentioned(
        stage,
        all=share(len(silent), len(images)),
        groups={group: share(*counts[group]) for group in groups},
        differences=differences(counts),
        cases=tuple(image.image for image in silent),
    )


def differences(
    counts: Mapping[str, tuple[int, int]],
) -> dict[tuple[str, str], Interval] | Undefined:
    """Return how the shares of every two groups differ; a group has its part and its whole."""
    if len(counts) < 2:
        return NO_GROUPS
    return {
        (one, other): difference(*counts[one], *counts[other])
        for one, other in combinations(sorted(counts), 2)
    }
