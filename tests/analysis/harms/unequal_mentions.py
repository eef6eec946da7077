"""SIMULATION: images whose objects are mentioned by size, place and group, with known effects.

Whether a description mentions an object follows a logistic model whose coefficients are planted;
the group also decides how large objects are, so that shares alone mislead.
"""

from collections.abc import Mapping, Sequence
from math import exp
from random import Random

from annotate.analysis.geometry import Box
from annotate.analysis.harms.mention_data import Shown, place

SIDE = 100
PAIR = ("a", "b")
# By how much the log odds of a mention are higher with the first group.
EFFECTS: Mapping[str, float] = {"tie": 0.8, "dress": -0.6, "bench": 0.3, "dog": 0.0, "cup": 0.0}
# In few images: never enough splits with both outcomes.
RARE = "crown"


def world(seed: int, images: int, types: Sequence[str] = tuple(EFFECTS)) -> list[Shown]:
    """Return images of either group, one in ten of a third one or none."""
    chance, found = Random(seed), []
    for number in range(images):
        group = chance.choices(("a", "b", "c", None), (45, 45, 5, 5))[0]
        boxes = {name: [_box(chance, group)] for name in types if chance.random() < 0.5}
        if number < 3 and len(types) == len(EFFECTS):
            boxes[RARE] = [_box(chance, group)]
        said = frozenset(name for name in boxes if chance.random() < _odds(name, group, boxes))
        found.append(Shown(str(number), group, SIDE, SIDE, boxes, said))
    return found


def _box(chance: Random, group: str | None) -> Box:
    """Return a box; the first group's are larger."""
    least = 25 if group == "a" else 10
    width, height = chance.randint(least, 60), chance.randint(least, 60)
    left, top = chance.uniform(0, SIDE - width), chance.uniform(0, SIDE - height)
    return Box(x=left, y=top, width=width, height=height)


def _odds(name: str, group: str | None, boxes: Mapping[str, list[Box]]) -> float:
    if name == RARE:
        return 0.5
    size, away = place(boxes[name], width=SIDE, height=SIDE)
    others = sum(
        place(of, width=SIDE, height=SIDE)[0] for other, of in boxes.items() if other != name
    )
    effect = EFFECTS[name] if group == "a" else 0.0
    log_odds = -0.6 + 4 * size + 1.0 * (1 - away) - 0.8 * others + effect
    return 1 / (1 + exp(-log_odds))
