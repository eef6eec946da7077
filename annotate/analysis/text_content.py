"""What the texts of a source name and which words they are made of, as reports on texts tell it.

The figures are those of the commands ``concepts`` and ``word-overlap`` (VizWiz-Captions §3.2, Fig.
2, 9 to 12, Table 5, Suppl. C.2). An image is one unit with all its texts; a text without an image
is one by itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from annotate.analysis.concepts import PEOPLE, Phrase, coverage, named_in, names_of
from annotate.analysis.intervals import Interval
from annotate.analysis.text_reports import NO_TEXT, Column, Measured, Text, measured, without
from annotate.analysis.undefined import Undefined
from annotate.analysis.vocabulary import (
    Counts,
    different_words,
    novel_words,
    word_overlap,
)
from annotate.analysis.word_classes import WordTagger, word_tagger
from annotate.analysis.word_counts import ALL, CLASSES, words_by_image
from annotate.messages import Message

PEOPLE_FIGURES = ("concept_images", "people_texts", "people_images")
LIST_FIGURES = ("list_images", "list_found")
OVERLAP = (
    "overlap_share",
    "overlap_shared",
    "overlap_lowest",
    "overlap_highest",
    "overlap_own_words",
    "overlap_other_words",
)
NEW = ("new_words", "new_of_words", "new_share")
MOST_NEW = 50  # of the commonest new words so many are named

_NO_LIST = Undefined(Message("no_list_of_concepts"))

# Of which texts a unit is made, by their places.
Units: TypeAlias = list[list[int]]


def units_of(texts: Sequence[Text]) -> Units:
    """Return the places of the texts of each image, in the order of the first ones.

    >>> units_of([Text("a", "one"), Text("", "two"), Text("a", "three"), Text("", "four")])
    [[0, 2], [1], [3]]
    """
    units: dict[str | int, list[int]] = {}
    for place, text in enumerate(texts):
        units.setdefault(text.image or place, []).append(place)
    return list(units.values())


def concepts_named(texts: Sequence[Text], concepts: Sequence[str]) -> Measured:
    """Return how many texts and images name people, and how far a list of concepts is named.

    ``people_texts`` is a share of texts, the others are shares of images with Wilson's intervals;
    ``list_found`` is that of the list's concepts that at least one text names. The table
    ``concepts_each`` has a row for each concept.

    Worked example: one of two images names a person, and one of two concepts is named.

    >>> found = concepts_named([Text("a", "A man"), Text("b", "A cat")], ["cat", "dog"])
    >>> found.figures["people_images"], found.figures["list_found"]
    (0.5, 0.5)
    >>> found.tables["concepts_each"]["cat"].figures
    {'concept_images': 1, 'concept_share': 0.5}
    """
    if not texts:
        return without([*PEOPLE_FIGURES, *LIST_FIGURES], NO_TEXT)
    units = units_of(texts)
    images = [[texts[place].text for place in unit] for unit in units]
    people = names_of(PEOPLE)
    in_texts = [int(bool(named_in([text.text], people))) for text in texts]
    in_images = coverage(images, PEOPLE).naming
    found = measured(
        {
            "concept_images": len(units),
            "people_texts": sum(in_texts) / len(texts),
            "people_images": in_images.mean,
            **dict.fromkeys(LIST_FIGURES, _NO_LIST),
        },
        {"people_texts": in_texts, "people_images": _first(texts, units, images, people)},
    )
    found = replace(found, intervals={"people_images": in_images})
    return _with_list(found, texts, units, images, concepts) if concepts else found


def _first(
    texts: Sequence[Text], units: Units, images: list[list[str]], names: Collection[Phrase]
) -> Column:
    """What holds for an image as a whole stands in the row of its first text."""
    column: list[float | None] = [None] * len(texts)
    for unit, captions in zip(units, images, strict=True):
        column[unit[0]] = int(bool(named_in(captions, names)))
    return column


def _with_list(
    found: Measured,
    texts: Sequence[Text],
    units: Units,
    images: list[list[str]],
    concepts: Sequence[str],
) -> Measured:
    covered = coverage(images, concepts)
    rows = {
        each.name: replace(
            measured({"concept_images": each.images, "concept_share": each.share.mean}),
            intervals={"concept_share": each.share},
        )
        for each in covered.concepts
    }
    own = {"list_images": covered.naming, "list_found": covered.found}
    return replace(
        found,
        figures={**found.figures, **measured(_means(own)).figures},
        undefined={name: why for name, why in found.undefined.items() if name not in own},
        columns={
            **found.columns,
            "list_images": _first(texts, units, images, names_of(concepts)),
        },
        intervals={**found.intervals, **own},
        tables={"concepts_each": rows},
    )


def _means(intervals: Mapping[str, Interval]) -> dict[str, float | int | Undefined]:
    return {name: each.mean for name, each in intervals.items()}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a collection by image, of all and by class; ``tagger`` tells the classes."""

    counts: Mapping[str, Counts]
    tagger: WordTagger | Undefined


def vocabulary(texts: Sequence[Text]) -> Vocabulary:
    """Return the words of texts, by image.

    >>> vocabulary([Text("a", "A dog"), Text("a", "a cat")]).counts["words"]
    [Counter({'a': 2, 'dog': 1, 'cat': 1})]
    """
    tagger = word_tagger()
    images = [[texts[place].text for place in unit] for unit in units_of(texts)]
    known = None if isinstance(tagger, Undefined) else tagger
    return Vocabulary(words_by_image(images, known), tagger)


def words_compared(own: Vocabulary, other: Vocabulary, most: int) -> Measured:
    """Return how many of the ``most`` commonest words two collections share, and what is new.

    The table ``overlap`` has a row for all words and one for each class; a collection with fewer
    different words has none of its figures, and the reason names the number that was asked for.
    ``new_words_each`` counts the commonest words that the other collection has not.

    Worked example: of the two commonest words each, "a" is in both; "dog" is new.

    >>> one, two = (vocabulary([Text("i", text)]) for text in ("a a a dog dog cat", "a a cat"))
    >>> found = words_compared(one, two, 2)
    >>> found.tables["overlap"]["words"].figures["overlap_share"], found.figures["new_words"]
    (0.5, 1)
    >>> found.tables["new_words_each"]["dog"].figures
    {'new_times': 2}
    """
    rows = {name: _overlap(own, other, name, most) for name in (ALL, *CLASSES)}
    if not (own.counts[ALL] and other.counts[ALL]):
        return replace(without(NEW, NO_TEXT), tables={"overlap": rows})
    new = novel_words(own.counts[ALL], different_words(other.counts[ALL]), most=MOST_NEW)
    found = measured(
        {"new_words": new.words, "new_of_words": new.of_words, "new_share": new.share.mean}
    )
    return replace(
        found,
        intervals={"new_share": new.share},
        tables={
            "overlap": rows,
            "new_words_each": {
                word: measured({"new_times": times}) for word, times in new.commonest
            },
        },
    )


def _overlap(own: Vocabulary, other: Vocabulary, name: str, most: int) -> Measured:
    if name not in own.counts:
        why = own.tagger if isinstance(own.tagger, Undefined) else NO_TEXT
        return without(OVERLAP, why)
    sides = own.counts[name], other.counts[name]
    different = [len(different_words(counts)) for counts in sides]
    found = word_overlap(*sides, most=most)
    known = {"overlap_own_words": different[0], "overlap_other_words": different[1]}
    tagger = "" if name == ALL or isinstance(own.tagger, Undefined) else own.tagger.name
    if isinstance(found, Undefined):
        return replace(measured({**dict.fromkeys(OVERLAP[:4], found), **known}), tagger=tagger)
    figures = {
        "overlap_share": found.share.mean,
        "overlap_shared": found.shared,
        "overlap_lowest": found.lowest,
        "overlap_highest": found.highest,
    }
    intervals = {"overlap_share": found.share}
    return replace(measured({**figures, **known}), tagger=tagger, intervals=intervals)
