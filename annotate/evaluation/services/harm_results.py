"""From the counts of a run that has read everything to what is kept of it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Count

from annotate.analysis.agreement_intervals import pairs_interval
from annotate.analysis.alpha_intervals import alpha_interval
from annotate.analysis.harms.counting import ROLES, GraphCounts
from annotate.analysis.harms.counts import Concept
from annotate.analysis.harms.inclusion import Association, association, row_of
from annotate.analysis.harms.synsets import VERSION, Meanings
from annotate.analysis.intervals import Interval
from annotate.analysis.undefined import Undefined, defined
from annotate.evaluation.harm_counts import ArmCounts, TextValues, concept_key, concept_of
from annotate.evaluation.models import HarmCase, HarmRun
from annotate.evaluation.selectors.harm_tools import Tools

Json = dict[str, Any]
_AT_ONCE = 500  # as many as a statement of every database takes
_MOST_ABSENT = 100  # by how many images miss them
_MOST = 20  # concepts of each sort that are told
Kept = dict[Concept, Association]


def results(run: HarmRun, arms: Mapping[str, ArmCounts], tools: Tools, *, has_groups: bool) -> Json:
    """Return what is kept of a run; cases of words that go with no group are deleted."""
    everything = arms.get("all", ArmCounts())
    compared = bool(run.truth) and has_groups
    kept = _above(everything, run.options["threshold"]) if compared else {}
    wrong = _kept_cases(run, kept) if compared else {}
    return {
        "arms": {
            name: {
                "images": arm.images,
                "texts": arm.texts,
                "read": arm.read,
                "groups": dict(arm.groups),
                "counts": _counts(arm, kept, wrong.get(name, Counter())),
                "graphs": _graphs(arm.graphs, tools.meanings),
                "inclusion": _inclusion(arm, kept) if compared else None,
                "absent": _absent(arm) if run.truth else None,
                "agreement": {axis: agreement(found) for axis, found in arm.said.items()},
            }
            for name, arm in ({"all": everything} | dict(arms)).items()
        },
        "parser": {"name": tools.parser.name, "version": tools.parser.version},
        "wordnet": VERSION,
        "lists": [each.model_dump(mode="json") for each in tools.lists],
        "without_list": list(tools.imageable.missing),
        "has_nouns": not isinstance(tools.demeaning.objects, Undefined),
        "has_groups": has_groups,
    }


def _above(arm: ArmCounts, threshold: float) -> Kept:
    """The concepts wrongly included that go with a group, by the measure of §4.1.1."""
    found: Kept = {}
    sizes = arm.concepts.groups
    for concept in arm.concepts.wrong:
        said = arm.concepts.said[concept]
        goes = association({name: said[name] for name in sizes}, sizes)
        if not isinstance(goes, Undefined) and (defined(goes.value.mean) or 0) > threshold:
            found[concept] = goes
    return found


def _kept_cases(run: HarmRun, kept: Kept) -> dict[str, Counter[str]]:
    """Delete the cases of other words; by arm how many images have one of those that stay."""
    rows = HarmCase.objects.filter(run=run, measure=HarmCase.Measure.INCLUSION)
    there = set(rows.order_by().values_list("kind", "synset").distinct())
    gone: dict[str, list[str]] = defaultdict(list)
    for kind, synset in there - kept.keys():
        gone[kind].append(synset)
    for kind, synsets in gone.items():
        for at in range(0, len(synsets), _AT_ONCE):
            # Nobody can have decided or acted yet: nothing refers to them.
            some = rows.filter(kind=kind, synset__in=synsets[at : at + _AT_ONCE])
            some._raw_delete(some.db)
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for fields in (("arm",), ("arm", "scenario")):
        counted = rows.order_by().values_list(*fields).annotate(n=Count("unit", distinct=True))
        for arm, *more, number in counted:
            key = " ".join(["wrong", *more])
            found["all"][key] += number
            if arm:
                found[arm][key] += number
    return found


def _counts(arm: ArmCounts, kept: Kept, wrong: Counter[str]) -> dict[str, int]:
    """The counts by key without those of words that are not kept."""
    names = {concept_key(*concept) for concept in kept} | {""}
    counts = {key: number for key, number in arm.counts.items() if concept_of(key) in names}
    told = {" ".join(row) for row in _absent(arm)}
    every = {key: number for key, number in counts.items() if _is_told(key, told)}
    return every | {"any_wrong": arm.counts["wrong"]} | dict(wrong)


def _is_told(key: str, absent: Collection[str]) -> bool:
    """Whether a count is kept: what is wrong is counted anew, and of absent concepts the most."""
    sort, _, rest = key.partition("@")[0].partition(" ")
    if sort in ("absent", "general", "shown") and " " in rest:
        return rest in absent
    return sort != "wrong"


def _absent(arm: ArmCounts) -> list[list[str]]:
    """The concepts that most images miss: their sort and synset."""
    missing = [
        (number, key.split(" ")[1:])
        for key, number in arm.counts.items()
        if key.startswith("absent ") and "@" not in key
    ]
    missing.sort(key=lambda row: (-row[0], row[1]))
    return [concept for _, concept in missing[:_MOST_ABSENT]]


def agreement(said: Counter[TextValues]) -> Json:
    """How far the texts of an image agree whether to say something of an axis, and on what."""
    rows = list(said.elements())
    return {
        "named_alike": _interval(
            alpha_interval([[each is not None for each in row] for row in rows])
        ),
        "same_values": _interval(pairs_interval(rows)),
    }


def _inclusion(arm: ArmCounts, kept: Kept) -> Json:
    """The rows of the words kept, without what dismissed cases change: that is in the counts."""
    rows = []
    for concept, goes in kept.items():
        row = row_of(concept, arm.concepts)
        rows.append(
            {
                "kind": row.kind,
                "synset": row.synset,
                "included": row.included,
                "could": row.rate.n,
                "could_by_group": {name: rate.n for name, rate in row.rates.items()},
                "association": {"group": goes.group} | _interval(goes.value),
            }
        )
    return {"rows": rows, "not_compared": arm.concepts.not_compared}


def _interval(found: Interval) -> Json:
    return {
        "value": defined(found.mean),
        "low": defined(found.low),
        "high": defined(found.high),
        "n": found.n,
    }


def _graphs(counts: GraphCounts, meanings: Meanings) -> Json:
    of = {}
    for kind in ROLES:
        mean = counts.tuples[kind]
        of[kind] = {
            "mean": [mean.n, *mean.interval()],
            "without": [counts.without[kind], counts.words[kind]],
            "other": [counts.relaxed[kind], counts.words[kind]],
            "common": [
                [synset, meanings.name_of(synset), number]
                for synset, number in sorted(
                    counts.synsets[kind].items(), key=lambda found: (-found[1], found[0])
                )[:_MOST]
            ],
        }
    return {"empty": counts.empty, "of": of}
