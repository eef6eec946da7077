"""What hangs together in a sentence: relations between names, and names joined by "and" or "of"."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.pieces import Name


@dataclass(slots=True)
class Links:
    """The names of a sentence and what joins them, found so far."""

    names: list[Name] = field(default_factory=list)
    relations: list[tuple[tuple[Name, ...], str, Name]] = field(default_factory=list)
    whole: dict[int, Name] = field(default_factory=dict)  # of "of": bread -> slice
    owner: dict[int, Name] = field(default_factory=dict)  # of "with": hat -> man
    group: dict[int, Name] = field(default_factory=dict)  # of "and": the first

    def add(self, name: Name, *, asserted: bool) -> None:
        """Take a name and the one it belongs to."""
        name.asserted = name.asserted and asserted
        self.names.append(name)
        if name.owner is not None:
            self.add(name.owner, asserted=asserted)
            self.relate(name.owner, "have", name)

    def relate(self, one: Name, relation: str, other: Name) -> None:
        """Relate a name, and all that was joined to it before, to one and all joined to it ever."""
        self.relations.append((tuple(one.all()), relation, other))

    def join(self, first: Name, name: Name) -> None:
        """Join a name by "and" to an earlier one: what holds for that holds for it."""
        first = self.group.get(id(first), first)
        first.also.append(name)
        self.group[id(name)] = first
        name.asserted = name.asserted and first.asserted

    def root(self, name: Name) -> Name:
        """The slice of a slice of bread; any other name itself."""
        return self.whole.get(id(name), name)

    def first(self, name: Name) -> Name:
        """The first of the names that "and" joins to this one."""
        return self.group.get(id(name), name)

    def upwards(self, name: Name | None, last: Name | None) -> Iterator[Name]:
        """A name and what it belongs to, up to ``last``."""
        seen = set[int]()
        while name is not None and id(name) not in seen:
            yield name
            seen.add(id(name))
            above = (left[0] for left, _, right in reversed(self.relations) if right is name)
            name = None if name is last else next(above, None)

    def graph(self) -> Graph:
        """Return all that is asserted."""
        said = [name for name in self.names if name.asserted]
        return Graph(
            frozenset(head for name in said for head, _ in name.heads),
            frozenset(
                (head, word)
                for name in said
                for each in name.all()
                if each.asserted
                for head, words in each.heads
                for word in (*(words if each is name else ()), *name.said)
            ),
            frozenset(
                (left, relation, right)
                for several, relation, other in self.relations
                for left in _heads(several)
                for right in _heads(other.all())
            ),
        )


def _heads(names: Iterable[Name]) -> list[str]:
    return [head for name in names if name.asserted for head, _ in name.heads]
