"""How often a model chose the true caption, by set and source, and how sources differ."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotate.analysis.compositional.model import Reply
from annotate.analysis.compositional.questions import Question
from annotate.analysis.compositional.replies import chosen
from annotate.analysis.paired import Pairs, mcnemar, newcombe_paired
from annotate.analysis.proportions import Clusters, share_of_clusters, wilson


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question that was answered; ``choice`` is None of an invalid reply."""

    question: Question
    choice: int | None

    @property
    def right(self) -> bool:
        return self.choice == self.question.answer


def outcomes(questions: Iterable[Question], replies: Mapping[str, Reply]) -> list[Outcome]:
    """Return what became of the questions that have a reply."""
    return [
        Outcome(question, chosen(replies[question.key].text, question.options))
        for question in questions
        if question.key in replies
    ]


def accuracy_of(found: Sequence[Outcome], *, groups: bool = False) -> dict[str, Any]:
    """Return the accuracy with its intervals, and what it is made of.

    ``low`` and ``high``: Wilson, as if questions were independent. ``by_image``: the same share
    with the questions of an image as one cluster. ``positions``: by where the true caption stood.
    ``first_chosen``: how often option 1 was chosen, of valid replies. ``kinds``: by what was
    changed. ``groups``: of groups whose questions were all answered, those all right. Every share
    has ``n``, ``right``, ``share``, ``low``, ``high``; a share of nothing is None.
    """
    right = [outcome.right for outcome in found]
    valid = [outcome.choice for outcome in found if outcome.choice is not None]
    return {
        **share(sum(right), len(right)),
        "invalid": len(found) - len(valid),
        "by_image": _by_image(found),
        "positions": _split(found, lambda outcome: str(outcome.question.answer)),
        "first_chosen": share(valid.count(1), len(valid)),
        "kinds": _split(found, lambda outcome: outcome.question.probe.kind or "-"),
        "groups": _groups(found) if groups else None,
    }


def share(part: int, whole: int) -> dict[str, Any]:
    """Return a share with its Wilson interval.

    >>> share(0, 0)
    {'n': 0, 'right': 0, 'share': None, 'low': None, 'high': None}
    """
    low, high = wilson(part, whole) if whole else (None, None)
    value = part / whole if whole else None
    return {"n": whole, "right": part, "share": value, "low": low, "high": high}


def _by_image(found: Sequence[Outcome]) -> dict[str, Any]:
    wholes: Counter[str] = Counter(outcome.question.probe.image for outcome in found)
    parts: Counter[str] = Counter(o.question.probe.image for o in found if o.right)
    if not wholes:
        return {"images": 0, "low": None, "high": None}
    seen = Clusters(
        number=len(wholes),
        part=parts.total(),
        whole=wholes.total(),
        part_squared=sum(part**2 for part in parts.values()),
        whole_squared=sum(whole**2 for whole in wholes.values()),
        part_by_whole=sum(parts[image] * whole for image, whole in wholes.items()),
    )
    low, high = share_of_clusters(seen)
    return {"images": len(wholes), "low": low, "high": high}


def _split(found: Sequence[Outcome], by: Callable[[Outcome], str]) -> dict[str, Any]:
    wholes: Counter[str] = Counter(map(by, found))
    parts: Counter[str] = Counter(by(outcome) for outcome in found if outcome.right)
    return {name: share(parts[name], wholes[name]) for name in sorted(wholes)}


def _groups(found: Sequence[Outcome]) -> dict[str, Any] | None:
    """Winoground's text score: both captions of an example are told apart (chance 0.25)."""
    rights: dict[str, list[bool]] = {}
    for outcome in found:
        rights.setdefault(outcome.question.probe.group, []).append(outcome.right)
    whole = [each for each in rights.values() if len(each) == 2]
    return share(sum(map(all, whole)), len(whole))


def difference_of(first: Sequence[Outcome], second: Sequence[Outcome]) -> dict[str, Any]:
    """Return how much more often the first is right, on the questions that both answered.

    ``p`` is McNemar's, exact and two-sided; ``low`` and ``high`` Newcombe's for pairs.
    """
    others = {outcome.question.probe.id: outcome.right for outcome in second}
    shared = [
        (outcome.right, others[outcome.question.probe.id])
        for outcome in first
        if outcome.question.probe.id in others
    ]
    counts = Counter(shared)
    pairs = Pairs(
        both=counts[True, True],
        only_first=counts[True, False],
        only_second=counts[False, True],
        neither=counts[False, False],
    )
    low, high = newcombe_paired(pairs) if pairs.n else (None, None)
    return {
        "n": pairs.n,
        "only_first": pairs.only_first,
        "only_second": pairs.only_second,
        "difference": pairs.difference if pairs.n else None,
        "low": low,
        "high": high,
        "p": mcnemar(pairs) if pairs.n else None,
    }
