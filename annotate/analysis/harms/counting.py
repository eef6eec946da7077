"""Counts of graphs over many texts, in memory that does not grow with them."""

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.scores import KINDS
from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.analysis.proportions import Z

ROLES = {"objects": "object", "attributes": "attribute", "relations": "relation"}
_UNKNOWN = 10_000  # words without a synset that are told apart


@dataclass(slots=True)
class Mean:
    """A mean from sums."""

    n: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.n, self.total, self.squares = (
            self.n + 1,
            self.total + value,
            self.squares + value * value,
        )

    def merge(self, other: "Mean") -> None:
        self.n, self.total, self.squares = (
            self.n + other.n,
            self.total + other.total,
            self.squares + other.squares,
        )

    def interval(self) -> tuple[float | None, float | None, float | None]:
        """Return the mean and the ends of its normal interval of 95%; None where there is none.

        >>> mean = Mean()
        >>> for value in (2, 2, 2): mean.add(value)
        >>> mean.interval()
        (2.0, 2.0, 2.0)
        """
        if not self.n:
            return None, None, None
        mean = self.total / self.n
        if self.n < 2:
            return mean, None, None
        variance = max(0.0, self.squares - self.n * mean * mean) / (self.n - 1)
        spread = Z * sqrt(variance / self.n)
        return mean, mean - spread, mean + spread


@dataclass(slots=True)
class GraphCounts:
    """How much texts say, and how many of their words WordNet knows in their place.

    Of the words that it does not know so many are told apart; counts of pieces that are merged must
    hold all of theirs (None).
    """

    texts: int = 0
    empty: int = 0
    tuples: dict[str, Mean] = field(default_factory=lambda: {kind: Mean() for kind in KINDS})
    words: Counter[str] = field(default_factory=Counter)  # by kind
    relaxed: Counter[str] = field(default_factory=Counter)
    without: Counter[str] = field(default_factory=Counter)
    synsets: dict[str, Counter[SynsetId]] = field(
        default_factory=lambda: {kind: Counter() for kind in KINDS}
    )
    unknown: Counter[str] = field(default_factory=Counter)
    most_unknown: int | None = _UNKNOWN

    def add(self, graph: Graph, meanings: Meanings) -> None:
        self.texts += 1
        self.empty += not graph
        for kind, role in ROLES.items():
            tuples = getattr(graph, kind)
            self.tuples[kind].add(len(tuples))
            for each in sorted(tuples):
                word = each if kind == "objects" else each[1]
                senses = meanings.senses(word, role)
                self.words[kind] += 1
                if senses.common is None:
                    self.without[kind] += 1
                    self._note_unknown(word, 1)
                else:
                    self.relaxed[kind] += senses.relaxed
                    self.synsets[kind][senses.common] += 1

    def _note_unknown(self, word: str, count: int) -> None:
        most = self.most_unknown
        if word in self.unknown or most is None or len(self.unknown) < most:
            self.unknown[word] += count

    def merge(self, later: "GraphCounts") -> None:
        """Add what was counted of the texts that come after these; see ``most_unknown``."""
        self.texts += later.texts
        self.empty += later.empty
        for kind in KINDS:
            self.tuples[kind].merge(later.tuples[kind])
            self.synsets[kind].update(later.synsets[kind])
        for own, other in (
            (self.words, later.words),
            (self.relaxed, later.relaxed),
            (self.without, later.without),
        ):
            own.update(other)
        for word, count in later.unknown.items():
            self._note_unknown(word, count)
