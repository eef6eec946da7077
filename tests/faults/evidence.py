"""What the database says afterwards about seeds: nothing twice, nothing lost."""

from collections import Counter

from annotate.core.jobs.models import Job
from annotate.learning.models import TrainingRun
from annotate.projects.models import Project
from annotate.seeding.models import ModelVersion, SeededSample, SeedRecord
from annotate.workflow.models import Annotation, Sample


def seeded_twice(project: Project) -> list[object]:
    """Return (sample, stage, versions) of which there is more than one seed."""
    records = SeedRecord.objects.filter(sample__project=project)
    keys = Counter(records.values_list("sample_id", "stage_key", "made_by"))
    return [key for key, number in keys.items() if number > 1]


def seeds_without_a_record(project: Project) -> int:
    """Count the seeds of which nobody can say who made them."""
    seeds = Annotation.objects.filter(project=project, origin=Annotation.Origin.MODEL)
    return seeds.filter(record=None).count()


def lost(project: Project) -> list[int]:
    """Return the samples that still wait for seeds, or wait in a run that has ended."""
    waiting = Sample.objects.filter(project=project, state=Sample.State.WAITING)
    pending = SeededSample.objects.filter(
        run__project=project, state=SeededSample.State.PENDING
    ).exclude(run__job__state__in=Job.UNFINISHED)
    return [*waiting.values_list("pk", flat=True), *pending.values_list("sample_id", flat=True)]


def broken_promises(project: Project) -> list[object]:
    """Return all that must never be, whatever was killed."""
    wrong: list[object] = [*seeded_twice(project), *lost(project)]
    if number := seeds_without_a_record(project):
        wrong.append(f"{number} seeds without a record")
    for connection in project.connections.all():
        serving = connection.versions.filter(state=ModelVersion.State.SERVING).count()
        if serving != 1:
            wrong.append(f"{serving} versions of {connection.name} serve")
    runs = TrainingRun.objects.filter(project=project)
    versions = Counter(runs.exclude(version=None).values_list("version_id", flat=True))
    trained = ModelVersion.objects.filter(project=project, source="training")
    wrong += [
        f"{version.label} belongs to {versions[version.pk]} trainings"
        for version in trained
        if versions[version.pk] != 1
    ]
    return wrong
