"""What people are told about the loop: its settings, where it is, and its timeline."""

from typing import cast

from django.db.models import QuerySet

from annotate.core.jobs import selectors as jobs
from annotate.core.jobs.models import Job
from annotate.learning import schemas
from annotate.learning.models import Loop, LoopEvent, TrainingRun
from annotate.learning.promotion import METRICS, Metric
from annotate.learning.selectors.sentences import sentence_of
from annotate.learning.selectors.training import shown_training, trainings
from annotate.people.schemas import Person
from annotate.projects.models import Project
from annotate.seeding.models import SeedingRun
from annotate.seeding.schemas import VersionBrief
from annotate.workflow.selectors import count_done


def shown_loop(loop: Loop) -> schemas.Loop:
    run = _under_way(loop.project)
    alive = jobs.workers().alive > 0
    return schemas.Loop(
        connection=loop.connection_id,
        is_on=loop.is_on,
        batch_size=loop.batch_size,
        promotion=Loop.Promotion(loop.promotion),
        metric=cast(Metric, loop.metric),
        margin=loop.margin,
        held_out_share=loop.held_out_share,
        training=loop.training,
        metrics=list(METRICS),
        state=_state(loop, run),
        finished=count_done([loop.project_id]).get(loop.project_id, 0),
        counted=loop.counted,
        next_at=loop.counted + loop.batch_size if loop.is_on else None,
        training_run=shown_training(run, worker_alive=alive) if run else None,
    )


def _under_way(project: Project) -> TrainingRun | None:
    unfinished = trainings(project).filter(state__in=TrainingRun.UNFINISHED)
    return unfinished.order_by("-pk").first()


def _state(loop: Loop, run: TrainingRun | None) -> schemas.LoopState:
    if run is not None:
        return "training"
    refreshing = SeedingRun.objects.filter(
        project=loop.project, over=SeedingRun.Over.UNSTARTED, job__state__in=Job.UNFINISHED
    )
    if refreshing.exists():
        return "refreshing"
    return "collecting" if loop.is_on else "off"


def events(project: Project) -> QuerySet[LoopEvent]:
    """The newest first."""
    related = ("actor", "connection", "version__connection")
    events: QuerySet[LoopEvent] = LoopEvent.objects.filter(project=project)
    return events.select_related(*related).order_by("-id")


def shown_event(event: LoopEvent) -> schemas.LoopEvent:
    return schemas.LoopEvent.of(
        sentence_of(event),
        id=event.pk,
        verb=event.verb,
        at=event.at,
        actor=Person.of(event.actor) if event.actor else None,
        training=event.training_id,
        version=VersionBrief.of(event.version) if event.version else None,
        seeding=event.seeding_id,
        data=event.data,
    )
