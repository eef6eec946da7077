"""What was found in people's work: flags, gold, verdicts, and what of it speaks against them."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from django.db.models import Count, Q

from annotate.analysis.proportions import low_end
from annotate.core.rows import filters
from annotate.dashboards.schemas.annotators import (
    Annotator,
    AnnotatorGold,
    AnnotatorSums,
    Evidence,
    FlagCounts,
    ReviewCounts,
)
from annotate.dashboards.selectors.works import Row
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag
from annotate.quality.selectors.gold import gold_records
from annotate.quality.wording import SPOT_CHECK
from annotate.workflow.models import Assignment

Verdict = Assignment.Verdict


def answers_of(everything: Sequence[Row], stage: StageSpec | None) -> dict[int, int]:
    """By person how many answers they have given, in a stage or in all of them."""
    counts: Counter[int] = Counter()
    for row in everything:
        if stage is None or row["stage_key"] == stage.key:
            counts[row["annotator_id"]] += row["submissions"]
    return counts


def with_quality(
    project: Project,
    rows: Sequence[AnnotatorSums],
    stage: StageSpec | None,
    answers: Mapping[int, int],
) -> list[Annotator]:
    """Add flags, gold, reviews and what they come to; three queries, however many people.

    Args:
        answers: how many each of them gave, over all of the time that flags and verdicts are of.
    """
    people = [row.user.id for row in rows]
    flags, questioned = _flags(project, people, stage)
    gold = gold_records(project, stage_key=stage.key if stage else None, people=people)
    reviews = _reviews(project, people, stage)
    found = []
    for pk, row in zip(people, rows, strict=True):
        judged = ReviewCounts(**reviews.get(pk, {}))
        known = AnnotatorGold(right=gold[pk].right, n=gold[pk].total) if pk in gold else None
        found.append(
            Annotator(
                **dict(row),
                flags=flags.get(pk, FlagCounts()),
                gold=known,
                reviews=judged,
                evidence=_evidence(
                    questioned.get(pk, 0) + judged.rejected, answers.get(pk, 0), known
                ),
            )
        )
    return found


def _evidence(questioned: int, answers: int, gold: AnnotatorGold | None) -> Evidence:
    wrong, asked = (gold.n - gold.right, gold.n) if gold else (0, 0)
    return Evidence(
        score=max(low_end(questioned, answers), low_end(wrong, asked)),
        questioned=questioned,
        answers=answers,
        gold_wrong=wrong,
        gold=asked,
    )


def _flags(
    project: Project, people: Collection[int], stage: StageSpec | None
) -> tuple[dict[int, FlagCounts], dict[int, int]]:
    """The flags of each, and of how many answers that nobody has rejected some are open.

    That an answer was drawn for a spot check questions nothing.
    """
    rows = Flag.objects.filter(
        project=project, annotator__in=people, **filters(stage_key=stage.key if stage else None)
    ).exclude(state=Flag.State.WITHDRAWN)
    is_open = Q(state=Flag.State.OPEN)
    counted = (
        rows.order_by()
        .values_list("annotator_id")
        .annotate(
            open=Count("id", filter=is_open),
            total=Count("id"),
            answers=Count(
                "assignment",
                distinct=True,
                filter=is_open
                & Q(annotation__isnull=False)
                & ~Q(code=SPOT_CHECK)
                & ~Q(assignment__verdict=Verdict.REJECTED),
            ),
        )
    )
    flags, questioned = {}, {}
    for pk, open_, total, answers in counted:
        flags[pk], questioned[pk] = FlagCounts(open=open_, total=total), answers
    return flags, questioned


def _reviews(
    project: Project, people: Collection[int], stage: StageSpec | None
) -> dict[int, dict[str, int]]:
    """Count verdicts on people's work, from an index that holds nothing else."""
    rows = Assignment.objects.filter(
        project=project,
        annotator__in=people,
        verdict__in=(Verdict.APPROVED, Verdict.REJECTED),
        **filters(task__stage_key=stage.key if stage else None),
    )
    # Of rows, not of ids: the index has no ids, and the rows themselves are not read.
    counted = rows.order_by().values_list("annotator_id", "verdict").annotate(number=Count("*"))
    by_person: dict[int, dict[str, int]] = {}
    for pk, verdict, number in counted:
        by_person.setdefault(pk, {})[verdict] = number
    return by_person
