"""Draw some of the answers that were passed on unchanged, for a lead to look at (IIW App. B.3).

Who is given a text to start from may take the easy route and pass it on; the paper has such
answers spot-checked. Being drawn says nothing against an answer, and decides nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from django.db.models import Sum

from annotate.analysis.proportions import wilson
from annotate.analysis.quality.texts import is_drawn
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.selectors.works import Row
from annotate.quality.services.recording import Finding
from annotate.quality.settings import QualitySettings
from annotate.quality.wording import SPOT_CHECK
from annotate.workflow.models import Annotation, DailyStats


def spot_checks(
    project: Project, stage: StageSpec, settings: QualitySettings, rows: Sequence[Row]
) -> Iterator[Finding]:
    """The answers among these that are drawn; two statements where any is, otherwise none.

    Each answer is drawn by itself, by the seed of the project and its own id: looked at again it
    is drawn again, whatever was handed in since.
    """
    drawn = [
        row
        for row in rows
        if row.is_unchanged
        and row.base is not None
        and is_drawn(row.annotation, share=settings.spot_check_share, seed=project.seed)
    ]
    if not drawn or SPOT_CHECK in settings.off:
        return
    bases = Annotation.objects.only("origin", "producer").in_bulk([row.base for row in drawn])
    passed_on = _passed_on(project, stage, {row.annotator for row in drawn})
    for row in drawn:
        base = bases[row.base]
        # Answers that were put in place past the counters are at least this one.
        unchanged, answers = passed_on.get(row.annotator) or (1, 1)
        low, high = wilson(unchanged, answers)
        yield Finding(
            assignment=row.assignment,
            annotation=row.annotation,
            annotator=row.annotator,
            code=SPOT_CHECK,
            numbers={
                "base": base.pk,
                "origin": base.origin,
                "producer": base.producer,
                "unchanged": unchanged,
                "answers": answers,
                "share": round(unchanged / answers, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "drawn": settings.spot_check_share,
                "seed": str(project.seed),  # more digits than a number of a browser has
            },
            related=[base.pk],
        )


def _passed_on(
    project: Project, stage: StageSpec, people: Collection[int]
) -> Mapping[int, tuple[int, int]]:
    """By person how many answers in the stage are what they began with, of how many that began."""
    sums = (
        DailyStats.objects.filter(project=project, stage_key=stage.key, annotator__in=people)
        .order_by()
        .values_list("annotator")
        .annotate(unchanged=Sum("unchanged"), begun=Sum("begun"))
    )
    return {person: (unchanged, begun) for person, unchanged, begun in sums if begun}
