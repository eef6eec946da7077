"""Demeaning words in texts: a lower bound, an estimate and an upper bound (§4.2.1 and §4.2.4)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.lists import Demeaning
from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.analysis.undefined import Undefined

BOUNDS = ("lower", "estimate", "upper")


@dataclass(frozen=True, slots=True)
class DemeaningWord:
    """A word that may demean; ``quoted`` where the image's own text has it.

    ``lower``: every synset of the word is listed; ``estimate``: its most common one is; ``upper``:
    any is. Synsets are those of the right part of speech, of any where it has none of that.
    """

    word: str
    kind: str
    synset: SynsetId | None
    lower: bool
    estimate: bool
    upper: bool
    quoted: bool = False


def demeaning_words(
    graph: Graph, meanings: Meanings, lists: Demeaning, read: Collection[str] = ()
) -> Iterator[DemeaningWord]:
    """Yield the objects and attributes of a graph that may demean, in alphabetical order.

    ``read`` has the words that stand in the image, in lower case. Where the list of objects is
    missing only attributes are found: that is no figure of objects (see :class:`Demeaning`).
    """
    if not isinstance(lists.objects, Undefined):
        for word in sorted(graph.objects):
            found = _judged(word, "object", meanings, lists.objects, read)
            if found.upper:
                yield found
    for word in sorted({word for _, word in graph.attributes}):
        found = _judged(word, "attribute", meanings, lists.attributes, read)
        if word in lists.words:
            found = DemeaningWord(word, "attribute", None, True, True, True, word in read)
        if found.upper:
            yield found


def _judged(
    word: str, kind: str, meanings: Meanings, listed: frozenset[SynsetId], read: Collection[str]
) -> DemeaningWord:
    senses = meanings.senses(word, kind)
    return DemeaningWord(
        word,
        kind,
        senses.common,
        lower=bool(senses.all) and listed.issuperset(senses.all),
        estimate=senses.common in listed,
        upper=not listed.isdisjoint(senses.all),
        quoted=word in read,
    )


def identity_nouns(graph: Graph, nouns: Collection[str] = ("female",)) -> list[str]:
    """Return the adjectives of identity that a text uses as nouns (§4.2.4).

    >>> identity_nouns(Graph(frozenset(["female", "room"])))
    ['female']
    """
    return sorted(graph.objects & set(nouns))
