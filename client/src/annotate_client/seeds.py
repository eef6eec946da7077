"""What a model of yours says of an image, in the words of a project's recipe.

A seed is given as what comes to hand: a text, a dictionary with ``text`` and ``objects``, or a
`Seed`. Which stage of the recipe it belongs to is looked up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotate_client.errors import Misused
from annotate_client.values import Recipe

# The kinds of a stage that take a text, the wanted one first; and the one that takes objects.
_TEXTS = ("description.v1", "caption.v1")
_OBJECTS = ("objects.v1",)
# Of ImageInWords: whole numbers from 0 to this.
_GRID = 999


@dataclass(frozen=True)
class Box:
    """A box in pixels of the upright image, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @classmethod
    def from_corners(cls, left: float, top: float, right: float, bottom: float) -> "Box":
        """The box between two corners, as torchvision and most detectors give it."""
        return cls(left, top, right - left, bottom - top)

    @classmethod
    def from_grid(
        cls, ymin: int, xmin: int, ymax: int, xmax: int, *, width: int, height: int
    ) -> "Box":
        """The box of four numbers from 0 to 999 (ImageInWords, Gemini) in an image of this size."""
        return cls.from_corners(
            xmin * width / _GRID, ymin * height / _GRID, xmax * width / _GRID, ymax * height / _GRID
        )

    @classmethod
    def of(cls, given: Any) -> "Box":
        """A box as it comes: a `Box`, a dictionary, or the four numbers of COCO.

        >>> Box.of([1, 2, 30, 40])
        Box(x=1, y=2, width=30, height=40)
        """
        if isinstance(given, Box):
            return given
        if isinstance(given, Mapping):
            return cls(given["x"], given["y"], given["width"], given["height"])
        numbers = [float(each) for each in given]
        if len(numbers) != 4:
            raise Misused(f"A box has four numbers, x, y, width and height; this one has {given}.")
        return cls(*numbers)

    def as_json(self) -> dict[str, float]:
        return {
            "x": round(self.x, 2),
            "y": round(self.y, 2),
            "width": round(self.width, 2),
            "height": round(self.height, 2),
        }


@dataclass(frozen=True)
class Object:
    """Something in an image; most recipes want a description of it, also in a seed."""

    label: str
    box: Box
    description: str = ""

    @classmethod
    def of(cls, given: Any) -> "Object":
        if isinstance(given, Object):
            return given
        try:
            return cls(given["label"], Box.of(given["box"]), given.get("description", ""))
        except (KeyError, TypeError, AttributeError):
            raise Misused(
                f"An object needs a label and a box; this one is {given!r}.\n"
                'What to do: give {"label": "cup", "box": [x, y, width, height]}, '
                "with a description where the recipe wants one."
            ) from None


@dataclass(frozen=True)
class Seed:
    """What people start from on one image.

    Attributes:
        text: for the stage in which people write.
        objects: for the stage in which people draw; the most salient first.
        stages: whole answers by the key of their stage, for everything else.
    """

    text: str | None = None
    objects: Sequence[Object] | None = None
    stages: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, given: Any) -> "Seed":
        """A seed as it comes: a text, a dictionary, or a `Seed`."""
        if isinstance(given, Seed):
            return given
        if isinstance(given, str):
            return cls(text=given)
        if not isinstance(given, Mapping):
            raise Misused(f"A seed is a text, a dictionary or a Seed; this one is {given!r}.")
        parts = dict(given)
        text, objects = parts.pop("text", None), parts.pop("objects", None)
        if isinstance(objects, Mapping):
            # A whole answer, for a stage that is called so.
            parts["objects"], objects = objects, None
        made = None if objects is None else [Object.of(each) for each in objects]
        return cls(text=text, objects=made, stages=parts)

    def answers(self, recipe: Recipe) -> dict[str, Any]:
        """The answers it stands for, by the key of their stage.

        Raises:
            Misused: the recipe has no stage for it.
        """
        answers = dict(self.stages)
        if self.text is not None:
            answers[_stage(recipe, _TEXTS, "a text")] = {"text": self.text}
        if self.objects is not None:
            answers[_stage(recipe, _OBJECTS, "objects")] = {"objects": _numbered(self.objects)}
        return answers


def _numbered(objects: Sequence[Object]) -> list[dict[str, Any]]:
    return [
        {
            "id": f"o{number}",
            "label": each.label,
            "box": each.box.as_json(),
            "description": each.description,
            "derived_from": [],
        }
        for number, each in enumerate(objects, start=1)
    ]


def _stage(recipe: Recipe, kinds: Sequence[str], what: str) -> str:
    for kind in kinds:
        for stage in recipe.stages:
            if stage.kind == kind:
                return stage.key
    stages = ", ".join(stage.key for stage in recipe.stages)
    raise Misused(
        f"The recipe {recipe.name} has no stage that takes {what}; its stages are {stages}.\n"
        'What to do: give a whole answer by the key of its stage: {"ocr": {"tokens": […]}}.'
    )
