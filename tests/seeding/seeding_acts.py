"""What leads and workers do in the tests of seeding, said briefly."""

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.images import services as images
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import ModelVersion, SeedingRun
from annotate.seeding.services import connections, model_assignment, versions
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.images.pictures import jpeg


def add_pictures(project: Project, number: int, *, first: int = 0) -> list[Sample]:
    """Add small pictures, each another one, that wait for seeds."""
    data = [jpeg(24, 16, seed=20_000 + first + each) for each in range(number)]
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    return workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def use(project: Project, name: str = "fake", **more: float) -> None:
    """Let one connection find objects and describe them."""
    connection = connections.named(project, name, "detector")
    changes = {"detector": connection.pk, "captioner": connection.pk, **more}
    model_assignment.change(project=project, actor=None, changes=changes)


def finish(run: SeedingRun) -> str:
    """Run all parts as a worker would, and return the state of the whole."""
    for part in Job.objects.filter(parent=run.job).order_by("pk"):
        job_services.run(part.pk)
    return str(whole_of(run).state)


def whole_of(run: SeedingRun) -> Job:
    """Return the job of a run as it is now."""
    assert run.job is not None
    return Job.objects.get(pk=run.job.pk)


def seeded(project: Project) -> SeedingRun:
    """Seed what waits with the models used."""
    run = services.start_run(project=project, actor=None)
    assert finish(run) == "succeeded"
    return run


def improve(project: Project, name: str = "fake") -> ModelVersion:
    """Let a new version of a connection serve; what follows a promotion follows."""
    connection = connections.named(project, name, "detector")
    version = versions.add(
        connection=connection,
        source=ModelVersion.Source.SETTINGS,
        settings={},
        base=connections.serving(connection),
    )
    versions.promote(version, None)
    return version


def newest_run(project: Project) -> SeedingRun:
    run = project.seeding_runs.order_by("-pk").first()
    assert run is not None
    return run


def states(run: SeedingRun) -> list[str]:
    return list(run.items.order_by("pk").values_list("state", flat=True))


def texts(sample: Sample) -> list[str]:
    """Return the seeds of a sample's description, the oldest first."""
    seeds = Annotation.objects.filter(sample=sample, stage_key="description", index=0)
    return [each.value["text"] for each in seeds.order_by("pk")]
