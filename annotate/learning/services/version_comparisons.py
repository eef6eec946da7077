"""Compare two versions over held-out samples: figures with intervals, and the texts behind them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction

from annotate.analysis.intervals import Interval
from annotate.analysis.overlap import jaccard
from annotate.analysis.randomness import draw
from annotate.analysis.tokens import words
from annotate.analysis.undefined import Undefined
from annotate.backends import BackendError, Captioner, Detector
from annotate.backends.base import LimitReached
from annotate.core import errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.heartbeat import Heartbeat
from annotate.core.jobs.models import Job
from annotate.learning.comparison_schemas import (
    ComparedVersionFigure,
    ComparedVersionText,
    VersionComparisonResult,
)
from annotate.learning.models import Comparison, Loop
from annotate.learning.promotion import METRICS, Metric, difference
from annotate.learning.selectors.kept_answers import comparison_run
from annotate.learning.services import snapshots
from annotate.learning.services.kept_answers import KeptAnswers, KeptCaptioner, KeptDetector
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.models import ModelVersion
from annotate.seeding.selectors.connections import backend_of, configured
from annotate.seeding.selectors.spending import stopped_jobs
from annotate.seeding.services import limits
from annotate.seeding.spending_models import Purpose
from annotate.workflow.selectors import count_done

if TYPE_CHECKING:
    from annotate.backends.training.evaluation import Metrics, Said, Singly

JOB = "learning.compare"
# Both versions are asked about each of them, which may cost money.
MOST_SAMPLES = 200
MOST_TEXTS = 50


class NothingHeldOut(errors.Conflict):
    code = "nothing_held_out"


def players_of(
    version: ModelVersion, kept: KeptAnswers
) -> tuple[Detector | None, Captioner | None]:
    """What a version measures as; raises Unusable where it cannot be used any more."""
    backend, ready = backend_of(version.connection), configured(version, Purpose.COMPARISON)
    detects, captions = "detector" in backend.roles, "captioner" in backend.roles
    return (
        KeptDetector(backend.detector(ready), version, kept) if detects else None,
        KeptCaptioner(backend.captioner(ready), version, kept) if captions else None,
    )


def start(
    *, project: Project, old: ModelVersion, new: ModelVersion, actor: User | None
) -> Comparison:
    """Compare two versions in the background; what is known already is not asked again.

    Raises:
        Invalid: they are the same, or have nothing to be compared by.
    """
    if old.pk == new.pk:
        raise errors.Invalid.field("new", Message("same_version_twice"))
    roles = set(backend_of(old.connection).roles) & set(backend_of(new.connection).roles)
    if not roles & {"detector", "captioner"}:
        raise errors.Invalid.field("new", Message("versions_not_comparable"))
    finished = count_done([project.pk]).get(project.pk, 0)
    with transaction.atomic():
        # One after the other, so that two clicks ask once.
        Project.objects.select_for_update().get(pk=project.pk)
        known = _known(project, old, new, finished)
        if known is not None:
            return known
        comparison = Comparison.objects.create(
            project=project, old=old, new=new, finished_samples=finished, created_by=actor
        )
        comparison.job = job_services.start(
            name=JOB,
            scope=project.scope,
            payload={"comparison_id": comparison.pk},
            max_attempts=2,
            by=actor.pk if actor else None,
        )
        comparison.save(update_fields=["job"])
        names = [f"{version.connection.name} {version.label}" for version in (old, new)]
        audit(project=project, actor=actor, verb="versions.compared", target=" / ".join(names))
    return comparison


def _known(
    project: Project, old: ModelVersion, new: ModelVersion, finished: int
) -> Comparison | None:
    """The newest of these two that is under way, waits for money or has all that is finished."""
    rows = Comparison.objects.filter(project=project, old=old, new=new).select_related("job")
    newest = rows.order_by("-pk").first()
    if newest is None or newest.job is None:
        return None
    is_current = newest.result is not None and newest.finished_samples == finished
    waits = newest.job.state in Job.UNFINISHED or stopped_jobs().filter(pk=newest.job.pk).exists()
    return newest if is_current or waits else None


@jobs.handler(JOB, queue="seeding")
def compare(payload: dict[str, Any], progress: jobs.Progress) -> None:
    """Freeze what is finished, ask both versions, and write down how they differ."""
    related = ("project", "old__connection__shared", "new__connection__shared")
    comparison = Comparison.objects.select_related(*related).get(pk=payload["comparison_id"])
    with Heartbeat(progress) as heartbeat:
        try:
            result = _compared(comparison, heartbeat)
        except LimitReached as reached:
            raise limits.stopped(reached) from reached
        except BackendError as failed:
            raise errors.Conflict(failed.entry, code="comparison_failed") from failed
    comparison.result = result.model_dump(mode="json")
    with transaction.atomic():
        comparison.save(update_fields=["result"])
        _kept(comparison).forget()


def _kept(comparison: Comparison) -> KeptAnswers:
    return KeptAnswers(comparison.project_id, comparison_run(comparison.pk))


def _compared(comparison: Comparison, heartbeat: Heartbeat) -> VersionComparisonResult:
    project = comparison.project
    loop = Loop.objects.filter(project=project).first() or Loop()
    snapshot = snapshots.write(
        project=project,
        held_out_share=loop.held_out_share,
        report=lambda done, total: heartbeat.report(done, total, Message("training_freezing")),
    )
    if not snapshot.held_out:
        raise NothingHeldOut
    folder = Path(settings.MODELS_DIR) / snapshot.folder
    kept = _kept(comparison)
    old, new = (
        _measured(players_of(version, kept), folder, _reporter(heartbeat, version))
        for version in (comparison.old, comparison.new)
    )
    seed = draw(project.seed, "comparison", comparison.pk) % 2**32
    texts = _texts(old[2], new[2])
    return VersionComparisonResult(
        samples=min(snapshot.held_out, MOST_SAMPLES),
        held_out=snapshot.held_out,
        failed_old=int(old[0]["failed"] or 0),
        failed_new=int(new[0]["failed"] or 0),
        figures=_figures(old, new, seed),
        texts=texts[:MOST_TEXTS],
        texts_in_all=len(texts),
    )


def _reporter(heartbeat: Heartbeat, version: ModelVersion) -> Callable[[int, int], None]:
    name = f"{version.connection.name} {version.label}"
    note = Message("training_measuring_version", version=name)
    return lambda done, total: heartbeat.report(done, total, note)


Measured = tuple["Metrics", "Singly", "list[Said]"]


def _measured(
    players: tuple[Detector | None, Captioner | None],
    folder: Path,
    report: Callable[[int, int], None],
) -> Measured:
    # Imported when needed: only workers that measure load the measures of captions.
    from annotate.backends.training import evaluation

    return evaluation.evaluate_with_texts(*players, folder, report, most=MOST_SAMPLES)


def _figures(old: Measured, new: Measured, seed: int) -> list[ComparedVersionFigure]:
    found = (_figure(metric, old, new, seed) for metric in METRICS)
    return [row for row in found if row.old is not None or row.new is not None]


def _figure(metric: Metric, old: Measured, new: Measured, seed: int) -> ComparedVersionFigure:
    between = difference(new[1].get(metric, []), old[1].get(metric, []), seed=seed)
    low, high = _ends(between)
    return ComparedVersionFigure(
        metric=metric,
        old=old[0].get(metric),
        new=new[0].get(metric),
        difference=between.mean if between else None,
        low=low,
        high=high,
        n=between.n if between else 0,
    )


def _ends(between: Interval | None) -> tuple[float | None, float | None]:
    if between is None or isinstance(between.low, Undefined) or isinstance(between.high, Undefined):
        return None, None
    return between.low, between.high


def _texts(old: Sequence["Said"], new: Sequence["Said"]) -> list[ComparedVersionText]:
    """The texts of both where both wrote about the same, the most different ones first."""
    if len(old) != len(new):
        return []
    rows = [
        ComparedVersionText(sample=was.sample, reference=was.reference, old=was.text, new=now.text)
        for was, now in zip(old, new, strict=True)
    ]
    return sorted(rows, key=lambda row: _likeness(row.old, row.new))


def _likeness(one: str, other: str) -> float:
    shared = jaccard(words(one), words(other), 1)
    return 1.0 if shared is None else shared
