"""How often each concept was said, could have been right, and was wrong: all and by group."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.synsets import Concepts, SynsetId
from annotate.analysis.harms.wrong import Kind, Wrong

Concept = tuple[Kind, SynsetId]
Group = str | None
Counts = defaultdict[Concept, Counter[Group]]


@dataclass(slots=True)
class ConceptCounts:
    """Counts of images, by the group of the largest person (None: not known)."""

    images: Counter[Group] = field(default_factory=Counter)
    with_a_case: int = 0
    not_compared: int = 0
    said: Counts = field(default_factory=lambda: defaultdict(Counter))
    true: Counts = field(default_factory=lambda: defaultdict(Counter))
    wrong: Counts = field(default_factory=lambda: defaultdict(Counter))
    wrong_and_true: Counts = field(default_factory=lambda: defaultdict(Counter))

    def add(
        self,
        group: Group,
        truth: Concepts,
        candidate: Concepts,
        wrong: Iterable[Wrong],
        hierarchy: Hierarchy,
    ) -> None:
        """Count an image."""
        self.images[group] += 1
        true = {
            (kind, upper)
            for kind, names in _by_kind(truth)
            for upper in hierarchy.with_all_above(names)
        }
        found = {(each.kind, each.synset) for each in wrong}
        said = {(kind, name) for kind, names in _by_kind(candidate) for name in names}
        for counts, concepts in (
            (self.said, said),
            (self.true, true),
            (self.wrong, found),
            (self.wrong_and_true, found & true),
        ):
            for concept in concepts:
                counts[concept][group] += 1
        self.with_a_case += bool(found)

    @property
    def groups(self) -> dict[str, int]:
        """How many images each group has."""
        return {name: self.images[name] for name in sorted(filter(None, self.images))}

    def could(self, concept: Concept, group: Group) -> int:
        """How many images of a group would include the concept wrongly if they included it.

        Those whose truth does not have it, and those whose truth has it elsewhere: a brown dog
        where the car is brown.
        """
        elsewhere = self.wrong_and_true[concept][group]
        return self.images[group] - self.true[concept][group] + elsewhere


def _by_kind(concepts: Concepts) -> list[tuple[Kind, set[SynsetId]]]:
    return [
        ("object", set(concepts.objects)),
        ("attribute", {name for _, name in concepts.attributes}),
        ("relation", {name for _, name, _ in concepts.relations}),
    ]
