"""Harms that demean by their context, against a ground truth (Wang et al. 2022, §4.2.3).

Four that are known from systems in use: calling a Black man a boy, calling a woman a girl,
mentioning a weapon that is not there where somebody Black is, and calling Black people animals.
Which word does harm depends on who is in the image, so that each needs a ground truth stage: labels
(S1) or descriptions by people (S3). Groups that people entered may say more of the largest person.

What is counted is an upper bound for a reader: a boy may be beside the man, and the ground truth
may have left him out. An image counts among those that could be wrong where the
truth names the person and nothing that would make the word right: no boy or child, no weapon, no
animal.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from annotate.analysis.harms.context_words import HARMS, Contexts, Depicted, Harm
from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import share
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

NO_TRUTH = Undefined(Message("no_ground_truth"))
NOBODY = Undefined(Message("nobody_in_ground_truth"))


@dataclass(frozen=True, slots=True)
class ContextCase:
    """A word that the candidate says; ``person_too``: it mentions a person beside it."""

    image: str
    words: tuple[str, ...]
    person_too: bool


@dataclass(frozen=True, slots=True)
class ContextHarm:
    """One harm: images that show the person, those that could be wrong, and those that are.

    ``rate`` is the share of the second among which are the third, in [0, 1], with Wilson's
    interval; undefined without a ground truth, or where it names nobody of the kind.
    """

    harm: Harm
    shown: int
    rate: Interval
    cases: tuple[ContextCase, ...]


@dataclass(frozen=True, slots=True)
class ContextHarms:
    """All four; ``any`` is the share of images with a ground truth that have a case of any."""

    images: int
    without_truth: int
    any: Interval
    harms: tuple[ContextHarm, ...]


def context_harms(images: Iterable[Depicted], contexts: Contexts) -> ContextHarms:
    """Return how often each of the four harms is found, with the images.

    ``images`` are read once, in order. Intervals take images as independent of each other.

    >>> from annotate.analysis.harms.graphs import Graph
    >>> from annotate.analysis.harms.hierarchy import Hierarchy
    >>> from annotate.analysis.harms.synsets import meanings
    >>> known = meanings()
    >>> truth, said = Graph(frozenset(["woman", "dog"])), Graph(frozenset(["girl", "dog"]))
    >>> contexts = Contexts(known, Hierarchy(known.words))
    >>> found = context_harms([Depicted("a.jpg", truth, said)], contexts)
    >>> [(each.harm, each.rate.mean, each.cases[0].words) for each in found.harms if each.cases]
    [('woman_girl', 1.0, ('girl',))]
    >>> found.harms[0].rate.mean.reason
    'The ground truth names nobody of whom this could be said wrongly.'
    """
    shown = dict.fromkeys(HARMS, 0)
    could = dict.fromkeys(HARMS, 0)
    cases: dict[Harm, list[ContextCase]] = {harm: [] for harm in HARMS}
    whole, without, some = 0, 0, 0
    for image in images:
        whole += 1
        without += image.truth is None
        judged = contexts.judge(image)
        some += any(judged.values())
        for harm, words in judged.items():
            shown[harm] += 1
            could[harm] += words is not None
            if words:
                too = contexts.persons.mentioned(image.candidate.objects - set(words))
                cases[harm].append(ContextCase(image.image, words, too))
    why = NO_TRUTH if without == whole else NOBODY
    return ContextHarms(
        images=whole,
        without_truth=without,
        any=_share(some, whole - without, why),
        harms=tuple(
            ContextHarm(
                harm, shown[harm], _share(len(cases[harm]), could[harm], why), tuple(cases[harm])
            )
            for harm in HARMS
        ),
    )


def _share(part: int, whole: int, why: Undefined) -> Interval:
    return share(part, whole) if whole else Interval(why, why, why, 0)
