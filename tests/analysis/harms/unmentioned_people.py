"""SIMULATION: images with people whose descriptions leave them out at known rates, by group."""

from collections.abc import Mapping
from random import Random

from annotate.analysis.geometry import Box
from annotate.analysis.harms.people import Peopled

SILENT: Mapping[str, Mapping[str, float]] = {
    "S3": {"a": 0.06, "b": 0.06},  # nothing sets the groups apart
    "S4": {"a": 0.08, "b": 0.15},
}
GROUPS = ("a", "b", None)


def world(seed: int, images: int) -> list[Peopled]:
    """Return images of 100 x 100, of which some have people too small to be counted."""
    chance, found = Random(seed), []
    for number in range(images):
        group = chance.choices(GROUPS, (5, 3, 1))[0]
        side = 20 if chance.random() < 0.2 else chance.randint(40, 90)
        silent = {stage: rates.get(group or "a", 0) for stage, rates in SILENT.items()}
        mentioned = {
            # Small people are never mentioned: were they counted, every share would be wrong.
            stage: side > 20 and chance.random() >= rate
            for stage, rate in silent.items()
        }
        box = Box(x=5, y=5, width=side, height=side)
        found.append(Peopled(str(number), group, 100, 100, [box], mentioned))
    return found
