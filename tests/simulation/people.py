"""SIMULATED annotators, who know what was drawn in each picture. No figure here is about people.

They treat what they inherit as a careful person would: what is true and well put is left as it
is, the rest is mended. How long that takes is a model with round numbers (`Pace`), stated here and
used for every version alike; only differences between versions mean anything.
"""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis.geometry import Box, iou
from annotate.analysis.matching import match
from annotate.analysis.overlap import edit_distance
from annotate.analysis.tokens import words

Json = dict[str, Any]

# A box that covers this much of what was drawn is taken for it; one this good is left as it is.
SAME_THING = 0.5
TIGHT = 0.85


@dataclass(frozen=True)
class Thing:
    """What was drawn: its name, where it is, and what may be said of it."""

    label: str
    box: Box
    description: str


@dataclass(frozen=True)
class Truth:
    """All that was drawn in a picture, and its description sentence by sentence."""

    things: tuple[Thing, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Pace:
    """Seconds of the model: to look, to read a word, to write or strike one, to set a box."""

    look: float = 5.0
    read: float = 0.25
    write: float = 1.5
    draw: float = 8.0
    adjust: float = 4.0
    remove: float = 2.0


@dataclass(frozen=True)
class Work:
    """An answer and how long it took in the model."""

    answer: Json
    seconds: float


class Annotator:
    """One simulated person. `slip` is how often a sentence is forgotten where nobody wrote one."""

    def __init__(self, seed: int, *, slip: float = 0.1, pace: Pace | None = None) -> None:
        self._random = random.Random(seed)
        self._slip = slip
        self._pace = pace or Pace()

    def answer(self, task: Json, truth: Truth) -> Work:
        """Do one task, of objects or of a description."""
        if task["stage"]["kind"] == "objects.v1":
            return self._objects(task["start"]["objects"], truth)
        return self._description(task["start"]["text"], truth)

    def _objects(self, inherited: Sequence[Json], truth: Truth) -> Work:
        seconds = self._pace.look
        pairs = match([_box(each) for each in inherited], [each.box for each in truth.things])
        found = {pair.right: inherited[pair.left] for pair in pairs if pair.iou >= SAME_THING}
        kept = {each["id"] for each in found.values()}
        seconds += self._pace.remove * sum(each["id"] not in kept for each in inherited)
        objects: list[Json] = []
        for place, thing in enumerate(truth.things):
            given = found.get(place)
            seconds += self._pace.draw if given is None else 0
            mended, spent = self._mended(given, thing)
            objects.append(mended)
            seconds += spent
        return Work({"objects": objects}, seconds)

    def _mended(self, given: Json | None, thing: Thing) -> tuple[Json, float]:
        if given is None:
            new = {"id": uuid.uuid4().hex[:12], "derived_from": []}
            return {**new, **_as_json(thing)}, self._typing(
                "", f"{thing.label} {thing.description}"
            )
        moved = iou(_box(given), thing.box) < TIGHT
        seconds = self._typing(given["label"], thing.label)
        seconds += self._typing(given["description"], thing.description)
        mended = {**given, "label": thing.label, "description": thing.description}
        if moved:
            mended["box"] = _as_json(thing)["box"]
        return mended, seconds + (self._pace.adjust if moved else 0)

    def _description(self, inherited: str, truth: Truth) -> Work:
        said = set(sentences(inherited))
        wanted = [
            each for each in truth.sentences if each in said or self._random.random() >= self._slip
        ]
        text = " ".join(wanted or truth.sentences[:1])
        return Work({"text": text}, self._pace.look + self._typing(inherited, text))

    def _typing(self, before: str, after: str) -> float:
        """Reading what is there, then mending it or writing anew, whichever is quicker."""
        old, new = words(before), words(after)
        mending = edit_distance(old, new)
        return self._pace.read * len(old) + self._pace.write * min(mending, len(new))


def sentences(text: str) -> list[str]:
    """Return the sentences of a drawn picture's description, as the pictures word them.

    >>> sentences("A red star. It is small.")
    ['A red star.', 'It is small.']
    """
    return [f"{each.strip().rstrip('.')}." for each in text.split(". ") if each.strip()]


def _box(given: Json) -> Box:
    return Box(**given["box"])


def _as_json(thing: Thing) -> Json:
    box = thing.box
    sides = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    return {"label": thing.label, "box": sides, "description": thing.description}
