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

    def interval(self) -> tuple[float | None, float | None, float | None]:
        """Return the mean and the ends of its normal interval of 95 %; None where there is none.

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
    """How much texts say, and how many of their words WordNet knows in their place."""

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

    def add(self, graph: Graph, meanings: Meanings) -> None:
        self.texts += 1
        self.empty += not graph
        for kind, role in ROLES.items():
            tuples = getattr(graph, kind)
            self.tuples[kind].add(len(tuples))
            for each in tuples:
                word = each if kind == "objects" else each[1]
                senses = meanings.senses(word, role)
                self.words[kind] += 1
                if senses.common is None:
                    self.without[kind] += 1
                    if word in self.unknown or len(self.unknown) < _UNKNOWN:
                        self.unknown[word] += 1
                else:
                    self.relaxed[kind] += senses.relaxed
                    self.synsets[kind][senses.common] += 1
