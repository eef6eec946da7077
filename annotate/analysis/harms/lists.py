"""Word lists of the measurements: data with source and licence, and files of one's own."""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

_DATA = Path(__file__).parent / "data"
_DEMEANING = "judgment"
_LOOKING = (" looking", "-looking")
MISSING = Undefined(Message("demeaning_nouns_missing"))


@dataclass(frozen=True, slots=True)
class Demeaning:
    """Synsets and words that demean; ``objects`` says why where its list is missing.

    ``words`` are listed adjectives that WordNet has not; they count as they stand.
    """

    attributes: frozenset[SynsetId]
    words: frozenset[str]
    objects: frozenset[SynsetId] | Undefined = field(default=MISSING)


@cache
def list_data(name: str) -> dict[str, Any]:
    """Return a list of this package with its ``source``, ``licence`` and ``version``."""
    found: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text("utf-8"))
    return found


@cache
def person_nouns() -> frozenset[str]:
    """Nouns that name somebody by who they are, in the singular: *woman*, *female*, *senior*."""
    nouns = list_data("identity_words")["nouns"]
    return frozenset(
        word for values in nouns.values() for words in values.values() for word in words
    )


def demeaning(meanings: Meanings, objects: frozenset[SynsetId] | None = None) -> Demeaning:
    """Return what counts as demeaning (Wang et al. 2022, §4.2.1).

    Attributes are van Miltenburg's adjectives of judgement, each as its most common synset
    (``odd looking`` as ``odd``); objects the unsafe synsets of Yang et al. 2020, if given.
    """
    synsets, words = set[SynsetId](), set[str]()
    for word in list_data("people_descriptors")["categories"][_DEMEANING]:
        for ending in _LOOKING:
            word = word.removesuffix(ending)
        senses = meanings.senses(word, "attribute")
        if senses.common is None or senses.relaxed or " " in word:
            words.add(word)
        else:
            synsets.add(senses.common)
    return Demeaning(frozenset(synsets), frozenset(words), MISSING if objects is None else objects)


def synsets_of_file(text: str, meanings: Meanings) -> frozenset[SynsetId]:
    """Read synsets, one at the start of each line: ``n10787470`` or ``wuss.n.01``.

    What follows a tab, comma or space, empty lines and lines with # are left. Raises ValueError
    with the line that names no synset.
    """
    found = set[SynsetId]()
    for number, line in enumerate(text.splitlines(), start=1):
        name = line.partition("#")[0].replace(",", " ").replace("\t", " ").strip().partition(" ")[0]
        if not name:
            continue
        is_id = len(name) == 9 and name[0] in "nvar" and name[1:].isdigit()
        synset = name if is_id else meanings.id_of(name)
        if synset is None:
            raise ValueError(f"line {number}: {name} names no synset")
        found.add(synset)
    return frozenset(found)
