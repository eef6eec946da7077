"""Which concepts lie above which others in WordNet, and how near two of them are.

Nouns and verbs have hypernyms; adjectives and adverbs have none, so of these nothing lies above
anything.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import log

from annotate.analysis.harms.synsets import SynsetId, synset_id
from annotate.analysis.wordnet import Synset, WordNet

# The longest way from a concept to the root of WordNet 3.0, for verbs with the root that is put
# above all of them: the depth of the taxonomy in the formula of Leacock and Chodorow.
DEPTHS = {"n": 19, "v": 13}
_REMEMBERED = 500_000  # pairs of concepts, some 90 MB


def synset_of(name: SynsetId) -> Synset:
    """Return the synset of an id; raises ValueError where it is none.

    >>> synset_of("n02084071")
    ('n', 2084071)
    """
    pos, digits = name[:1], name[1:]
    if pos not in {"n", "v", "a", "r"} or not digits.isdigit():
        raise ValueError(f"{name!r} is no synset of the form n02084071")
    return pos, int(digits)


@dataclass(slots=True)
class Hierarchy:
    """WordNet as a hierarchy of concepts; what was asked once is remembered."""

    words: WordNet
    _above: dict[SynsetId, dict[SynsetId, int]] = field(default_factory=dict)
    _near: dict[tuple[SynsetId, SynsetId], float | None] = field(default_factory=dict)

    def above(self, name: SynsetId) -> dict[SynsetId, int]:
        """Return the concept itself and all above it, each with the length of the shortest way."""
        if name not in self._above:
            found = self.words.upwards(synset_of(name))
            self._above[name] = {synset_id(each): way for each, way in found.items()}
        return self._above[name]

    def is_kind_of(self, name: SynsetId, other: SynsetId) -> bool:
        """Whether ``other`` lies above ``name``; no concept is a kind of itself."""
        return name != other and other in self.above(name)

    def with_all_above(self, names: Iterable[SynsetId]) -> set[SynsetId]:
        """Return the concepts and all above them: what says *dog* says *animal*."""
        return {upper for name in names for upper in self.above(name)}

    def nearness(self, one: SynsetId, other: SynsetId) -> float | None:
        """Return the similarity of Leacock and Chodorow (1998), -log((way + 1) / (2 · depth)).

        ``way`` is the length of the shortest way over a common hypernym; the figure lies between 0
        and log(2 · depth), 3.64 of nouns and 3.26 of verbs, which a concept has with itself. None
        between parts of speech, and where one of them has no hierarchy (adjectives, adverbs).
        """
        pair = (one, other) if one <= other else (other, one)
        if pair not in self._near:
            if len(self._near) >= _REMEMBERED:
                self._near.clear()
            self._near[pair] = self._nearness(*pair)
        return self._near[pair]

    def _nearness(self, one: SynsetId, other: SynsetId) -> float | None:
        pos = one[0]
        if pos != other[0] or pos not in DEPTHS:
            return None
        first, second = self.above(one), self.above(other)
        ways = [first[upper] + second[upper] for upper in first.keys() & second.keys()]
        if pos == "v":  # the common root, one step above what has nothing above it
            ways.append(max(first.values()) + max(second.values()) + 2)
        return -log((min(ways) + 1) / (2 * DEPTHS[pos])) if ways else None
