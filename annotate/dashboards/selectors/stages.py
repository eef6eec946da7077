"""One stage at a glance: what waits there, what was done, and by whom."""

from annotate.dashboards.schemas import overview as schemas
from annotate.dashboards.selectors.daily_stats import folded, sums
from annotate.dashboards.selectors.overview import most_active, objects_of
from annotate.dashboards.selectors.progress import oldest, passage, places_of, tasks_by_stage
from annotate.dashboards.selectors.rounds import rounds_in_brief
from annotate.dashboards.selectors.works import figures_of
from annotate.kinds.capabilities import MarksObjects
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import Flag

SHOWN_OLDEST = 10


def stage_page(project: Project, stage: StageSpec) -> schemas.StagePage:
    rows = sums(figures_of(project, stage), "index", "annotator")
    by_round = folded(rows, "index")
    done = {stage.key: sum(row["submissions"] for row in by_round)}
    flags = Flag.objects.filter(project=project, state=Flag.State.OPEN, stage_key=stage.key)
    return schemas.StagePage(
        stage=schemas.StageHead(
            key=stage.key,
            title=stage.title,
            title_code=stage.title_code,
            kind=stage.kind,
            mode=stage.mode,
            rounds=stage.rounds,
        ),
        samples=passage(project, stage, places_of(project)),
        tasks=tasks_by_stage(project, done)[stage.key],
        rounds=rounds_in_brief(project, stage, by_round),
        people=most_active(folded(rows, "annotator")),
        skips=sum(row["skips"] for row in by_round),
        flags_open=flags.count(),
        oldest=oldest(project, stage, SHOWN_OLDEST),
        objects=objects_of(by_round) if isinstance(stage.kind_object, MarksObjects) else None,
    )
