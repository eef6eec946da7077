"""The checks that a lead asks for, over a stage or a batch, and their settings."""

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from annotate.core import clock, errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.operations import parse
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.projects.services import audit
from annotate.quality import wording
from annotate.quality.models import StoredSettings
from annotate.quality.selectors import works
from annotate.quality.selectors.settings import settings_of
from annotate.quality.selectors.works import Scope
from annotate.quality.services import checking, copies, people
from annotate.quality.services.checking import Asked, asked_for
from annotate.quality.services.recording import Recorded
from annotate.quality.settings import QualitySettings
from annotate.workflow.models import Batch


def change_settings(*, project: Project, actor: User, changes: dict[str, Any]) -> QualitySettings:
    """Store the settings with these changes, all written out; flags there are stay as they are.

    Raises:
        Invalid: some cannot work; `fields` names each.
    """
    with transaction.atomic():
        Project.objects.select_for_update(no_key=True).get(pk=project.pk)
        before = settings_of(project).model_dump(mode="json")
        settings = parse(QualitySettings, before | changes)
        after = settings.model_dump(mode="json")
        StoredSettings.objects.update_or_create(
            project=project,
            defaults={"values": after, "changed_by": actor, "changed_at": clock.now()},
        )
        changed = {name: value for name, value in after.items() if value != before[name]}
        audit(project=project, actor=actor, verb="quality.settings_changed", **changed)
    return settings


log = logging.getLogger(__name__)

SAMPLES_PER_PART = 1_000
BEAT_SECONDS = 20.0

ALL = "quality.check"
PART = "quality.check_part"


def start_checks(
    *,
    project: Project,
    actor: User,
    stage_key: str | None = None,
    batch: Batch | None = None,
    checks: Sequence[str] | None = None,
    random: dict[str, int] | None = None,
) -> Job:
    """Check a stage or batch anew in the background, or draw answers from it by chance.

    Args:
        checks: the codes to look for; where it is None all, or none if answers are to be drawn.
        random: {"count", "seed"} of answers to draw from each stage.
    """
    _known(checks or ())
    only = [] if checks is None and random is not None else checks
    parts = [
        part
        for stage in _stages(project, stage_key)
        for part in _parts(project, stage, batch.pk if batch else None, only, random)
    ]
    with transaction.atomic():
        job = job_services.start_in_parts(
            name=ALL,
            scope=project.scope,
            payload={"stage": stage_key, "batch": batch.pk if batch else None},
            part_name=PART,
            parts=parts,
            total=sum(part["units"] for part in parts),
            by=actor.pk,
        )
        audit(
            project=project,
            actor=actor,
            verb="quality.checked",
            target=stage_key or "",
            batch=batch.pk if batch else None,
            checks=None if checks is None else list(checks),
            random=random,
        )
    return job


def _known(checks: Sequence[str]) -> None:
    known = {*wording.all_codes(), *checking.OF_RULES}
    for place, code in enumerate(checks):
        if code not in known:
            raise errors.Invalid.field(f"checks[{place}]", Message("unknown_check", check=code))


def _stages(project: Project, stage_key: str | None) -> list[StageSpec]:
    if stage_key is None:
        return list(project.recipe.asked_stages)
    return [works.stage_of(project, stage_key)]


def _parts(
    project: Project,
    stage: StageSpec,
    batch: int | None,
    only: Sequence[str] | None,
    random: dict[str, int] | None,
) -> list[dict[str, Any]]:
    common = {"project_id": project.pk, "stage": stage.key, "batch": batch, "only": only}
    parts: list[dict[str, Any]] = []
    if only is None or only:
        parts += [
            {**common, "what": "samples", "first": first, "last": last, "units": number}
            for first, last, number in works.sample_bounds(project, batch, SAMPLES_PER_PART)
        ]
        parts += [{**common, "what": what, "units": 1} for what in ("often", "texts", "people")]
    if random is not None:
        parts.append({**common, "what": "random", "units": 1, **random})
    return parts


jobs.in_parts(ALL)


@jobs.handler(PART)
def check_part(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Run one part; run again it finds the same and writes nothing twice."""
    project = Project.objects.get(pk=payload["project_id"])
    return _run(project, payload, progress).as_dict()


def _run(project: Project, part: dict[str, Any], progress: jobs.Progress) -> Recorded:
    asked = asked_for(project, project.recipe.stage(part["stage"]), part["only"])
    units = part["units"]
    scope = Scope(batch=part["batch"])
    match part["what"]:
        case "samples":
            return _run_samples(asked, part, progress)
        case "often":
            counts = _run_often(asked, scope, progress)
        case "texts":
            with _beating(progress, units):
                counts = copies.check_texts(asked, scope)
        case "people":
            counts = people.check_people(asked)
        case "random":
            counts = checking.draw_sample(asked, scope, count=part["count"], seed=part["seed"])
        case unknown:
            raise ValueError(f"There is no check {unknown!r}.")
    progress.report(units, units)
    return counts


@contextmanager
def _beating(progress: jobs.Progress, units: int) -> Iterator[None]:
    """Keep the lease while one long calculation runs that cannot report by itself.

    If the lease is lost all the same, the report after the calculation says so.
    """
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(BEAT_SECONDS):
                progress.report(0, units)
        except (job_services.LeaseLost, job_services.Cancelled):
            log.info("A check of texts goes on without its lease")
        finally:
            connection.close()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _run_samples(asked: Asked, part: dict[str, Any], progress: jobs.Progress) -> Recorded:
    ids = asked.project.samples.filter(pk__range=(part["first"], part["last"])).order_by("pk")
    if part["batch"] is not None:
        ids = ids.filter(batch_id=part["batch"])
    counts, done = Recorded(), 0
    for some in checking.pieces(list(ids.values_list("pk", flat=True)), checking.SAMPLES_AT_ONCE):
        counts.add(checking.check_samples(asked, Scope(sample_ids=frozenset(some))))
        done += len(some)
        progress.report(done, part["units"])
    return counts


def _run_often(asked: Asked, scope: Scope, progress: jobs.Progress) -> Recorded:
    """Check each person of the scope by all their answers, so that a batch changes no share."""
    counts = Recorded()
    if not asked.wants({checking.OFTEN}) or not asked.stage.settings.get("canned_text"):
        return counts
    for annotator in works.people_of(asked.project, asked.stage, scope):
        counts.add(checking.check_person(asked, annotator))
        progress.report(0, 1)
    return counts
