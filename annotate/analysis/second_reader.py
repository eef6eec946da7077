"""How far a second reader can be trusted: a model that reads descriptions beside their images.

It says of every sentence that the image shows it (``seen``), that it does not (``not_seen``) or
that it shows otherwise (``contradicted``). A sentence is *marked* if it is one of the latter two;
a reply that says none of the three is ``invalid`` and marks nothing. What it marks is compared with
what people decided without it being asked: what reviewers rejected and had written anew, and which
of two texts raters of a side-by-side study found to hallucinate more (IIW §4, App. D.4).

Assumptions: reviewers who approve a description find nothing wrong with any sentence; where one is
written anew, a sentence that is gone was wrong. Neither holds always, so that a precision tells how
often people *agree* with a mark, not how often it is true. Reviewers who look at the marks may
follow them. Verdicts from before a description was read are no part of this: what was rejected is
not read, so that only approvals would be among them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from annotate.analysis.intervals import Interval
from annotate.analysis.proportions import Clusters, share, share_of_clusters
from annotate.analysis.undefined import Undefined
from annotate.messages import Message

Said: TypeAlias = Literal["seen", "not_seen", "contradicted", "invalid"]
MARKS: tuple[Said, ...] = ("not_seen", "contradicted")

NONE_MARKED = Undefined(Message("second_reader_none_marked"))
NONE_UNMARKED = Undefined(Message("second_reader_none_unmarked"))
NO_SENTENCES = Undefined(Message("second_reader_no_sentences"))
NO_PAIRS = Undefined(Message("second_reader_no_pairs"))


@dataclass(frozen=True, slots=True)
class Judged:
    """One description that was read, and that a reviewer approved or rejected.

    Attributes:
        said: what the reader said, by sentence.
        rejected: whether the reviewer rejected the description.
        changed: by sentence, whether it is gone from what was written instead; all False for an
            approved one, None where a rejected one was not written anew.
    """

    said: tuple[Said, ...]
    rejected: bool
    changed: tuple[bool, ...] | None

    @property
    def marked(self) -> int:
        """How many sentences are marked."""
        return marks(self.said)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two descriptions of one image that were compared for hallucinations.

    Attributes:
        marked: how many sentences of the first and of the second are marked.
        score: the mean of what raters said, from -2 (the first is far better) to 2 (the second is).
    """

    marked: tuple[int, int]
    score: float


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its 95% interval: ``part`` of ``whole``, or why there is none."""

    part: int
    whole: int
    interval: Interval


def marks(said: Sequence[str]) -> int:
    """How many sentences are marked.

    >>> marks(["seen", "not_seen", "invalid", "contradicted"])
    2
    """
    return sum(each in MARKS for each in said)


def rejected(judged: Sequence[Judged], *, marked: bool) -> Share:
    """The share of descriptions that a reviewer rejected, of those with a mark or without one.

    With a mark it is the precision of the reader against verdicts; without one it is how often
    reviewers reject anyway, beside which the precision is to be read. Wilson's interval over
    descriptions; undefined where none of them was judged.

    Of three descriptions with a mark two were rejected, and of two without one none:

    >>> wrong, fine = ("seen", "contradicted"), ("seen", "seen")
    >>> five = [Judged(wrong, True, None), Judged(wrong, True, (False, True)),
    ...     Judged(wrong, False, (False, False)), Judged(fine, False, (False, False)),
    ...     Judged(fine, False, (False, False))]
    >>> found = rejected(five, marked=True)
    >>> found.part, found.whole, round(found.interval.low, 3), round(found.interval.high, 3)
    (2, 3, 0.208, 0.939)
    >>> rejected(five, marked=False).part
    0

    A reader that marks what reviewers approve and passes what they reject has no precision at all:

    >>> rejected([Judged(wrong, False, (False, False)), Judged(fine, True, None)], marked=True).part
    0
    """
    rows = [each for each in judged if bool(each.marked) == marked]
    part, reason = sum(each.rejected for each in rows), NONE_MARKED if marked else NONE_UNMARKED
    return Share(part, len(rows), share(part, len(rows)) if rows else _no(reason))


def found(judged: Sequence[Judged]) -> Share:
    """The share of rejected descriptions in which the reader had marked a sentence: its recall.

    >>> found([Judged(("seen",), True, None), Judged(("not_seen",), True, None)]).part
    1
    """
    rows = [each for each in judged if each.rejected]
    part = sum(bool(each.marked) for each in rows)
    none = Undefined(Message("second_reader_none_rejected"))
    return Share(part, len(rows), share(part, len(rows)) if rows else _no(none))


def changed(judged: Sequence[Judged], said: Sequence[Said]) -> Share:
    """The share of sentences that are gone from what was written instead, of those said to be so.

    For the marks it is the precision by sentence; for ``("seen",)`` it is how often sentences go
    anyway. The sentences of one description are no independent evidence: Wilson's interval has as
    many independent sentences as the descriptions differ by (Cochran 1977, §2.11). Rejected
    descriptions that nobody wrote anew tell nothing of single sentences and are left out.

    The reader marked a sentence in each of two descriptions; one of them is gone, the other was
    approved as it stands, and of the rejected one that was not written anew nothing is known:

    >>> judged = [Judged(("seen", "not_seen"), True, (False, True)),
    ...     Judged(("contradicted", "seen"), False, (False, False)), Judged(MARKS, True, None)]
    >>> precision, anyway = changed(judged, MARKS), changed(judged, ["seen"])
    >>> (precision.part, precision.whole), (anyway.part, anyway.whole)
    ((1, 2), (0, 2))
    >>> round(precision.interval.low, 2), round(precision.interval.high, 2)
    (0.05, 0.95)
    """
    rows: list[tuple[int, int]] = []
    for each in judged:
        if each.changed is None:
            continue
        of_these = [gone for gone, by in zip(each.changed, each.said, strict=True) if by in said]
        if of_these:
            rows.append((sum(of_these), len(of_these)))
    part, whole = sum(gone for gone, _ in rows), sum(size for _, size in rows)
    if not whole:
        return Share(0, 0, _no(NO_SENTENCES))
    low, high = share_of_clusters(
        Clusters(
            number=len(rows),
            part=part,
            whole=whole,
            part_squared=sum(gone**2 for gone, _ in rows),
            whole_squared=sum(size**2 for _, size in rows),
            part_by_whole=sum(gone * size for gone, size in rows),
        )
    )
    return Share(part, whole, Interval(part / whole, low, high, whole))


def preferred(pairs: Sequence[Pair]) -> Share:
    """The share of pairs in which raters found the text with more marks to hallucinate more.

    Pairs with as many marks in both, and those between which raters saw no difference, decide
    nothing and are left out. Chance is a half. Wilson's interval over pairs (images).

    Of four pairs the reader and the raters agree on one and disagree on one; of the others, one has
    as many marks on both sides, and raters saw no difference in the last:

    >>> pairs = [Pair((3, 0), 1.5), Pair((0, 1), 0.5), Pair((2, 2), -1), Pair((4, 1), 0)]
    >>> against = preferred(pairs)
    >>> against.part, against.whole
    (1, 2)
    >>> preferred([Pair((1, 1), 2)]).interval.mean.reason
    'There is no pair of texts that both it and the raters tell apart.'
    """
    decided = [
        (first > second) == (pair.score > 0)
        for pair in pairs
        if (first := pair.marked[0]) != (second := pair.marked[1]) and pair.score
    ]
    part, whole = sum(decided), len(decided)
    return Share(part, whole, share(part, whole) if whole else _no(NO_PAIRS))


def _no(reason: Undefined) -> Interval:
    return Interval(reason, reason, reason, 0)
