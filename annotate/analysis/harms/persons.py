"""Whether the label of a box names a person: by a short list of English words.

For choosing a box to draw, where nobody waits for WordNet to be read. A label that the list lacks
names no person here; `annotate.analysis.harms.person_words` measures by WordNet, too.
"""

import re
from collections.abc import Iterable

from annotate.analysis.geometry import Box
from annotate.analysis.harms.lists import person_nouns

_ONE = """
    person man woman boy girl child baby infant toddler kid teenager adult lady gentleman guy human
    individual pedestrian player rider skier snowboarder surfer skater skateboarder cyclist biker
    batter pitcher catcher umpire referee athlete swimmer dancer singer musician guitarist drummer
    actor performer chef cook waiter waitress barista worker farmer fisherman fireman firefighter
    policeman policewoman officer soldier guard sailor pilot driver passenger student teacher doctor
    nurse patient vendor customer shopper tourist traveler traveller hiker climber runner jogger
    spectator bystander photographer speaker bride groom mother father mom dad son daughter brother
    sister grandmother grandfather parent couple family crowd team audience group
"""
_IRREGULAR = """
    people men women children ladies babies families gentlemen fishermen firemen policemen
    policewomen
"""
_NAMED = frozenset(_ONE.split()) | {noun for noun in person_nouns() if " " not in noun}
PERSONS = _NAMED | {f"{word}s" for word in _NAMED} | {*_IRREGULAR.split()}
# What several are called together says nothing without "of people", as in "group of trees".
_SEVERAL = frozenset(["couple", "family", "crowd", "team", "audience", "group"])
_SEVERAL |= {f"{word}s" for word in _SEVERAL} | {"families"}
_WORD = re.compile(r"[a-z]+(?:'s)?")
# What follows says more of the thing that was named before.
_CUTS = """
    in with on at by near behind beside under next from to who that and
"""
_CUT = frozenset(_CUTS.split())


def names_person(label: str) -> bool:
    """Return whether the thing that a label names is a person, or are people.

    >>> [names_person(label) for label in ("Young woman in red", "woman's hat", "man riding")]
    [True, False, True]
    >>> names_person("group of trees"), names_person("group of boys"), names_person("person 2")
    (False, True, True)
    """
    words = _WORD.findall(label.lower())
    cut = next(
        (at for at, word in enumerate(words) if word in _CUT or (at and word.endswith("ing"))),
        len(words),
    )
    named, _, of = " ".join(words[:cut]).partition(" of ")
    head = named.split()[-1:] or [""]
    if head[0] in _SEVERAL and of:
        return of.split()[-1] in PERSONS
    return head[0] in PERSONS


def largest_person(marked: Iterable[tuple[str, Box]]) -> Box | None:
    """Return the box of the largest person among labelled boxes; None where there is none.

    >>> largest_person([("dog", Box(x=0, y=0, width=90, height=90)),
    ...                 ("boy", Box(x=1, y=1, width=5, height=5))]).width
    5.0
    """
    boxes = [box for label, box in marked if names_person(label)]
    return max(boxes, key=lambda box: box.width * box.height, default=None)
