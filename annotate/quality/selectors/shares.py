"""How much gold was promised and given, and why some of it was missing."""

from collections import defaultdict

from django.db.models import Count, F, QuerySet

from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import GoldShare, GoldShortfall
from annotate.quality.schemas import shares as schemas
from annotate.quality.selectors.mixing import mixed
from annotate.workflow.schemas.parts import StageName

MOST_PEOPLE = 50


def shares_of(project: Project) -> schemas.GoldShares:
    """Every stage with a rate of gold."""
    stages = [stage for stage in project.recipe.asked_stages if stage.gold_rate]
    return schemas.GoldShares(stages=[_of_stage(project, stage) for stage in stages])


def _of_stage(project: Project, stage: StageSpec) -> schemas.StageGold:
    place = {"project": project, "stage_key": stage.key}
    rows = list(GoldShare.objects.filter(**place).select_related("annotator"))
    shortfalls = GoldShortfall.objects.filter(**place).order_by()
    items = mixed(project, stage)
    return schemas.StageGold(
        stage=StageName.of(stage),
        rate=stage.gold_rate,
        met_again=stage.gold_met,
        in_hits=stage.hit is not None,
        items=items.count(),
        images=items.order_by().values("sample").distinct().count(),
        places=sum(row.places for row in rows),
        promised=sum(row.promised for row in rows),
        given=sum(row.given for row in rows),
        short=_short(shortfalls),
        people=_people(rows, shortfalls),
    )


def _short(shortfalls: QuerySet[GoldShortfall]) -> list[schemas.GoldShort]:
    """The most frequent reason first."""
    counts = shortfalls.values("reason").annotate(
        times=Count("id"), people=Count("annotator", distinct=True)
    )
    return [schemas.GoldShort(**row) for row in counts.order_by("-times", "reason")]


def _people(
    rows: list[GoldShare], shortfalls: QuerySet[GoldShortfall]
) -> list[schemas.PersonsGold]:
    """Those to whom most of what was promised is missing first."""
    furthest = sorted(rows, key=lambda row: (row.given - row.promised, row.annotator_id))
    shown = furthest[:MOST_PEOPLE]
    reasons: dict[int, list[schemas.ShortReason]] = defaultdict(list)
    known = shortfalls.filter(annotator__in=[row.annotator_id for row in shown])
    for person, reason in known.values_list("annotator", F("reason")).distinct():
        reasons[person].append(reason)
    return [
        schemas.PersonsGold(
            annotator=Person.of(row.annotator),
            places=row.places,
            promised=row.promised,
            given=row.given,
            reasons=sorted(reasons[row.annotator_id]),
        )
        for row in shown
    ]
