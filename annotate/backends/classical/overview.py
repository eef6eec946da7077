"""A text about a whole image: what stands out first, then each region, then light and colour."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten

from annotate.backends.base import Box, Hint, LabelledBox
from annotate.backends.classical.measures import Facts
from annotate.backends.classical.sentences import (
    article,
    capitalised,
    colours_phrase,
    is_own,
    listed,
    percent,
    place_phrase,
    texture_phrase,
)

LONGEST_HINT = 200  # characters
MOST_REGIONS = 8  # a longer list would be read by nobody; the objects themselves remain

# Hints that can bear on what is seen; others (licence, photographer, source) are left out.
TELLING_HINTS = frozenset(
    {"title", "caption", "subject", "event", "artist", "style", "genre", "period", "year", "date"}
    | {"medium", "technique", "material", "place", "location", "city", "country"}
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Part:
    """One object of the image: its box, its measured facts and what the text calls it.

    label: its own label, quoted unless it is one of this back end's. name: the same with an
    ordinal where several objects are labelled alike.
    """

    box: Box
    facts: Facts
    label: str
    name: str


def describe_image(
    whole: Facts, parts: Sequence[Part], hints: Sequence[Hint], *, is_grey: bool
) -> str:
    """Compose the text. `parts` come in order of saliency."""
    parts = parts[:MOST_REGIONS]
    sentences = [_summary(whole, parts, is_grey=is_grey)]
    sentences += [_region(part, parts[:index]) for index, part in enumerate(parts)]
    sentences += [_light(whole), _palette(whole), _hints(hints)]
    return " ".join(sentence for sentence in sentences if sentence)


def named_parts(objects: Sequence[LabelledBox], facts: Sequence[Facts]) -> list[Part]:
    """Give every object a name that is its own: repeated labels become "first …", "second …"."""
    labels = [item.label for item in objects]
    parts = []
    for index, (item, fact) in enumerate(zip(objects, facts, strict=True)):
        label = name = item.label if is_own(item.label) else f"“{item.label}”"
        if labels.count(item.label) > 1:
            place = labels[: index + 1].count(item.label) - 1
            name = f"{ORDINALS[min(place, len(ORDINALS) - 1)]} {label}"
        parts.append(Part(box=item.box, facts=fact, label=label, name=name))
    return parts


def relation(box: Box, other: Box) -> str:
    """How `box` lies to `other`: "inside", "around", "left of", "right of", "above", "below".

    Inside means that nine tenths of it are within the other. Otherwise the direction between the
    centres decides, measured in units of the boxes' sizes so that long boxes are judged fairly.
    """
    wide = min(box.x + box.width, other.x + other.width) - max(box.x, other.x)
    high = min(box.y + box.height, other.y + other.height) - max(box.y, other.y)
    common = max(wide, 0) * max(high, 0)
    if common >= 0.9 * box.width * box.height:
        return "inside"
    if common >= 0.9 * other.width * other.height:
        return "around"
    across = (box.x + box.width / 2) - (other.x + other.width / 2)
    down = (box.y + box.height / 2) - (other.y + other.height / 2)
    if abs(across) / (box.width + other.width) >= abs(down) / (box.height + other.height):
        return "left of" if across < 0 else "right of"
    return "above" if down < 0 else "below"


def _summary(whole: Facts, parts: Sequence[Part], *, is_grey: bool) -> str:
    if is_grey:
        opening = f"An image in shades of grey, {_without_many(whole)}"
    else:
        opening = capitalised(f"{article(colours_phrase(whole.colours))} image")
    if parts:
        first = parts[0]
        what = article(first.label) if is_own(first.label) else f"what is labelled {first.label}"
        return f"{opening}, in which {what} {place_phrase(first.facts.place)} stands out."
    if whole.contrast < 1.5 and whole.texture == "smooth":
        return f"{opening}, even all over and without visible structure."
    return f"{opening}, in which no single area stands out."


def _without_many(whole: Facts) -> str:
    return colours_phrase(whole.colours).removeprefix("many-coloured, ")


def _hints(hints: Sequence[Hint]) -> str:
    telling = [
        f"the {hint.label.strip().lower()} “{shorten(hint.value, LONGEST_HINT, placeholder='…')}”"
        for hint in hints
        if hint.value.strip() and set(hint.label.lower().split()) & TELLING_HINTS
    ]
    return f"The metadata gives {listed(telling)}." if telling else ""


def _region(part: Part, earlier: Sequence[Part]) -> str:
    facts = part.facts
    look = f"{colours_phrase(facts.colours)} and {texture_phrase(facts)}"
    if is_own(part.name):
        look = texture_phrase(facts)
    size = f"covers {percent(facts.share)} of the image"
    if not earlier:
        return f"It is {look} and {size}."
    anchor = min(earlier, key=lambda other: _distance(part.box, other.box))
    where = capitalised(relation(part.box, anchor.box))
    return (
        f"{where} the {anchor.name}, {place_phrase(facts.place)}, the {part.name} is {look} and "
        f"{size}."
    )


def _distance(one: Box, other: Box) -> float:
    across = (one.x + one.width / 2) - (other.x + other.width / 2)
    down = (one.y + one.height / 2) - (other.y + other.height / 2)
    return across**2 + down**2


def _light(whole: Facts) -> str:
    if whole.lightness >= 65:
        light = "bright"
    elif whole.lightness >= 35:
        light = "of medium brightness"
    else:
        light = "dark"
    if whole.contrast >= 24:
        contrast = "strong"
    elif whole.contrast >= 10:
        contrast = "moderate"
    else:
        contrast = "little"
    slopes = [
        text
        for text, step in (
            ("the lower half is lighter than the upper", whole.lighter_below),
            ("the upper half is lighter than the lower", -whole.lighter_below),
            ("the right half is lighter than the left", whole.lighter_right),
            ("the left half is lighter than the right", -whole.lighter_right),
        )
        if step >= 8
    ]
    ending = f"; {listed(slopes)}" if slopes else ""
    return f"Overall the image is {light}, with {contrast} contrast{ending}."


def _palette(whole: Facts) -> str:
    if len(whole.colours) < 2:
        return ""
    shares = [f"{item.name} ({round(100 * item.share)} %)" for item in whole.colours[:4]]
    return f"Its main colours are {listed(shares)}."
