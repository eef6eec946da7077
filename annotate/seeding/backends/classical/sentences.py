"""Plain English for measured facts. The same facts always give the same words."""

from collections.abc import Sequence

from annotate.seeding.backends.classical.measures import Colour, Facts

# Words this back end gives to what it found itself. Any other label was chosen by a person or
# another model; it is quoted and not vouched for.
OWN_NOUNS = ("region", "area", "spot", "band", "column")


def label_of(facts: Facts) -> str:
    """A label that claims nothing but colour and, when it is telling, shape or size.

    Example: a region of 70 % dark red that is four times as wide as high is a "dark red band".
    """
    return f"{_label_colours(facts.colours)} {_noun(facts)}"


def is_own(label: str) -> bool:
    """Whether a label is one of `label_of`'s, rather than the name of a thing."""
    return label.rsplit(" ", 1)[-1] in OWN_NOUNS


def describe_region(label: str, facts: Facts) -> str:
    """Two to six sentences about one region."""
    return " ".join(
        sentence
        for sentence in (
            _opening(label, facts),
            _other_colours(facts.colours),
            _shape(facts.aspect),
            _surroundings(facts),
            _shading(facts),
            _edges(facts.touches),
        )
        if sentence
    )


def colours_phrase(colours: Sequence[Colour]) -> str:
    """The colours that matter: "white", "mostly white", "white and red" or "mainly white, …"."""
    first = colours[0]
    if first.share >= 0.9 or (len(colours) == 1 and first.share >= 0.6):
        return first.name
    if first.share >= 0.6:
        return f"mostly {first.name}"
    if len(colours) > 1 and first.share + colours[1].share >= 0.6:
        return f"{first.name} and {colours[1].name}"
    return f"many-coloured, mainly {first.name}"


def texture_phrase(facts: Facts) -> str:
    """The texture as an adjective."""
    return {"smooth": "smooth", "fine": "fine-textured", "coarse": "coarse-textured"}[facts.texture]


def percent(share: float) -> str:
    """A share (0-1) as "about 12 %"; never "0 %" for something that exists."""
    if share >= 0.995:
        return "all"
    if share < 0.01:
        return "less than 1 %"
    return f"about {round(100 * share)} %"


def place_phrase(place: str) -> str:
    """A field of the 3 x 3 grid with its preposition."""
    if place.startswith("middle "):
        return f"in the middle, at the {place.removeprefix('middle ')}"
    return f"in the {place}"


def article(phrase: str) -> str:
    """A phrase with "a" or "an" before it."""
    return f"{'an' if phrase[0].lower() in 'aeiou' else 'a'} {phrase}"


def listed(items: Sequence[str]) -> str:
    """Items with commas and "and": "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def capitalised(sentence: str) -> str:
    """A sentence with a capital first letter, the rest left alone."""
    return sentence[:1].upper() + sentence[1:]


def _label_colours(colours: Sequence[Colour]) -> str:
    first = colours[0]
    if first.share < 0.6 and len(colours) > 1 and colours[1].share >= 0.25:
        return f"{first.name} and {colours[1].name}"
    return first.name


def _noun(facts: Facts) -> str:
    if facts.aspect >= 3:
        return "band"
    if facts.aspect <= 1 / 3:
        return "column"
    if facts.share < 0.01:
        return "spot"
    return "area" if facts.share >= 0.25 else "region"


def _opening(label: str, facts: Facts) -> str:
    look = f"{colours_phrase(facts.colours)}, {texture_phrase(facts)}"
    where = f"{place_phrase(facts.place)}, covering {percent(facts.share)} of the image"
    if is_own(label):
        return f"{capitalised(article(look))} {label.rsplit(' ', 1)[-1]} {where}."
    return f"What is labelled “{label}” is {look.replace(', ', ' and ', 1)}; it lies {where}."


def _other_colours(colours: Sequence[Colour]) -> str:
    named = 2 if 0.6 > colours[0].share and len(colours) > 1 else 1
    if colours[0].share < 0.6 and sum(item.share for item in colours[:2]) < 0.6:
        named = 1
    rest = [item.name for item in colours[named : named + 3] if item.share >= 0.07]
    if not rest:
        return ""
    return f"Smaller parts of it are {listed(rest)}."


def _shape(aspect: float) -> str:
    if aspect >= 1.4:
        return f"It is about {_times(aspect)} as wide as it is tall."
    if aspect <= 1 / 1.4:
        return f"It is about {_times(1 / aspect)} as tall as it is wide."
    if 0.9 <= aspect <= 1.1:
        return "It is about as wide as it is tall."
    return ""


def _times(ratio: float) -> str:
    if 1.85 <= ratio < 2.15:
        return "twice"
    return f"{ratio:.1f} times" if ratio < 9.95 else f"{round(ratio)} times"


def _surroundings(facts: Facts) -> str:
    if facts.around is None:
        return ""
    if facts.difference < 8:
        return f"It differs only a little from the {facts.around} around it."
    if facts.difference >= 30:
        return f"It stands out clearly from the {facts.around} around it."
    return f"It stands out somewhat from the {facts.around} around it."


def _shading(facts: Facts) -> str:
    steps = {
        ("lower part", "upper part"): facts.lighter_below,
        ("right part", "left part"): facts.lighter_right,
    }
    (after, before), step = max(steps.items(), key=lambda item: abs(item[1]))
    if abs(step) >= 10:
        lighter, darker = (after, before) if step > 0 else (before, after)
        return f"Its {lighter} is lighter than its {darker}."
    if facts.contrast >= 24:
        return "Light and dark parts alternate in it."
    return ""


def _edges(touches: Sequence[str]) -> str:
    if not touches:
        return ""
    if len(touches) == 4:
        return "It reaches all four edges of the image."
    return f"It reaches the {listed(touches)} edge{'s' if len(touches) > 1 else ''} of the image."
