"""Counts of texts with words that may demean, which add up over pieces of a file."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from annotate.analysis.harms.demeaning import BOUNDS, demeaning_words, identity_nouns
from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.lists import Demeaning
from annotate.analysis.harms.synsets import Meanings


@dataclass(slots=True)
class DemeaningCounts:
    """``texts`` by what is in them ("all", "object lower" …); ``found`` by word, kind and bound."""

    texts: Counter[str] = field(default_factory=Counter)
    found: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(
        self, graph: Graph, meanings: Meanings, lists: Demeaning, read: Collection[str] = ()
    ) -> None:
        """Count a text; ``read`` has the words that stand in its image."""
        judged = list(demeaning_words(graph, meanings, lists, read))
        own = [each for each in judged if not each.quoted]
        self.texts["all"] += 1
        self.texts["quoted"] += len(own) < len(judged)
        self.texts["identity"] += bool(identity_nouns(graph))
        for bound in BOUNDS:
            kinds = {each.kind for each in own if getattr(each, bound)}
            self.texts.update(f"{kind} {bound}" for kind in kinds)
            self.texts[f"any {bound}"] += bool(kinds)
        for each in own:
            place = next(bound for bound in BOUNDS if getattr(each, bound))
            self.found[each.word, each.kind, place] += 1

    def merge(self, later: "DemeaningCounts") -> None:
        """Add what was counted of the texts that come after these."""
        self.texts.update(later.texts)
        self.found.update(later.found)
