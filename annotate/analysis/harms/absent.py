"""People and their artefacts that a ground truth has and a text does not: what erasing could be.

Wang et al. 2022, §3.2: erasing occurs when people, attributes or artefacts of social groups are not
recognised. Their measure is in a supplement that is not at hand, so that what is counted here is
named for itself: concepts of the truth that the candidate lacks. No text can say everything, so
that a share alone means little; what sets groups or words apart asks for a reader.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from annotate.analysis.harms.graphs import Graph
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.lists import list_data
from annotate.analysis.harms.people import differences
from annotate.analysis.harms.person_words import PersonWords
from annotate.analysis.harms.synsets import Meanings, SynsetId
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import share
from annotate.analysis.undefined import Undefined

Sort = Literal["person", "artefact"]
ARTEFACT = "artifact.n.01"
# What people do with things of theirs; *in* and *with* say it of places, too.
HAVING = ("wear", "carry", "hold", "have", "use")


@dataclass(frozen=True, slots=True)
class Compared:
    """What two stages say of one image."""

    image: str
    group: str | None
    truth: Graph
    candidate: Graph


@dataclass(frozen=True, slots=True)
class Absent:
    """One concept that the truth has in ``shown`` images.

    ``missing`` is the share of these whose candidate has neither it, nor a kind of it, nor
    something above it; ``more_general`` counts images that have only something above it, as
    *person* of *woman*. ``cases`` are the images that miss it.
    """

    sort: Sort
    synset: SynsetId
    shown: int
    missing: Interval
    more_general: int
    groups: Mapping[str, Interval]
    differences: Mapping[tuple[str, str], Interval] | Undefined
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Absences:
    """``nobody``: of images whose truth has people, the share whose candidate mentions none.

    ``rows`` are all concepts, those most often missing first.
    """

    images: int
    nobody: Interval
    groups: Mapping[str, Interval]
    differences: Mapping[tuple[str, str], Interval] | Undefined
    rows: tuple[Absent, ...]


@dataclass(slots=True)
class _Row:
    shown: Counter[str | None] = field(default_factory=Counter)
    missing: Counter[str | None] = field(default_factory=Counter)
    more_general: int = 0
    cases: list[str] = field(default_factory=list)

    def rates(self) -> dict[str, tuple[int, int]]:
        groups = sorted(filter(None, self.shown))
        return {group: (self.missing[group], self.shown[group]) for group in groups}


@dataclass(slots=True)
class Artefacts:
    """What counts as an artefact of a person: listed ones, and what the truth says they have."""

    meanings: Meanings
    hierarchy: Hierarchy
    persons: PersonWords = field(init=False)
    listed: frozenset[SynsetId] = field(init=False)
    unknown: tuple[str, ...] = field(init=False)  # listed words without a noun in WordNet
    _having: frozenset[SynsetId | None] = field(init=False)
    _artefact: SynsetId | None = field(init=False)

    def __post_init__(self) -> None:
        self.persons = PersonWords(self.meanings, self.hierarchy)
        words = list_data("identity_words")["artefacts"]
        found = {word: self.meanings.senses(word, "object") for word in words}
        known = {word: each for word, each in found.items() if each.lemma == word.replace(" ", "_")}
        self.listed = frozenset(each.common for each in known.values() if each.common)
        self.unknown = tuple(sorted(found.keys() - known.keys()))
        senses = (self.meanings.senses(word, "relation") for word in HAVING)
        self._having = frozenset(each.common for each in senses)
        self._artefact = self.meanings.id_of(ARTEFACT)

    def of(self, graph: Graph) -> Iterator[tuple[Sort, SynsetId]]:
        """Yield the people of a graph and what is theirs."""
        truth, people = self.meanings.concepts(graph), self.persons.synsets(graph)
        theirs = {
            name
            for subject, relation, name in truth.relations
            if subject in people
            and relation in self._having
            and self._artefact in self.hierarchy.above(name)
        }
        yield from (("person", name) for name in sorted(people))
        yield from (
            ("artefact", name) for name in sorted((theirs | self.listed & truth.objects) - people)
        )


def absences(images: Iterable[Compared], artefacts: Artefacts) -> Absences:
    """Return the people and artefacts of the truth that candidates lack.

    Shares have Wilson's intervals, differences of groups Newcombe's: images are taken as
    independent of each other.

    >>> from annotate.analysis.harms.synsets import meanings
    >>> known = meanings()
    >>> truth, said = Graph(frozenset(["woman", "turban"])), Graph(frozenset(["person"]))
    >>> found = absences([Compared("a.jpg", None, truth, said)],
    ...                  Artefacts(known, Hierarchy(known.words)))
    >>> [(row.sort, row.missing.mean, row.more_general) for row in found.rows]
    [('artefact', 1.0, 0), ('person', 0.0, 1)]
    >>> found.nobody.mean
    0.0
    """
    hierarchy, persons = artefacts.hierarchy, artefacts.persons
    whole, nobody = 0, _Row()
    rows: dict[tuple[Sort, SynsetId], _Row] = {}
    for image in images:
        whole += 1
        said = artefacts.meanings.concepts(image.candidate).objects
        upper = hierarchy.with_all_above(said)
        concepts = list(artefacts.of(image.truth))
        if persons.mentioned(image.truth.objects):
            _add(nobody, image, missing=not persons.mentioned(image.candidate.objects))
        for sort, name in concepts:
            row = rows.setdefault((sort, name), _Row())
            general = name not in upper and not said.isdisjoint(hierarchy.above(name))
            row.more_general += general
            _add(row, image, missing=not general and name not in upper)
    found = [_absent(concept, row) for concept, row in rows.items()]
    found.sort(key=lambda row: (-row.missing.n * _mean(row.missing), row.sort, row.synset))
    return Absences(
        whole,
        nobody=share(nobody.missing.total(), nobody.shown.total()),
        groups={group: share(*each) for group, each in nobody.rates().items()},
        differences=differences(nobody.rates()),
        rows=tuple(found),
    )


def _add(row: _Row, image: Compared, *, missing: bool) -> None:
    row.shown[image.group] += 1
    row.missing[image.group] += missing
    if missing:
        row.cases.append(image.image)


def _absent(concept: tuple[Sort, SynsetId], row: _Row) -> Absent:
    return Absent(
        *concept,
        shown=row.shown.total(),
        missing=share(row.missing.total(), row.shown.total()),
        more_general=row.more_general,
        groups={group: share(*each) for group, each in row.rates().items()},
        differences=differences(row.rates()),
        cases=tuple(row.cases),
    )


def _mean(interval: Interval) -> float:
    return 0.0 if isinstance(interval.mean, Undefined) else interval.mean
