"""Annotations as the steps of the work read them: whose work counts, and what is known of it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import F, Q, QuerySet

from annotate.core.prepared import Parameter, Prepared
from annotate.workflow.models import Annotation, Assignment, Purpose


def _work(**where: Any) -> QuerySet[Annotation]:
    """Annotations that are work, each with its verdict and what superseded it, oldest first."""
    rows: QuerySet[Annotation] = Annotation.objects.filter(purpose=Purpose.WORK, **where)
    rows = rows.annotate(
        verdict=F("assignment__verdict"), superseded_by=F("assignment__superseded_by")
    )
    return rows.order_by("pk")


_OF_SAMPLE = Prepared(lambda: _work(sample=Parameter("sample")))


def annotations_of(sample_id: int) -> list[Annotation]:
    """Every annotation of a sample that is work, oldest first: seeds, rounds, judgements."""
    return _OF_SAMPLE.all(sample=sample_id)


def annotations_of_many(sample_ids: Collection[int]) -> dict[int, list[Annotation]]:
    """The same for several samples with one query."""
    return _by_sample(_work(sample__in=set(sample_ids)))


def measured_of_many(sample_ids: Collection[int]) -> dict[int, list[Annotation]]:
    """The same without what they say, for whoever asks only what was measured of them."""
    return _by_sample(_work(sample__in=set(sample_ids)).defer("value"))


def _by_sample(annotations: Iterable[Annotation]) -> dict[int, list[Annotation]]:
    by_sample: dict[int, list[Annotation]] = defaultdict(list)
    for annotation in annotations:
        by_sample[annotation.sample_id].append(annotation)
    return by_sample


def work_on(sample_ids: Collection[int]) -> QuerySet[Annotation]:
    """The same for several samples without what they say: who goes on from what."""
    return _work(sample__in=sample_ids).only("sample_id", "stage_key", "index", "origin")


# Similarities by the size of n-grams; undefined ones are left out.
BySize = Mapping[int, float]


def similarities_of(decision: Mapping[str, Any]) -> BySize:
    """How alike a round and the one before it are, as was noted when it was submitted.

    Rounds of an earlier version noted the one size that their rule had.

    >>> similarities_of({"similarities": {"1": 0.5, "2": None}}), similarities_of({"n": 2})
    ({1: 0.5}, {})
    """
    return _by_size(decision, "similarities", "similarity")


def priors_of(decision: Mapping[str, Any]) -> BySize:
    """How alike two rounds before this one have been at most; empty before the third round."""
    return _by_size(decision, "priors", "prior")


def _by_size(decision: Mapping[str, Any], every: str, single: str) -> BySize:
    noted = decision.get(every)
    if noted is None:
        noted = {decision.get("n") or 1: decision.get(single)}
    return {int(n): value for n, value in noted.items() if value is not None}


def most_alike(similarities: Iterable[BySize]) -> dict[int, float]:
    """The largest similarity of each size.

    >>> most_alike([{1: 0.5, 2: 0.1}, {1: 0.7}])
    {1: 0.7, 2: 0.1}
    """
    most: dict[int, float] = {}
    for by_size in similarities:
        for n, value in by_size.items():
            most[n] = max(value, most.get(n, value))
    return most


def work_without_words(sample_ids: Collection[int]) -> QuerySet[Annotation]:
    """The same for several samples without what the answers say: which of them stand."""
    return _work(sample__in=sample_ids).defer("value", "measures", "decision")


def judgements_of(about_ids: Collection[int], stage_key: str) -> list[Annotation]:
    """What one stage has said about each of these answers, oldest first."""
    return list(_work(about__in=set(about_ids), stage_key=stage_key))


def stands(annotation: Annotation) -> bool:
    """Whether something may be built on it: not rejected by a lead, nor superseded."""
    is_rejected = verdict_of(annotation) == Assignment.Verdict.REJECTED
    return not is_rejected and getattr(annotation, "superseded_by", None) is None


def verdict_of(annotation: Annotation) -> str | None:
    """What a lead thinks of it, where the query has asked for that; None for seeds."""
    return getattr(annotation, "verdict", None)


def standing(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Those on which something may be built."""
    return [annotation for annotation in annotations if stands(annotation)]


def set_aside(prefix: str = "") -> Q:
    """The condition that an answer does not stand; `prefix` leads to its assignment."""
    is_rejected = Q(**{f"{prefix}verdict": Assignment.Verdict.REJECTED})
    return is_rejected | Q(**{f"{prefix}superseded_by__isnull": False})


def countable() -> QuerySet[Annotation]:
    """What may be exported, compared and counted on.

    All work that stands, with the seeds; never gold, practice or tests.
    """
    return Annotation.objects.filter(purpose=Purpose.WORK).exclude(set_aside("assignment__"))


def kept() -> QuerySet[Annotation]:
    """What is countable and was not dropped by those who judged it (TC §3.1)."""
    return countable().exclude(outcome__kept=False)
