"""What else may have decided a comparison: the length of the texts, and the time people took."""

from collections import defaultdict
from collections.abc import Mapping
from statistics import fmean, median

from annotate.analysis.correlation import Correlation, spearman
from annotate.analysis.sxs import SCORES
from annotate.analysis.sxs_tables import level_of, overall_score
from annotate.analysis.tokens import count_tokens
from annotate.analysis.undefined import Undefined, defined
from annotate.kinds.judging import JudgedStudy, Reason, Told
from annotate.kinds.scale_study import Scores
from annotate.messages import Message

NO_TEXTS = Undefined(Message("texts_unknown"))
NO_TIMES = Undefined(Message("times_unknown"))
LENGTH = (
    "Spearman's rho over the items: tokens of the second text less those of the first, and the "
    "mean overall score (above 0: the second is preferred). Positive: longer texts are preferred."
)
TIME = (
    "Spearman's rho over the judgements: active seconds, and the overall score. The median seconds "
    "are by the level nearest to that score. Several judgements are by the same person, so there "
    "is no interval."
)


class LengthEffect(Told):
    """Whether longer texts were preferred: tokens of the second less the first, and the score."""

    rho: float | None
    low: float | None
    high: float | None
    n: int
    why: Reason | None
    text: str


class TimeEffect(Told):
    """How long people took, by what they came to say."""

    rho: float | None
    n: int
    why: Reason | None
    median_seconds_by_level: list[float | None]
    text: str


class StudyEffects(Told):
    length: LengthEffect
    time: TimeEffect


def effects(study: JudgedStudy[Scores]) -> StudyEffects:
    overall = [(judgement, _overall(judgement.answer)) for judgement in study.judgements.counted]
    scored = [(judgement, score) for judgement, score in overall if score is not None]
    by_item: dict[int, list[float]] = defaultdict(list)
    for judgement, score in scored:
        by_item[judgement.item].append(score)
    # Nobody judges in no time: where it is 0, it was not measured.
    times = [(judgement.seconds, score) for judgement, score in scored if judgement.seconds]
    return StudyEffects(length=_length(study, by_item), time=_time(times))


def _overall(scores: Scores) -> float | None:
    return defined(overall_score({metric: given.score for metric, given in scores.items()}))


def _length(study: JudgedStudy[Scores], by_item: Mapping[int, list[float]]) -> LengthEffect:
    longer = {
        number: count_tokens(second) - count_tokens(first)
        for number, (first, second) in study.texts().items()
        if first or second
    }
    items = [item for item in by_item if item in longer]
    related = spearman([longer[item] for item in items], [fmean(by_item[item]) for item in items])
    if by_item and not longer:
        related = Correlation(NO_TEXTS, NO_TEXTS, NO_TEXTS, 0)
    return LengthEffect(
        rho=defined(related.rho),
        low=defined(related.low),
        high=defined(related.high),
        n=related.n,
        why=Reason.of(related.rho, related.low),
        text=LENGTH,
    )


def _time(times: list[tuple[float, float]]) -> TimeEffect:
    related = spearman([seconds for seconds, _ in times], [score for _, score in times])
    levels: dict[int, list[float]] = defaultdict(list)
    for seconds, score in times:
        levels[level_of(score)].append(seconds)
    return TimeEffect(
        rho=defined(related.rho),
        n=related.n,
        why=Reason.of(related.rho if times else NO_TIMES),
        median_seconds_by_level=[
            median(levels[level]) if level in levels else None for level in SCORES
        ],
        text=TIME,
    )
