"""What people are told about the loop: its settings, where it is, and its timeline."""

from typing import Any

from django.db.models import QuerySet

from annotate.core.jobs.models import Job
from annotate.learning.models import Loop, LoopEvent, TrainingRun
from annotate.learning.promotion import METRICS
from annotate.learning.selectors.sentences import sentence_of
from annotate.learning.selectors.training import training_json, trainings
from annotate.people.serializers import PersonSerializer
from annotate.projects.models import Project
from annotate.seeding.models import SeedingRun
from annotate.seeding.selectors.models import version_brief
from annotate.workflow.selectors import count_done


def loop_json(loop: Loop) -> dict[str, Any]:
    run = _under_way(loop.project)
    finished = count_done([loop.project_id]).get(loop.project_id, 0)
    return {
        "connection": loop.connection_id,
        "is_on": loop.is_on,
        "batch_size": loop.batch_size,
        "promotion": loop.promotion,
        "metric": loop.metric,
        "margin": loop.margin,
        "held_out_share": loop.held_out_share,
        "training": loop.training,
        "metrics": list(METRICS),
        "state": _state(loop, run),
        "finished": finished,
        "counted": loop.counted,
        "next_at": loop.counted + loop.batch_size if loop.is_on else None,
        "training_run": training_json(run) if run else None,
    }


def _under_way(project: Project) -> TrainingRun | None:
    unfinished = trainings(project).filter(state__in=TrainingRun.UNFINISHED)
    return unfinished.order_by("-pk").first()


def _state(loop: Loop, run: TrainingRun | None) -> str:
    if run is not None:
        return "training"
    refreshing = SeedingRun.objects.filter(
        project=loop.project, over=SeedingRun.Over.UNSTARTED, job__state__in=Job.UNFINISHED
    )
    if refreshing.exists():
        return "refreshing"
    return "collecting" if loop.is_on else "off"


def events(project: Project) -> QuerySet[LoopEvent]:
    related = ("actor", "connection", "version__connection")
    found: QuerySet[LoopEvent] = LoopEvent.objects.filter(project=project)
    return found.select_related(*related).order_by("-id")


def event_json(event: LoopEvent) -> dict[str, Any]:
    return {
        "id": event.pk,
        "verb": event.verb,
        "title": sentence_of(event),
        "at": event.at,
        "actor": PersonSerializer(event.actor).data if event.actor else None,
        "training": event.training_id,
        "version": version_brief(event.version) if event.version else None,
        "seeding": event.seeding_id,
        "data": event.data,
    }
