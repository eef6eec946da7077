"""Pictures that are drawn, so that everything in them is known: no photograph, no person."""

import itertools
from pathlib import Path

from tests.backends.tiny import scenes
from tests.simulation.people import Thing, Truth, sentences

# The pictures of a project; what a base model was taught comes from other numbers.
FIRST = 100_000


def draw(folder: Path, count: int) -> dict[str, Truth]:
    """Write so many pictures into a folder; return what is true of each by its file name."""
    folder.mkdir(parents=True, exist_ok=True)
    truths: dict[str, Truth] = {}
    seen: set[bytes] = set()
    for number in itertools.count(FIRST):
        if len(truths) == count:
            break
        scene = scenes.draw(number)
        pixels = scene.image.tobytes()
        if pixels in seen:  # a project takes each picture once
            continue
        seen.add(pixels)
        name = f"scene-{len(truths):05}.png"
        scene.image.save(folder / name)
        things = tuple(Thing(each.label, each.box, each.description) for each in scene.objects)
        truths[name] = Truth(things, tuple(sentences(scene.description)))
    return truths
