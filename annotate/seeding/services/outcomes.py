"""What people made of seeds, written down once when a sample is finished (A12)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotate.core import jobs
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.core.prepared import Parameter, PreparedRows
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.seeding.models import SeedOutcome, SeedRecord
from annotate.seeding.services import seed_counters
from annotate.workflow.models import Annotation, Sample
from annotate.workflow.selectors.annotations import measured_of_many, standing

JOB = "seeding.outcomes"
AT_ONCE = 200
# Finished samples are gathered for so long: each look asks which of all are missing.
SOON = timedelta(seconds=10)
_NAMED = {"project", "sample", "stage_key"}
_FIELDS = [
    field.name
    for field in SeedOutcome._meta.concrete_fields
    if not field.primary_key and field.name not in _NAMED
]


# Asked whenever a sample is finished, so it is built and planned once.
_QUEUED = PreparedRows(
    lambda: Job.objects.filter(
        scope=Parameter("scope"), name=JOB, state=Job.State.QUEUED
    ).values_list("pk")[:1]
)


def note_finished(project: Project, sample_ids: Sequence[int]) -> None:
    """Have a worker write the outcomes of finished samples; called in their transaction.

    Whether one will is looked at after the commit, when nobody waits for our locks any more.
    """
    if _stages(project):
        transaction.on_commit(partial(_start, project))


def _start(project: Project) -> None:
    # One that is queued will see our samples; one that has begun may have looked before.
    if _QUEUED.first(scope=project.scope) is None:
        payload = {"project_id": project.pk}
        job_services.start(name=JOB, scope=project.scope, payload=payload, wait=SOON)


@jobs.handler(JOB)
def write_missing(payload: dict[str, Any], progress: jobs.Progress) -> dict[str, Any]:
    """Write the outcomes of all finished samples of a project that have none, or older ones."""
    project = Project.objects.get(pk=payload["project_id"])
    # Or the list of a project's jobs would soon consist of nothing else.
    ended = Job.objects.filter(scope=project.scope, name=JOB, state=Job.State.SUCCEEDED)
    job_services.forget(ended)
    drop_unfinished(project)
    ids = list(_missing(project).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        progress.report(start, len(ids))
        write_for(ids[start : start + AT_ONCE])
    return {"samples": len(ids)}


def write_for(sample_ids: Collection[int]) -> int:
    """Write the outcomes of those of these samples that are finished; return how many rows.

    It can be repeated at any time: the same annotations give the same rows.
    """
    done = Sample.objects.select_related("project").filter(
        pk__in=sample_ids, state=Sample.State.DONE, finished_at__isnull=False
    )
    samples = list(done)
    known = measured_of_many([sample.pk for sample in samples])
    versions = _versions(known.values())
    rows: dict[Project, list[SeedOutcome]] = defaultdict(list)
    for sample in samples:
        for stage in _stages(sample.project):
            row = _row(sample, stage, known.get(sample.pk, []), versions)
            if row is not None:
                rows[sample.project].append(row)
    for project in sorted(rows, key=lambda project: project.pk):
        _write(project, rows[project])
    return sum(map(len, rows.values()))


def _write(project: Project, rows: Sequence[SeedOutcome]) -> None:
    """Write outcomes and count them, in the place of those that were there before."""
    with transaction.atomic():
        _lock(project)
        samples, stages = [row.sample_id for row in rows], {row.stage_key for row in rows}
        before = SeedOutcome.objects.filter(sample__in=samples, stage_key__in=stages)
        seed_counters.count(project, list(before), times=-1)
        SeedOutcome.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["sample", "stage_key"],
            update_fields=_FIELDS,
        )
        seed_counters.count(project, rows)


def _lock(project: Project) -> None:
    """Let one worker at a time change the outcomes of a project and their counters.

    Without a claim to the key: whoever submits work refers to the project and does not wait.
    """
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)


def drop_unfinished(project: Project) -> int:
    """Take away the outcomes of samples that are no longer finished; return how many."""
    with transaction.atomic():
        _lock(project)
        gone = list(
            SeedOutcome.objects.filter(project=project).exclude(sample__state=Sample.State.DONE)
        )
        if gone:
            seed_counters.count(project, gone, times=-1)
            SeedOutcome.objects.filter(pk__in=[row.pk for row in gone]).delete()
        return len(gone)


def rebuild(project: Project) -> int:
    """Make the outcomes of a project anew from its annotations; return how many rows."""
    done = Sample.objects.filter(project=project, state=Sample.State.DONE)
    ids = list(done.order_by("pk").values_list("pk", flat=True))
    with transaction.atomic():
        _lock(project)
        SeedOutcome.objects.filter(project=project).delete()
        parts = range(0, len(ids), AT_ONCE)
        written = sum(write_for(ids[start : start + AT_ONCE]) for start in parts)
        # Once more from nothing: counters that were added up could carry an old mistake on.
        seed_counters.rebuild(project)
        return written


def _missing(project: Project) -> QuerySet[Sample]:
    written = SeedOutcome.objects.filter(sample=OuterRef("pk"), finished_at=OuterRef("finished_at"))
    done = Sample.objects.filter(project=project, state=Sample.State.DONE)
    return done.filter(~Exists(written), finished_at__isnull=False)


def _stages(project: Project) -> list[StageSpec]:
    """The stages that seeds are made for, whether or not a sample got one."""
    return [stage for stage in project.recipe.stages if stage.seeded]


def _versions(known: Iterable[list[Annotation]]) -> dict[int, int | None]:
    """By whose version the seeds among these annotations are."""
    seeds = [row.pk for of_sample in known for row in of_sample if row.index == 0]
    records = SeedRecord.objects.filter(annotation__in=seeds)
    return dict(records.values_list("annotation_id", "version_id"))


def _row(
    sample: Sample,
    stage: StageSpec,
    known: Iterable[Annotation],
    versions: Mapping[int, int | None],
) -> SeedOutcome | None:
    """Compare what people started a stage from with what they ended it with."""
    mine = {row.pk: row for row in known if row.stage_key == stage.key}
    rounds = [row for row in standing(mine.values()) if row.origin == Annotation.Origin.PERSON]
    rounds.sort(key=lambda row: (row.index, row.pk))
    if not rounds or sample.finished_at is None:
        return None
    first, last = rounds[0], rounds[-1]
    seed = _seed_of(first, mine)
    changes: Mapping[str, Any] = (last.measures.get("from_seed") or {}) if seed else {}
    return SeedOutcome(
        project_id=sample.project_id,
        sample=sample,
        stage_key=stage.key,
        seed=seed,
        version_id=versions.get(seed.pk) if seed else None,
        rounds=len(rounds),
        active_seconds=sum(row.active_seconds for row in rounds),
        first_seconds=first.active_seconds,
        tokens=last.measures["self"].get("tokens", 0),
        seed_tokens=seed.measures["self"].get("tokens") if seed else None,
        edit_distance=changes.get("edit_distance"),
        edit_share=changes.get("edit_share"),
        jaccard=changes.get("jaccard_1"),
        rounds_jaccard=_rounds_jaccard(rounds),
        kept=changes.get("kept"),
        edited=changes.get("edited"),
        added=changes.get("added"),
        removed=changes.get("removed"),
        finished_at=sample.finished_at,
    )


def _seed_of(first: Annotation, mine: Mapping[int, Annotation]) -> Annotation | None:
    """The seed that the first round saw: not always the newest there is."""
    current: Annotation | None = first
    while current is not None and current.parent_id is not None:
        current = mine.get(current.parent_id)
    return current if current is not None and current.index == 0 else None


def _rounds_jaccard(rounds: Sequence[Annotation]) -> float | None:
    """How alike the second round left the first; of replicas there is no second round."""
    if len(rounds) < 2 or rounds[1].parent_id != rounds[0].pk:
        return None
    changes = rounds[1].measures.get("from_base") or {}
    value = changes.get("jaccard_1")
    return None if value is None else float(value)
