"""Scene graphs: what a text says is there, how it is, and how things relate to each other.

Wang et al. 2022 (Measuring Representational Harms in Image Captioning), §2.1.5 and §3.4: a text
becomes the tuples (object), (object, attribute) and (subject, relation, object), as in SPICE.
Words are lower-case base forms; words of one name have spaces between them (``fire hydrant``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

Attribute = tuple[str, str]  # object, attribute
Relation = tuple[str, str, str]  # subject, relation, object


@dataclass(frozen=True, slots=True)
class Graph:
    """The tuples of one text, or of several texts of one image; words stand as base forms."""

    objects: frozenset[str] = frozenset()
    attributes: frozenset[Attribute] = frozenset()
    relations: frozenset[Relation] = frozenset()

    def __or__(self, other: "Graph") -> "Graph":
        return Graph(
            self.objects | other.objects,
            self.attributes | other.attributes,
            self.relations | other.relations,
        )

    def __bool__(self) -> bool:
        return bool(self.objects or self.attributes or self.relations)


class Parser(Protocol):
    """What makes a graph of a text; its name and version stand beside every figure."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def parse(self, text: str) -> Graph: ...


def union(graphs: Iterable[Graph]) -> Graph:
    """Return all that any of the graphs says, as for the several captions of one image (§3.4).

    >>> one, other = Graph(frozenset(["dog"])), Graph(frozenset(["cat"]))
    >>> sorted(union([one, other]).objects)
    ['cat', 'dog']
    """
    whole = Graph()
    for graph in graphs:
        whole |= graph
    return whole
