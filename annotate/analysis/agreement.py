"""How far independent answers agree, and what they say together (mission B9, C2).

Every function returns a figure or says why there is none (:class:`Undefined`): nothing to compare,
or, of Krippendorff's alpha, everybody always giving the same label - by chance they could not have
done otherwise, so agreement beyond chance has no value, neither 1 nor 0.
"""

import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeVar

from annotate.analysis import overlap
from annotate.analysis.geometry import Box
from annotate.analysis.matching import matched_iou
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Label = Hashable
Difficulty = Literal["easy", "medium", "difficult", "unusable"]
LabelT = TypeVar("LabelT", bool, str)

NO_PAIR = Undefined(Message("no_item_answered_twice"))
NO_CHOICE = Undefined(Message("all_answers_alike"))
NO_VOTES = Undefined(Message("nobody_answered"))
TIE = Undefined(Message("no_majority"))
NO_TEXTS = Undefined(Message("no_two_texts"))
NO_BOXES = Undefined(Message("no_two_boxes"))


def krippendorff_alpha(items: Iterable[Sequence[Label | None]]) -> float | Undefined:
    """Return Krippendorff's alpha for nominal labels, at most 1; None in an item is no answer.

    1 is perfect agreement, 0 what chance gives, less than 0 systematic disagreement. Items with one
    answer do not count; items may have different numbers of answers. Computed by NLTK's
    ``AnnotationTask`` where it is defined (Krippendorff 2011, "Computing Krippendorff's
    Alpha-Reliability").

    Example with disagreement: the items yes/yes, no/no and yes/no. Observed disagreement 1/3 (one
    pair of three), expected: of 6 labels 3 are yes, 3 no, so 2*3*3/(6*5) = 3/5; 1 - (1/3)/(3/5).

    >>> krippendorff_alpha([["yes", "yes"], ["no", "no"], ["yes", "no"]])
    0.4444444444444444
    >>> krippendorff_alpha([["yes", "yes"], ["yes", "yes"]]).reason
    'All answers are the same, so there is no agreement beyond chance to measure.'
    """
    kept = [labels for item in items if len(labels := _labels(item)) > 1]
    numbers = {label: at for at, label in enumerate(dict.fromkeys(_all_of(kept)))}
    return _alpha([[numbers[label] for label in labels] for labels in kept], len(numbers))


def ordinal_alpha(items: Iterable[Sequence[int | None]]) -> float | Undefined:
    """Return Krippendorff's alpha for scores on a scale with an order; None is no score.

    As for nominal labels, but two scores differ the more, the more scores were given between them:
    the distance of c and k is (all scores given from c to k, less half of those at both ends)²
    (Krippendorff 2011). How far apart two levels are otherwise does not matter.

    Example with disagreement: the items 1/1, 1/2 and 3/3. There are 3 scores of 1, 1 of 2 and 2 of
    3, so the distances are (1, 2) 2² = 4, (2, 3) 1.5² = 2.25 and (1, 3) 3.5² = 12.25. Observed, of
    6 ordered pairs: 2·4/6; expected: 2·(3·1·4 + 1·2·2.25 + 3·2·12.25)/(6·5).

    >>> round(ordinal_alpha([[1, 1], [1, 2], [3, 3]]), 4)
    0.7778
    >>> ordinal_alpha([[1, None], [2]]).reason
    'No item has two answers.'
    """
    kept = [[score for score in item if score is not None] for item in items]
    kept = [scores for scores in kept if len(scores) > 1]
    times = Counter(score for scores in kept for score in scores)
    between = {
        (low, high): (sum(times[score] for score in times if low <= score <= high))
        - (times[low] + times[high]) / 2
        for low in times
        for high in times
        if low <= high
    }
    squared = {pair: number**2 for pair, number in between.items()}
    return _alpha(kept, len(times), lambda a, b: squared[min(a, b), max(a, b)])


def _alpha(
    items: Sequence[Sequence[int]],
    levels: int,
    distance: Callable[[int, int], float] | None = None,
) -> float | Undefined:
    """Return alpha of items with two answers or more, between which there are ``levels``."""
    # Imported here: loading NLTK takes most of a second, and few processes ask.
    from nltk.metrics.agreement import AnnotationTask, binary_distance

    if not levels:
        return NO_PAIR
    if levels == 1:
        return NO_CHOICE
    data = [
        (rater, item, label)
        for item, labels in enumerate(items)
        for rater, label in enumerate(labels)
    ]
    return float(AnnotationTask(data=data, distance=distance or binary_distance).alpha())


def pairwise_agreement(items: Iterable[Sequence[Label | None]]) -> float | Undefined:
    """Return the share of pairs of answers to the same item that are equal, in [0, 1].

    Every item with two answers or more has the same weight. None is no answer.

    Example: of yes/yes/no one pair of three agrees, of no/no the one pair: (1/3 + 1) / 2.

    >>> pairwise_agreement([["yes", "yes", "no"], ["no", "no"], ["yes"]])
    0.6666666666666666
    """
    shares = []
    for item in items:
        pairs = list(combinations(_labels(item), 2))
        if pairs:
            shares.append(sum(a == b for a, b in pairs) / len(pairs))
    return math.fsum(shares) / len(shares) if shares else NO_PAIR


def majority(labels: Iterable[LabelT | None]) -> LabelT | Undefined:
    """Return the label that more people gave than any other; None is no answer.

    >>> majority([True, True, False]), majority(["a", None])
    (True, 'a')
    >>> majority([True, False]).reason
    'There is no majority: the most frequent answers are tied.'
    """
    counts = Counter(label for label in labels if label is not None)
    if not counts:
        return NO_VOTES
    (first, most), *others = counts.most_common(2)
    return TIE if others and others[0][1] == most else first


def yes_share(votes: Iterable[bool | None]) -> float | Undefined:
    """Return the share of yes among those who answered, in [0, 1].

    >>> yes_share([True, False, None, True, True]), yes_share([None]).reason
    (0.75, 'Nobody answered.')
    """
    answered = [vote for vote in votes if vote is not None]
    return sum(answered) / len(answered) if answered else NO_VOTES


def caption_similarity(texts: Sequence[str]) -> float | Undefined:
    """Return the mean word Jaccard (n = 1) over all pairs of texts of one image, in [0, 1].

    Example: {a, red, kite}, {a, blue, kite} and {a, kite}: 2/4, 2/3 and 2/3.

    >>> round(caption_similarity(["a red kite", "a blue kite", "a kite"]), 3)
    0.611
    """
    split = [words(text) for text in texts]
    values = [overlap.jaccard(a, b, 1) for a, b in combinations(split, 2)]
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else NO_TEXTS


def box_agreement(answers: Sequence[Sequence[Box]]) -> float | Undefined:
    """Return the mean matched IoU over all pairs of answers about one image, in [0, 1].

    Pairs in which nobody drew a box do not count.

    >>> one, other = Box(x=0, y=0, width=2, height=2), Box(x=8, y=8, width=2, height=2)
    >>> box_agreement([[one], [one], [other]])  # 1, 0 and 0
    0.3333333333333333
    """
    values = [matched_iou(a, b) for a, b in combinations(answers, 2)]
    known = [value for value in values if value is not None]
    return math.fsum(known) / len(known) if known else NO_BOXES


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """What the answers about one image say together (mission B9)."""

    answers: int
    text_yes: int
    text_no: int
    text_majority: bool | Undefined
    canned: int
    difficulty: Difficulty | Undefined


def aggregate(*, canned: Sequence[bool], text: Sequence[bool | None] = ()) -> Aggregate:
    """Return the majority on the text question, the canned answers and the difficulty.

    >>> aggregate(canned=[True, False, False, False, False], text=[True, True, None]).difficulty
    'medium'
    """
    return Aggregate(
        answers=len(canned),
        text_yes=sum(answer is True for answer in text),
        text_no=sum(answer is False for answer in text),
        text_majority=majority(text),
        canned=sum(canned),
        difficulty=difficulty(sum(canned), len(canned)),
    )


def difficulty(canned: int, answers: int) -> Difficulty | Undefined:
    """Return how hard an image is to describe by how many could not (VW §4, fine-grained analysis).

    Of five answers: 0 canned easy, 1-2 medium, 3-4 difficult; all five: the image is unusable. With
    another number of answers: up to half of them medium, more but not all difficult.

    >>> [difficulty(canned, 5) for canned in range(6)]
    ['easy', 'medium', 'medium', 'difficult', 'difficult', 'unusable']
    >>> difficulty(3, 6), difficulty(4, 6)
    ('medium', 'difficult')
    """
    if not answers:
        return NO_VOTES
    if canned == 0:
        return "easy"
    if canned == answers:
        return "unusable"
    return "difficult" if 2 * canned > answers else "medium"


def _labels(item: Iterable[Label | None]) -> list[Label]:
    return [label for label in item if label is not None]


def _all_of(items: Iterable[Sequence[Label]]) -> Iterator[Label]:
    for labels in items:
        yield from labels
