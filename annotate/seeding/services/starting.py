"""Start seeding runs: over samples that wait, or anew over those that nobody has started."""

from contextlib import suppress

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from annotate import backends
from annotate.core import errors, jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.services import audit
from annotate.seeding.loaded_models import again
from annotate.seeding.models import Arm, SeededSample, SeedingRun
from annotate.seeding.selectors.connections import ROLES
from annotate.seeding.services import arms
from annotate.seeding.services.model_assignment import (
    AssignedVersions,
    assigned_versions,
    versions_of,
)
from annotate.workflow.models import Annotation, Assignment, Sample

CHUNK = 20
# Where one worker does them one after the other, larger ones keep a server busy.
LONG_CHUNK = 100

jobs.in_parts("seeding.run")


class NothingToSeed(errors.Conflict):
    code = "nothing_to_seed"


def start_run(
    *,
    project: Project,
    actor: User | None,
    detector: str | None = None,
    captioner: str | None = None,
    ocr: str | None = None,
    over: str = SeedingRun.Over.WAITING,
) -> SeedingRun:
    """Seed samples with the named connections, in the background.

    The versions that serve now are those of the run to its end.

    Args:
        detector: finds objects; None takes that of the models used. So does `captioner`.
        ocr: what reads text, where the recipe seeds a stage with it; "" leaves that stage without
            seeds, None takes that of the models used.
        over: "waiting" for samples that wait for seeds, "unstarted" also for those that have some
            of other versions and that nobody has started.

    Raises:
        Invalid: a connection is unknown, cannot play its role, or is not available here.
        NothingToSeed: there is no such sample.
        Conflict: another run of this project is not finished.
    """
    names: dict[backends.Role, str | None] = {
        "detector": detector,
        "captioner": captioner,
        "ocr": ocr,
    }
    assigned_versions(project, names)  # asks whether they are available
    with transaction.atomic():
        _lock(project)
        if _under_way(project).exists():
            raise errors.Conflict(Message("run_under_way"))
        # Under the lock: a version that was promoted while servers were asked serves by now.
        return _start(project, actor, assigned_versions(project, names, asking=False), over)


def refresh(*, project: Project, actor: User | None = None) -> SeedingRun | None:
    """Give samples that nobody has started seeds of the versions that serve now.

    A run under way is cancelled, and what it had not done is done by this one; unless it is doing
    this very thing already. Asked again, it starts nothing twice. Nobody is asked whether they are
    available: this is part of promotions, which must not wait for a server.

    Returns:
        The run, or None where there is nothing to do.
    """
    over = SeedingRun.Over.UNSTARTED
    with transaction.atomic(), suppress(NothingToSeed):
        # Outside of what may be undone: it is held until the promotion is committed, so that
        # nobody starts a run of the version before meanwhile.
        _lock(project)
        with transaction.atomic():
            # Under the lock: of two promotions at once the second must see what the first did.
            assigned = assigned_versions(project, dict.fromkeys(ROLES), asking=False)
            for run in _under_way(project):
                if run.over == over and versions_of(run) == assigned.versions:
                    return run
                _take_over(run)
            return _start(project, actor, assigned, over)
    return None


def _lock(project: Project) -> None:
    # One run at a time: two would seed the same samples twice.
    Project.objects.select_for_update().get(pk=project.pk)


def _under_way(project: Project) -> QuerySet[SeedingRun]:
    runs = SeedingRun.objects.filter(project=project, job__state__in=Job.UNFINISHED)
    versions = ("detector_version", "captioner_version", "ocr_version")
    return runs.select_related("job", *versions).order_by("pk")


def _take_over(run: SeedingRun) -> None:
    """Cancel a run. Its pending samples leave it: repeated later, it finds nothing to spoil."""
    assert run.job is not None  # noqa: S101 - it was found by the state of its job
    job_services.cancel(run.job)
    run.items.filter(state=SeededSample.State.PENDING).delete()


def _start(
    project: Project, actor: User | None, assigned: AssignedVersions, over: str
) -> SeedingRun:
    run = SeedingRun.objects.create(
        project=project,
        over=over,
        created_by=actor,
        **{role: assigned.name(role) for role in ROLES},
        **{f"{role}_version": assigned.versions.get(role) for role in ROLES},
    )
    items = _add_items(run, _samples(project, assigned, over))
    if not items:
        raise NothingToSeed
    size = LONG_CHUNK if assigned.is_shared else CHUNK
    run.job = job_services.start_in_parts(
        name="seeding.run",
        scope=project.scope,
        payload={"run_id": run.pk},
        part_name="seeding.chunk",
        parts=[
            {"run_id": run.pk, "item_ids": items[start : start + size]}
            for start in range(0, len(items), size)
        ],
        total=len(items),
        at_once=1 if assigned.is_shared else None,
        by=actor.pk if actor else None,
    )
    run.save(update_fields=["job"])
    audit(
        project=project,
        actor=actor,
        verb="seeding.started",
        over=over,
        samples=len(items),
        **{
            role: f"{version.connection.name} {version.label}"
            for role, version in assigned.versions.items()
        },
    )
    return run


def _samples(project: Project, assigned: AssignedVersions, over: str) -> list[int]:
    """The samples of a run by their keys, and draw for those that wait."""
    waiting = Q(state=Sample.State.WAITING)
    samples = Sample.objects.filter(project=project)
    ids = list(samples.filter(waiting).order_by("pk").values_list("pk", flat=True))
    arms.draw_for(project, ids)
    if over == SeedingRun.Over.WAITING:
        return ids
    unstarted = ~Exists(Assignment.objects.filter(sample=OuterRef("pk")))
    seedable = ~Exists(Arm.objects.filter(sample=OuterRef("pk"), seeded=False))
    opened = samples.filter(unstarted, seedable, state=Sample.State.OPEN)
    outdated = _outdated(opened, assigned.made_by_stage(project.recipe))
    # One that is opened between the two queries is in both.
    return list(dict.fromkeys([*ids, *outdated.order_by("pk").values_list("pk", flat=True)]))


def _outdated(samples: QuerySet[Sample], made_by_stage: dict[str, str]) -> QuerySet[Sample]:
    """Leave out samples whose newest seed of every stage is by these versions."""
    current = Q()
    for number, (stage_key, name) in enumerate(made_by_stage.items()):
        seeds = Annotation.objects.filter(sample=OuterRef("pk"), stage_key=stage_key, index=0)
        newest = seeds.order_by("-pk").values("record__made_by")[:1]
        samples = samples.annotate(**{f"newest_{number}": Subquery(newest)})
        current &= Q(**{f"newest_{number}": name}) | Q(
            **{f"newest_{number}__startswith": again(name, 0)[:-1]}
        )
    # Asked by what it is, not by what it is not: a sample without any seed is outdated as well.
    up_to_date = samples.filter(current) if made_by_stage else samples.none()
    return samples.exclude(pk__in=up_to_date.values("pk"))


def _add_items(run: SeedingRun, sample_ids: list[int]) -> list[int]:
    rows = [SeededSample(run=run, sample_id=pk) for pk in sample_ids]
    return [item.pk for item in SeededSample.objects.bulk_create(rows, batch_size=1000)]
