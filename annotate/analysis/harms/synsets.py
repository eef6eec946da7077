"""From words to meanings: the most common WordNet synset of the right part of speech.

Wang et al. 2022, §3.4: objects become nouns, attributes adjectives, relations verbs; where a word
has no synset of that part of speech, any other will do. The assumption that the most common one is
meant is named :data:`MOST_COMMON` in every result.

A synset is named by its part of speech and offset in WordNet 3.0 (``n02084071``), as ImageNet and
Yang et al. 2020 name it; :meth:`Meanings.id_of` reads the names of Visual Genome (``dog.n.01``).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.undefined import Undefined
from annotate.analysis.wordnet import Synset, WordNet, wordnet, wordnet_folder

SynsetId = str  # n02084071
VERSION = "WordNet 3.0"
MOST_COMMON = "most_common_synset_is_meant"
_POS_OF = {"object": "n", "attribute": "a", "relation": "v"}
_TYPES = {1: "n", 2: "v", 3: "a", 4: "r", 5: "a"}  # of sense keys; 5 is an adjective's satellite
_REMEMBERED = 50_000  # words, some 20 MB


@dataclass(frozen=True, slots=True)
class Senses:
    """What a word can mean in its place.

    ``all`` has its synsets, of the right part of speech or, where there is none of that and
    ``relaxed`` says so, of any; the most common first. ``lemma`` is the part of the word that was
    found: the verb of ``sit on``.
    """

    word: str
    lemma: str
    all: tuple[SynsetId, ...]
    relaxed: bool

    @property
    def common(self) -> SynsetId | None:
        """The most common synset; None where WordNet does not know the word."""
        return self.all[0] if self.all else None


@dataclass(frozen=True, slots=True)
class Concepts:
    """A graph of synsets; ``unknown`` has the words of the graph without any."""

    objects: frozenset[SynsetId]
    attributes: frozenset[tuple[SynsetId, SynsetId]]
    relations: frozenset[tuple[SynsetId, SynsetId, SynsetId]]
    unknown: frozenset[str] = frozenset()


@dataclass(slots=True)
class Meanings:
    """WordNet as this package asks it; make one with :func:`meanings`."""

    words: WordNet
    counts: Mapping[tuple[str, str, int], int]
    _known: dict[tuple[str, str], Senses] = field(default_factory=dict)

    def senses(self, word: str, kind: str) -> Senses:
        """Return what ``word`` means as an ``object``, ``attribute`` or ``relation``.

        A name of several words is looked up whole, then by its head: the last word of an object
        or attribute, the first of a relation. Inflected forms are led back by WordNet's morphy.
        """
        if (word, kind) not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[word, kind] = self._senses(word, kind)
        return self._known[word, kind]

    def concepts(self, graph: Graph) -> Concepts:
        """Return the graph with each word replaced by its most common synset.

        A tuple of which one word has no synset is left out, and the word is in ``unknown``.
        """
        unknown: set[str] = set()

        def common(word: str, kind: str) -> SynsetId:
            found = self.senses(word, kind).common
            if found is None:
                unknown.add(word)
            return found or ""

        objects = {common(word, "object") for word in graph.objects}
        attributes = {
            (common(word, "object"), common(attribute, "attribute"))
            for word, attribute in graph.attributes
        }
        relations = {
            (common(subject, "object"), common(relation, "relation"), common(word, "object"))
            for subject, relation, word in graph.relations
        }
        return Concepts(
            frozenset(filter(None, objects)),
            frozenset(pair for pair in attributes if all(pair)),
            frozenset(triple for triple in relations if all(triple)),
            frozenset(unknown),
        )

    def id_of(self, name: str) -> SynsetId | None:
        """Return the synset of a name as Visual Genome writes it; None where there is none."""
        lemma, _, rest = name.strip().lower().replace(" ", "_").rpartition(".")
        lemma, _, pos = lemma.rpartition(".")
        offsets = self.words.index.get(lemma, {}).get("a" if pos == "s" else pos, ())
        if not rest.isdigit() or not 1 <= int(rest) <= len(offsets):
            return None
        return synset_id(("a" if pos == "s" else pos, offsets[int(rest) - 1]))

    def name_of(self, synset: SynsetId) -> str:
        """Return the name of a synset as Visual Genome writes it: ``dog.n.01``.

        Its first word names it; the id itself where the database lacks it.
        """
        pos, offset = synset[:1], int(synset[1:])
        fields = self.words.data[pos][offset : offset + 200].split(b" ")
        if len(fields) < 5:
            return synset
        lemma = fields[4].decode().partition("(")[0].lower()
        offsets = self.words.index.get(lemma, {}).get(pos, ())
        number = offsets.index(offset) + 1 if offset in offsets else 0
        return f"{lemma}.{fields[2].decode()}.{number:02d}"

    def gloss_of(self, synset: SynsetId) -> str:
        """Return what WordNet says a synset means, with its examples; empty where it lacks it."""
        pos, offset = synset[:1], int(synset[1:])
        data = self.words.data.get(pos, b"")
        line = data[offset : max(data.find(b"\n", offset), offset)]
        return line.partition(b" | ")[2].decode("utf-8", "replace").strip()

    def _senses(self, word: str, kind: str) -> Senses:
        whole = word.strip().lower().replace(" ", "_")
        parts = whole.split("_")
        head = parts[0] if kind == "relation" else parts[-1]
        for lemma in dict.fromkeys((whole, head)):
            synsets = self._ordered(lemma)
            right = [synset for synset in synsets if synset[0] == _POS_OF[kind]]
            if right or synsets:
                return Senses(word, lemma, tuple(map(synset_id, right or synsets)), not right)
        return Senses(word, head, (), False)

    def _ordered(self, lemma: str) -> list[Synset]:
        """The synsets of each part of speech in WordNet's order, the parts by their counts."""
        by_pos: dict[str, list[Synset]] = {}
        for synset in dict.fromkeys(self.words.synsets(lemma)):
            by_pos.setdefault(synset[0], []).append(synset)
        parts = sorted(by_pos, key=lambda pos: -self.counts.get((lemma, pos, 1), 0))
        return [synset for pos in parts for synset in by_pos[pos]]


def synset_id(synset: Synset) -> SynsetId:
    """Return the id of a synset.

    >>> synset_id(("n", 2084071))
    'n02084071'
    """
    return f"{synset[0]}{synset[1]:08d}"


def meanings() -> Meanings | Undefined:
    """Return the WordNet of this machine as this package asks it, or why there is none."""
    words = wordnet()
    return words if isinstance(words, Undefined) else _meanings(wordnet_folder())


@lru_cache(maxsize=1)
def _meanings(folder: Path) -> Meanings:
    words = wordnet()
    assert not isinstance(words, Undefined)  # noqa: S101
    return Meanings(words, _counts(folder / "cntlist.rev"))


def _counts(path: Path) -> dict[tuple[str, str, int], int]:
    """How often each sense was met in the texts that WordNet's makers tagged; empty if unknown."""
    counts: dict[tuple[str, str, int], int] = {}
    if not path.is_file():
        return counts
    for line in path.read_text("utf-8").splitlines():
        key, number, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, _TYPES[int(rest[0])], int(number)] = int(count)
    return counts
