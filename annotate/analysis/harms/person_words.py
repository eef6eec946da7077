"""Which words are people: the one definition for everything here that asks.

A noun is a person, or several, where it is listed as one (`identity_words`, and pronouns such as
*everybody*), whatever WordNet has first: *female* is an animal there, *mum* a flower. Of other
nouns it is the most common synset that says so, but for some listed things (*stroller*,
*mannequin*) whose most common synset is a person. An adjective alone is nobody: *female bird*.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy, synset_of
from annotate.analysis.harms.lexicon import listed
from annotate.analysis.harms.lists import list_data, person_nouns
from annotate.analysis.harms.synsets import Meanings, SynsetId

PERSON: SynsetId = "n00007846"
# person.n.01, and what several are called together: people.n.01, gathering.n.01 (crowd, couple,
# audience), family.n.02, unit.n.03 (team, crew) and force.n.04 (police, staff).
PEOPLE: frozenset[SynsetId] = frozenset(
    [PERSON, "n07942152", "n07975026", "n07970406", "n08189659", "n08208016"]
)


@dataclass(slots=True)
class PersonWords:
    """The lists, and how they are asked; made once for many texts."""

    meanings: Meanings
    hierarchy: Hierarchy
    _nouns: frozenset[str] = field(init=False)
    _things: frozenset[str] = field(init=False)
    _synsets: frozenset[SynsetId] = field(init=False)

    def __post_init__(self) -> None:
        self._nouns = person_nouns() | listed("persons")
        self._things = frozenset(list_data("identity_words")["not_people"])
        found = (self.meanings.senses(word, "object") for word in ("female", "male"))
        self._synsets = frozenset(each.common for each in found if each.common)

    def is_person(self, noun: str) -> bool:
        """Whether a noun, as a graph or a label has it, is a person or several.

        A name of several words that WordNet has is no more than what it means there (*gingerbread
        man*); any other is what its head is (*police woman*).
        """
        if noun in self._nouns:
            return True
        senses = self.meanings.senses(noun, "object")
        base = self.meanings.words.base_forms(senses.lemma, "n")
        own = {each.replace("_", " ") for each in (senses.lemma, *base)}
        if not own.isdisjoint(self._nouns):
            return True
        if not own.isdisjoint(self._things) or senses.relaxed or senses.common is None:
            return False
        return self.means_person(senses.common)

    def means_person(self, synset: SynsetId) -> bool:
        """Whether a synset is one of people; the animals *female* and *male* are, see above.

        A certain person is none: the most common *grey* is Lady Jane Grey, and nobody in an image.
        """
        if synset in self._synsets:
            return True
        if PEOPLE.isdisjoint(self.hierarchy.above(synset)):
            return False
        return not self.hierarchy.words.is_individual(synset_of(synset))

    def mentioned(self, words: Iterable[str]) -> bool:
        """Whether one of the objects of a graph is a person or several."""
        return any(map(self.is_person, words))

    def synsets(self, graph: Graph) -> frozenset[SynsetId]:
        """Return what the people of a graph most commonly mean; who has no synset is left out."""
        people = (word for word in graph.objects if self.is_person(word))
        common = (self.meanings.senses(word, "object").common for word in people)
        return frozenset(filter(None, common))
