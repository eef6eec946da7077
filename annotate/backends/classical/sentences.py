"""Plain English for measured facts. The same facts always give the same words."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten

from annotate.backends.base import Box, Hint, LabelledBox
from annotate.backends.classical.colour import term_of
from annotate.backends.classical.measures import Colour, Facts

# Words this back end gives to what it found itself. Any other label was chosen by a person or
# another model; it is quoted and not vouched for.
OWN_NOUNS = ("region", "area", "spot", "band", "column")


def label_of(facts: Facts) -> str:
    """A label that claims nothing but colour and, when it is telling, shape or size.

    Example: a region of 70% dark red that is four times as wide as high is a "dark red band".
    """
    return f"{' and '.join(_main_colours(facts.colours)) or 'many-coloured'} {_noun(facts)}"


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
    """The colours that matter: "white", "mostly white", "white and red" or "many-coloured, …".

    Forms of one term count together: 40% orange and 30% light orange are "mostly orange".
    """
    named = _main_colours(colours)
    if not named:
        return f"many-coloured, mainly {colours[0].name}"
    if len(named) == 2:
        return listed(named)
    return named[0] if colours[0].share >= 0.9 else f"mostly {named[0]}"


def texture_phrase(facts: Facts) -> str:
    """The texture as an adjective."""
    return {"smooth": "smooth", "fine": "fine-textured", "coarse": "coarse-textured"}[facts.texture]


def percent(share: float) -> str:
    """A share (0-1) as "about 12%"; never "0%" for something that exists."""
    if share >= 0.995:
        return "all"
    if share < 0.01:
        return "less than 1%"
    return f"about {round(100 * share)}%"


def place_phrase(place: str) -> str:
    """A field of the 3 x 3 grid with its preposition."""
    preposition = {"top": "at", "bottom": "at", "left": "on", "right": "on"}.get(place, "in")
    return f"{preposition} the {place}"


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


def _main_colours(colours: Sequence[Colour]) -> list[str]:
    """The one or two names that cover most of a region; none when it takes more to do so."""
    terms: dict[str, list[Colour]] = {}
    for item in colours:
        terms.setdefault(term_of(item.name), []).append(item)
    ranked = sorted(terms.values(), key=lambda forms: -sum(form.share for form in forms))
    covered = 0.0
    names = []
    for forms in ranked[:2]:
        total = sum(form.share for form in forms)
        # A form leads only if it covers most of its term; else the plain term is the fair name.
        leads = forms[0].share >= 0.6 * total
        names.append(forms[0].name if leads else term_of(forms[0].name))
        covered += total
        if covered >= 0.6:
            return names
    return []


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
    named = _main_colours(colours) or [colours[0].name]
    rest = [item.name for item in colours if item.name not in named and item.share >= 0.07]
    if not rest:
        return ""
    return f"Smaller parts of it are {listed(rest[:3])}."


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
    alike = facts.around in (_main_colours(facts.colours) or [facts.colours[0].name])
    around = "what is around it" if alike else f"the {facts.around} around it"
    if facts.difference < 8:
        return f"It differs only a little from {around}."
    degree = "clearly" if facts.difference >= 30 else "somewhat"
    return f"It stands out {degree} from {around}."


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
    shares = [f"{item.name} ({round(100 * item.share)}%)" for item in whole.colours[:4]]
    return f"Its main colours are {listed(shares)}."
