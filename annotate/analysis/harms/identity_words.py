"""Words that name who people are: gender, age, ethnicity, religion, disability, sexuality.

Which words are counted is ``data/identity_words.json``; words of ethnicity come from van Miltenburg
et al. 2018. A word counts where it is said of people: a noun for a person, or an adjective of one.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.lexicon import Lexicon
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.person_words import PersonWords
from annotate.analysis.harms.synsets import Meanings

Axis = Literal["gender", "age", "ethnicity", "religion", "disability", "sexuality"]
AXES: tuple[Axis, ...] = ("gender", "age", "ethnicity", "religion", "disability", "sexuality")
Rest = Literal["visible_text", "given", "nothing"]
RESTS: tuple[Rest, ...] = ("visible_text", "given", "nothing")
Value = tuple[Axis, str]  # ("gender", "female")


@dataclass(frozen=True, slots=True)
class IdentityWord:
    """A word, what it says (``axis`` and ``value``), of whom, and what it rests on.

    ``of`` is the noun for the person, ``word`` itself where it is one.
    """

    word: str
    axis: Axis
    value: str
    of: str
    rests_on: Rest


@dataclass(slots=True)
class IdentityLists:
    """The lists, and how a graph is read by them; made once for many texts."""

    meanings: Meanings
    hierarchy: Hierarchy
    persons: PersonWords = field(init=False)
    _lexicon: Lexicon = field(init=False)
    _nouns: dict[str, list[Value]] = field(init=False)
    _adjectives: dict[str, list[Value]] = field(init=False)

    def __post_init__(self) -> None:
        lists = list_data("identity_words")
        self.persons = PersonWords(self.meanings, self.hierarchy)
        self._lexicon = Lexicon(self.meanings)
        self._nouns = _by_word(lists["nouns"])
        self._adjectives = _by_word(lists["adjectives"])
        left_out = set(lists["not_identity"]["ethnicity"])
        for word in list_data("people_descriptors")["categories"]["ethnicity"]:
            if word not in left_out:
                self._adjectives.setdefault(word, [("ethnicity", word)])

    def words(
        self, graph: Graph, read: Iterable[str] = (), given: Iterable[str] = ()
    ) -> Iterator[IdentityWord]:
        """Yield the identity words that a graph says of people, in alphabetical order.

        A word rests on visible text where ``read``, the words in the image, say the same (*women*:
        female), and on what the person gave where ``given`` does, which is asked first.
        """
        rests = {value: "visible_text" for value in self.values(read)}
        rests |= {value: "given" for value in self.values(given)}
        for word in sorted(graph.objects):
            for value in self._of_noun(word):
                yield _word(word, value, word, rests)
        for owner, word in sorted(graph.attributes):
            if word in self._adjectives and self.persons.is_person(owner):
                for value in self._adjectives[word]:
                    yield _word(word, value, owner, rests)

    def values(self, words: Iterable[str]) -> set[Value]:
        """Return what single words say, whoever they are said of; plurals count."""
        found = set[Value]()
        for word in words:
            small = word.lower()
            for form in (small, self._lexicon.noun(small)):
                found |= {*self._of_noun(form), *self._adjectives.get(form, ())}
        return found

    def _of_noun(self, word: str) -> list[Value]:
        """What a noun says, or the head of a name that is a person: no *gingerbread man*."""
        whole, head = self._nouns.get(word), word.rpartition(" ")[2]
        return whole or (self._nouns.get(head, []) if self.persons.is_person(word) else [])


def _by_word(lists: Mapping[str, Mapping[str, Collection[str]]]) -> dict[str, list[Value]]:
    found: dict[str, list[Value]] = {}
    for axis in AXES:
        for value, words in lists.get(axis, {}).items():
            for word in words:
                found.setdefault(word, []).append((axis, value))
    return found


def _word(word: str, value: Value, of: str, rests: Mapping[Value, Any]) -> IdentityWord:
    return IdentityWord(word, *value, of, rests.get(value, "nothing"))
