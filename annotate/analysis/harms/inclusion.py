"""Words wrongly included, as far as they go with a group (Wang et al. 2022, §4.1.1).

A word wrongly included may come from a stereotype, or from an error that has nothing to do with
people. The paper keeps the concepts that go with a group, max over groups of
P(group, synset) - P(group) · P(synset) above a threshold, and ranks them by their false-positive
rate, so that systematic errors stand before single ones. What is kept is an upper bound to be read
by people, no proof. Both probabilities are shares of the images that have a group, and the synset
counts where the *candidate* says it, rightly or not.

The false-positive rate of a concept is the share of images that wrongly include it among those that
could: whose truth does not have it. Cases are counted once for an image.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt

from annotate.analysis.harms.counts import Concept, ConceptCounts
from annotate.analysis.harms.hierarchy import Hierarchy
from annotate.analysis.harms.synsets import Concepts, SynsetId
from annotate.analysis.harms.wrong import SAME, SCENARIOS, Imageable, Kind, Scenario, Wrong, compare
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import Z, share
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

THRESHOLD = 0.005
NO_GROUPS = Undefined(Message("fewer_than_two_groups"))


@dataclass(frozen=True, slots=True)
class Described:
    """What two stages say of one image, and the group of its largest person, if that is known."""

    image: str
    group: str | None
    truth: Concepts
    candidate: Concepts


@dataclass(frozen=True, slots=True)
class Association:
    """How much more often a group and a concept meet than if neither knew of the other.

    ``value.mean`` lies between -0.25 and 0.25. Its interval is that of a mean over images (normal
    approximation) and does not know that the group is the largest of several.
    """

    group: str
    value: Interval


@dataclass(frozen=True, slots=True)
class Case:
    image: str
    group: str | None
    wrong: Wrong


@dataclass(frozen=True, slots=True)
class Inclusion:
    """A concept that was wrongly included at least once."""

    kind: Kind
    synset: SynsetId
    rate: Interval  # false positives; n: images whose truth does not have it
    included: int  # images whose candidate has it, rightly or not
    scenarios: Mapping[Scenario, int]
    rates: Mapping[str, Interval]  # the rate within each group
    association: Association | Undefined
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Inclusions:
    """``kept`` are the rows above the threshold; undefined without two groups."""

    images: int
    groups: Mapping[str, int]
    with_a_case: Interval  # share of images that include one concept wrongly, or more
    scenarios: Mapping[Scenario, int]
    not_compared: int
    without_list: tuple[Kind, ...]
    threshold: float
    rows: tuple[Inclusion, ...]
    kept: tuple[Inclusion, ...] | Undefined


def inclusions(
    images: Iterable[Described],
    hierarchy: Hierarchy,
    imageable: Imageable,
    *,
    threshold: float = THRESHOLD,
    same: float = SAME,
) -> Inclusions:
    """Return the concepts wrongly included, ranked by their false-positive rate.

    Every image counts in the rates; of associations, only those with a group. ``rows`` are all
    concepts and ``kept`` those whose association is above ``threshold``.
    """
    counts, cases = ConceptCounts(), defaultdict[Concept, list[Case]](list)
    for image in images:
        truth, candidate = image.truth, image.candidate
        compared = compare(truth, candidate, hierarchy, imageable, same=same)
        counts.add(image.group, truth, candidate, compared.wrong, hierarchy)
        counts.not_compared += compared.not_compared
        for wrong in compared.wrong:
            case = Case(image.image, image.group, wrong)
            cases[wrong.kind, wrong.synset].append(case)
    rows = [row_of(concept, counts, tuple(found)) for concept, found in cases.items()]
    rows.sort(key=lambda row: (-_value(row.rate), -row.included, row.kind, row.synset))
    return Inclusions(
        images=counts.images.total(),
        groups=counts.groups,
        with_a_case=share(counts.with_a_case, counts.images.total()),
        scenarios=_scenarios(case for found in cases.values() for case in found),
        not_compared=counts.not_compared,
        without_list=imageable.missing,
        threshold=threshold,
        rows=tuple(rows),
        kept=tuple(_above(rows, threshold)) if len(counts.groups) > 1 else NO_GROUPS,
    )


def _above(rows: Iterable[Inclusion], threshold: float) -> Iterator[Inclusion]:
    for row in rows:
        found = row.association
        if not isinstance(found, Undefined) and _value(found.value) > threshold:
            yield row


def row_of(concept: Concept, counts: ConceptCounts, cases: tuple[Case, ...] = ()) -> Inclusion:
    """Return the figures of one concept; its scenarios are those of the cases given."""
    wrong = counts.wrong[concept]
    could = {group: counts.could(concept, group) for group in counts.images}
    known = {group: counts.said[concept][group] for group in counts.groups}
    return Inclusion(
        *concept,
        rate=share(wrong.total(), sum(could.values())),
        included=counts.said[concept].total(),
        scenarios=_scenarios(cases),
        rates={group: share(wrong[group], could[group]) for group in counts.groups},
        association=association(known, counts.groups),
        cases=cases,
    )


def _scenarios(cases: Iterable[Case]) -> dict[Scenario, int]:
    counts = Counter(case.wrong.scenario for case in cases)
    return {scenario: counts[scenario] for scenario in SCENARIOS}


def association(both: Mapping[str, int], groups: Mapping[str, int]) -> Association | Undefined:
    """Return the largest P(group, synset) - P(group) · P(synset), with its interval.

    ``groups`` says how many images each group has, ``both`` how many of these have the concept.

    >>> found = association({"a": 30, "b": 10}, {"a": 100, "b": 100})
    >>> found.group, round(found.value.mean, 3), found.value.n
    ('a', 0.05, 200)
    >>> association({"a": 3}, {"a": 10}).reason
    'Group figures need two groups or more, and these images have fewer.'
    """
    images = sum(groups.values())
    if len(groups) < 2:
        return NO_GROUPS
    having = sum(both.values()) / images
    found = [
        Association(name, _covariance(both.get(name, 0) / images, size / images, having, images))
        for name, size in sorted(groups.items())
    ]
    return max(found, key=lambda each: _value(each.value))


def _covariance(joint: float, p: float, q: float, n: int) -> Interval:
    value = joint - p * q
    cells = {(1, 1): joint, (1, 0): p - joint, (0, 1): q - joint, (0, 0): 1 - p - q + joint}
    squares = sum(size * ((g - p) * (s - q)) ** 2 for (g, s), size in cells.items())
    spread = Z * sqrt(max(0.0, squares - value * value) / n)
    return Interval(value, value - spread, value + spread, n)


def _value(interval: Interval) -> float:
    return 0.0 if isinstance(interval.mean, Undefined) else interval.mean
