"""Procedurally drawn scenes whose truth is known: coloured shapes on plain backgrounds."""

import math
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from PIL import Image, ImageDraw

from annotate.analysis.geometry import Box
from annotate.analysis.randomness import generator

SIDE = 96
COLOURS = {
    "red": (214, 40, 40),
    "green": (46, 160, 67),
    "blue": (38, 84, 200),
    "yellow": (240, 200, 20),
}
SHAPES = ("circle", "square", "triangle")
FILLS = ("plain", "striped")
BACKGROUNDS = {"white": (250, 250, 250), "grey": (150, 150, 150), "black": (16, 16, 16)}
# Where the objects of a scene stand, by how many there are and how they are arranged.
PLACES: dict[tuple[int, str], tuple[tuple[str, float, float], ...]] = {
    (1, "row"): (("in the middle", 0.5, 0.5),),
    (2, "row"): (("on the left", 0.26, 0.5), ("on the right", 0.74, 0.5)),
    (2, "column"): (("at the top", 0.5, 0.26), ("at the bottom", 0.5, 0.74)),
}


class Thing(NamedTuple):
    """One object of a scene: what people would call it, where it is, and what they would say."""

    label: str
    box: Box
    description: str


class Scene(NamedTuple):
    """A picture and the truth about it, in the words of a careful annotator."""

    image: Image.Image
    objects: tuple[Thing, ...]
    description: str


def draw(seed: int, *, most: int = 2) -> Scene:
    """Draw the scene of a seed: the same for the same seed, with one object up to `most`."""
    random = generator(seed, "scene")
    background = random.choice(list(BACKGROUNDS))
    image = Image.new("RGB", (SIDE, SIDE), BACKGROUNDS[background])
    layouts = [key for key in PLACES if key[0] <= most]
    # As many scenes of one object as of two.
    count = random.choice(sorted({count for count, _ in layouts}))
    places = PLACES[random.choice([key for key in layouts if key[0] == count])]
    objects, sentences = [], []
    for place, across, down in places:
        fill, colour, shape = (random.choice(list(each)) for each in (FILLS, COLOURS, SHAPES))
        box = _box(random, across, down)
        _draw(image, box, fill, colour, shape)
        # Never an article that depends on the next letter: one thing less to learn.
        named = f"{fill} {colour} {shape}"
        # Nothing of what surrounds it: a square fills its crop.
        objects.append(Thing(label=shape, box=box, description=f"A {named}."))
        sentences.append(f"A {named} is {place}.")
    sentences.append(f"The background is {background}.")
    return Scene(image=image, objects=tuple(objects), description=" ".join(sentences))


def sentences_of_all() -> Sequence[str]:
    """Return enough texts to hold every word of this world, for making a tokenizer."""
    described = [draw(seed) for seed in range(200)]
    return [text for scene in described for text in (scene.description, scene.objects[0].label)]


def _box(random: Random, across: float, down: float) -> Box:
    side = random.randrange(26, 41)
    left = across * SIDE - side / 2 + random.uniform(-4, 4)
    top = down * SIDE - side / 2 + random.uniform(-4, 4)
    edge = SIDE - side
    x, y = (round(min(max(each, 0), edge)) for each in (left, top))
    return Box(x=x, y=y, width=side, height=side)


def _draw(image: Image.Image, box: Box, fill: str, colour: str, shape: str) -> None:
    side = int(box.width)
    mask = Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mask)
    last = side - 1
    if shape == "circle":
        pen.ellipse((0, 0, last, last), fill=255)
    elif shape == "square":
        pen.rectangle((0, 0, last, last), fill=255)
    else:
        pen.polygon([(0, last), (last / 2, 0), (last, last)], fill=255)
    ink = Image.new("RGB", (side, side), COLOURS[colour])
    if fill == "striped":
        stripes = ImageDraw.Draw(ink)
        width = max(3, math.ceil(side / 8))
        for top in range(width, side, 2 * width):
            stripes.rectangle((0, top, last, top + width - 1), fill=(255, 120, 220))
    image.paste(ink, (int(box.x), int(box.y)), mask)
