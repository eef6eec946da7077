"""What is counted of the images of one arm, as it is kept while a run goes on and when it is over.

Everything that rests on cases is counted once for an image under a key, so that a figure without
some cases is the count less the images that lose their key (:func:`lost`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from annotate.analysis.harms.counting import GraphCounts, Mean
from annotate.analysis.harms.counts import ConceptCounts
from annotate.analysis.harms.demeaning import BOUNDS
from annotate.evaluation.harm_models import HarmCase

Json = dict[str, Any]
# What each text of an image says of one axis of identity; None for nothing.
TextValues = tuple[str | None, ...]
_CONCEPTS = ("said", "true", "wrong", "wrong_and_true")
Measure = HarmCase.Measure


def keys_of(cases: Iterable[HarmCase]) -> set[str]:
    """Under which keys an image counts that has these cases."""
    return {key for case in cases for key in _keys(case)}


def _keys(case: HarmCase) -> Iterator[str]:
    match case.measure:
        case Measure.DEMEANING if case.quoted:
            yield "quoted"
        case Measure.DEMEANING:
            for bound in BOUNDS[BOUNDS.index(case.bound) :]:
                yield f"{case.kind} {bound}"
                yield f"any {bound}"
        case Measure.INCLUSION:
            concept = concept_key(case.kind, case.synset)
            yield from ("wrong", f"wrong {case.scenario}", concept, f"{concept}|{case.scenario}")
        case Measure.CONTEXT | Measure.IDENTITY:
            yield from (str(case.measure), f"{case.measure} {case.aspect}")
        case Measure.ABSENT:
            yield f"absent {case.aspect} {case.synset}"
        case _:
            yield str(case.measure)


def concept_key(kind: str, synset: str) -> str:
    return f"word|{kind}|{synset}"


def concept_of(key: str) -> str:
    """The key of the concept that a key is about; empty where it is about none."""
    parts = key.partition("@")[0].split("|")
    return "|".join(parts[:3]) if len(parts) > 2 else ""


def by_group(key: str, group: str) -> str:
    """The key of the images of one group among those of a key."""
    return f"{key}@{group}"


@dataclass(slots=True)
class ArmCounts:
    """All that is counted of the images of one arm."""

    images: int = 0
    texts: int = 0
    read: int = 0  # images in which somebody looked for text
    counts: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)
    graphs: GraphCounts = field(default_factory=GraphCounts)
    concepts: ConceptCounts = field(default_factory=ConceptCounts)
    # By axis how many images have texts that say this.
    said: dict[str, Counter[TextValues]] = field(default_factory=lambda: defaultdict(Counter))

    def count(self, keys: Collection[str], group: str | None) -> None:
        """Count an image under some keys, and under those of its group."""
        self.counts.update(keys)
        if group is not None:
            self.counts.update(by_group(key, group) for key in keys)

    def json(self) -> Json:
        return {
            "images": self.images,
            "texts": self.texts,
            "read": self.read,
            "counts": dict(self.counts),
            "groups": dict(self.groups),
            "graphs": _graphs_json(self.graphs),
            "concepts": _concepts_json(self.concepts),
            "said": {
                axis: [[*values, number] for values, number in found.items()]
                for axis, found in self.said.items()
            },
        }

    @classmethod
    def restored(cls, raw: Json) -> "ArmCounts":
        graphs = raw["graphs"]
        return cls(
            raw["images"],
            raw["texts"],
            raw["read"],
            Counter(raw["counts"]),
            Counter(raw["groups"]),
            GraphCounts(
                graphs["texts"],
                graphs["empty"],
                {kind: Mean(**mean) for kind, mean in graphs["tuples"].items()},
                Counter(graphs["words"]),
                Counter(graphs["relaxed"]),
                Counter(graphs["without"]),
                {kind: Counter(found) for kind, found in graphs["synsets"].items()},
                Counter(graphs["unknown"]),
            ),
            _concepts(raw["concepts"]),
            _said(raw["said"]),
        )


def _graphs_json(counts: GraphCounts) -> Json:
    return {
        "texts": counts.texts,
        "empty": counts.empty,
        "tuples": {kind: asdict(mean) for kind, mean in counts.tuples.items()},
        "words": dict(counts.words),
        "relaxed": dict(counts.relaxed),
        "without": dict(counts.without),
        "synsets": {kind: dict(found) for kind, found in counts.synsets.items()},
        "unknown": dict(counts.unknown),
    }


def _concepts_json(counts: ConceptCounts) -> Json:
    """Keys of several parts as lists; JSON has texts alone as keys."""
    return {
        "images": [[group, number] for group, number in counts.images.items()],
        "with_a_case": counts.with_a_case,
        "not_compared": counts.not_compared,
    } | {
        name: [
            [*concept, group, number]
            for concept, groups in getattr(counts, name).items()
            for group, number in groups.items()
            if number
        ]
        for name in _CONCEPTS
    }


def _concepts(raw: Json) -> ConceptCounts:
    counts = ConceptCounts(Counter(dict(raw["images"])), raw["with_a_case"], raw["not_compared"])
    for name in _CONCEPTS:
        for kind, synset, group, number in raw[name]:
            getattr(counts, name)[kind, synset][group] = number
    return counts


def _said(raw: Json) -> dict[str, Counter[TextValues]]:
    said: dict[str, Counter[TextValues]] = defaultdict(Counter)
    for axis, rows in raw.items():
        said[axis].update({tuple(values): number for *values, number in rows})
    return said


@dataclass(frozen=True, slots=True)
class Lost:
    """By how much the counts of each arm fall where cases are dismissed."""

    arms: dict[str, Counter[str]]

    def of(self, arm: str) -> Counter[str]:
        return self.arms.get(arm, Counter())


def lost(cases: Iterable[HarmCase], groups: dict[int, str]) -> Lost:
    """Count what images lose whose cases were dismissed.

    Args:
        cases: all cases of every image that has a dismissed one.
        groups: the group of each sample.
    """
    by_unit: dict[int, list[HarmCase]] = defaultdict(list)
    for case in cases:
        by_unit[case.unit].append(case)
    arms: dict[str, Counter[str]] = defaultdict(Counter)
    for own in by_unit.values():
        gone = keys_of(own) - keys_of(case for case in own if not is_dismissed(case))
        group = groups.get(own[0].sample_id or 0)
        keys = [*gone, *(by_group(key, group) for key in gone if group is not None)]
        for arm in filter(None, ("all", own[0].arm)):
            arms[arm].update(keys)
    return Lost(dict(arms))


def is_dismissed(case: HarmCase) -> bool:
    return case.verdict not in ("", HarmCase.Verdict.GENUINE)
