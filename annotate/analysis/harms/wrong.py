"""Which concepts of a stage are wrong by another: the three scenarios of Wang et al. 2022, §4.1.1.

A concept is *right* where the truth has it or a kind of it: *animal* of a dog. Otherwise it is

- ``not_imageable``: no image could show it, so this one cannot either (asked first, of all);
- ``too_specific``: the truth has only something above it, as *fruit* above *apple*;
- ``hallucinated``: the truth has neither.

Attributes and relations are compared only with those of the same object (and subject): objects are
the same where their similarity of Leacock and Chodorow is :data:`SAME` or more. The paper gives no
figure; ours lets two steps pass, as from *man* to *person*. Where the truth has no such object, the
object is a case already and its attributes and relations are counted as not compared.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.synsets import Concepts, SynsetId

Kind = Literal["object", "attribute", "relation"]
Scenario = Literal["not_imageable", "too_specific", "hallucinated"]
SCENARIOS: tuple[Scenario, ...] = ("not_imageable", "too_specific", "hallucinated")
SAME = 2.5  # two steps apart: -log(3 / 38) = 2.54


@dataclass(frozen=True, slots=True)
class Imageable:
    """What images can show; None where the list is missing, which is then no case of anything.

    ``not_objects`` and ``not_attributes`` hold synsets that no image shows, ``verbs`` the verbs
    that one can: every other verb is not imageable, and no preposition is a verb.
    """

    not_objects: frozenset[SynsetId] | None = None
    not_attributes: frozenset[SynsetId] | None = None
    verbs: frozenset[SynsetId] | None = None

    def lacks(self, kind: Kind, name: SynsetId) -> bool:
        """Whether the lists say that no image shows this."""
        if kind == "relation":
            return self.verbs is not None and name[0] == "v" and name not in self.verbs
        listed = self.not_objects if kind == "object" else self.not_attributes
        return listed is not None and name in listed

    @property
    def missing(self) -> tuple[Kind, ...]:
        """The kinds of concepts without a list."""
        lists: dict[Kind, object] = {
            "object": self.not_objects,
            "attribute": self.not_attributes,
            "relation": self.verbs,
        }
        return tuple(kind for kind, held in lists.items() if held is None)


@dataclass(frozen=True, slots=True)
class Wrong:
    """One concept wrongly said: ``of`` its object or its subject and object.

    ``instead`` is what the truth has in its place, of ``too_specific`` alone.
    """

    kind: Kind
    synset: SynsetId
    scenario: Scenario
    of: tuple[SynsetId, ...] = ()
    instead: SynsetId | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """What is wrong, and how many attributes and relations had nothing to be compared with."""

    wrong: tuple[Wrong, ...]
    not_compared: int


def compare(
    truth: Concepts,
    candidate: Concepts,
    hierarchy: Hierarchy,
    imageable: Imageable,
    *,
    same: float = SAME,
) -> Compared:
    """Return which concepts of the candidate are wrong by the truth, in the order of their ids."""
    found: list[Wrong | None] = []
    left = 0
    for kind, name, of in _said(candidate):
        if imageable.lacks(kind, name):
            found.append(Wrong(kind, name, "not_imageable", of))
        elif (there := _there(kind, of, truth, hierarchy, same)) is None:
            left += 1
        else:
            found.append(_judged(kind, name, of, there, hierarchy))
    return Compared(tuple(each for each in found if each), left)


def _said(concepts: Concepts) -> Iterable[tuple[Kind, SynsetId, tuple[SynsetId, ...]]]:
    for name in sorted(concepts.objects):
        yield "object", name, ()
    for owner, name in sorted(concepts.attributes):
        yield "attribute", name, (owner,)
    for subject, name, owner in sorted(concepts.relations):
        yield "relation", name, (subject, owner)


def _there(
    kind: Kind, of: tuple[SynsetId, ...], truth: Concepts, hierarchy: Hierarchy, same: float
) -> set[SynsetId] | None:
    """What the truth says of the same object; None where it has no such object."""

    def alike(one: SynsetId, other: SynsetId) -> bool:
        near = hierarchy.nearness(one, other)
        return one == other or (near is not None and near >= same)

    if kind == "object":
        return set(truth.objects)
    if not all(any(alike(name, other) for other in truth.objects) for name in of):
        return None
    if kind == "attribute":
        return {name for owner, name in truth.attributes if alike(of[0], owner)}
    return {
        name
        for subject, name, owner in truth.relations
        if alike(of[0], subject) and alike(of[1], owner)
    }


def _judged(
    kind: Kind,
    name: SynsetId,
    of: tuple[SynsetId, ...],
    there: set[SynsetId],
    hierarchy: Hierarchy,
) -> Wrong | None:
    if name in there or any(hierarchy.is_kind_of(other, name) for other in there):
        return None
    above = hierarchy.above(name)
    upper = min(
        (other for other in there if other in above), key=lambda o: (above[o], o), default=None
    )
    scenario: Scenario = "too_specific" if upper else "hallucinated"
    return Wrong(kind, name, scenario, of, upper)
