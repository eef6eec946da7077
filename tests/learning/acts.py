"""A project that learns: pictures, people who finish samples, and a pupil to be trained."""

from collections.abc import Sequence
from typing import Any

import pytest

from annotate import backends
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.images import services as images
from annotate.images.details import Details
from annotate.learning.models import Loop, LoopEvent, TrainingRun
from annotate.learning.selectors.finished import HeldOut
from annotate.learning.services import loop, training
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.services import connections, model_assignment
from annotate.workflow import services as workflow
from annotate.workflow.models import Sample
from tests.images.pictures import jpeg
from tests.learning.pupil import PUPIL
from tests.workflow.acts import claim, submit, use_recipe

HELD_OUT = 0.5
SENTENCES = ("A tall tree stands alone.", "A tall tree stands alone.", "A tall oak.")


@pytest.fixture
def pupil(monkeypatch: pytest.MonkeyPatch) -> backends.Backend:
    """Add the pupil to the registry until the test ends."""
    monkeypatch.setitem(backends._LOADERS, "pupil", lambda: PUPIL)
    return PUPIL


def one_text(project: Project) -> None:
    """Have samples of the project done after one text, which starts from a seed."""
    use_recipe(
        project,
        {"key": "description", "mode": "sequential", "rounds": 1, "seeded": True},
        no_repeat="stage",
    )


def waiting(project: Project, number: int) -> list[Sample]:
    """Add pictures that wait for seeds; every second one is for measuring, not drawn by its id."""
    first = project.samples.count()
    added = [
        images.add_image(
            project=project,
            data=jpeg(24, 16, seed=each),
            name="p.jpg",
            details=Details(external_id=f"p{each}", split="val" if each % 2 else "train"),
        )
        for each in range(first, first + number)
    ]
    return workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def opened(project: Project, number: int) -> list[Sample]:
    """Add pictures that anybody may describe now."""
    samples = waiting(project, number)
    workflow.open_samples(project=project, samples=samples)
    return samples


def finished(project: Project, user: User, number: int) -> None:
    """Add pictures, and have somebody describe so many of those that are open.

    What is said hangs on the picture and not on the order in which they are given, which is drawn:
    of those for measuring and of the others as many each say the same.
    """
    opened(project, number)
    for _ in range(number):
        held = claim(project, user, "description")
        place = int(held.sample.image.external_id.removeprefix("p")) // 2
        submit(held, {"text": SENTENCES[place % len(SENTENCES)]})
    while not _some_held_out(project):
        project.seed += 1
        project.save(update_fields=["seed"])


def _some_held_out(project: Project) -> bool:
    """Tell whether some samples are held out and some are not; what ids draw may be neither."""
    samples = Sample.objects.filter(project=project).select_related("image")
    held_out = HeldOut(project, HELD_OUT)
    drawn = {held_out.split_of(sample.pk, sample.image) for sample in samples}
    return len(drawn) == 2 or len(samples) < 2


def connect(project: Project, actor: User, **settings: Any) -> Connection:
    """Connect a pupil and have it make the seeds."""
    made = connections.make(
        project=project, actor=actor, name="pupil", backend="pupil", settings=settings, secrets={}
    )
    changes = {"detector": made.pk, "captioner": made.pk}
    model_assignment.change(project=project, actor=actor, changes=changes)
    return made


def set_loop(project: Project, connection: Connection, **changes: Any) -> Loop:
    """Turn the loop on with small batches and a figure that a pupil can win."""
    usual = {
        "connection": connection.pk,
        "is_on": True,
        "batch_size": 4,
        "metric": "token_f1",
        "fewest_held_out": 1,
        "held_out_share": HELD_OUT,
    }
    return loop.change(project=project, actor=None, changes={**usual, **changes})


def start(connection: Connection, **lessons: Any) -> TrainingRun:
    return training.start(connection=connection, actor=None, settings=lessons)


def run_job(run: TrainingRun) -> TrainingRun:
    """Do the job of a training here, as a worker would, and return the run as it is then."""
    run.refresh_from_db()
    assert run.job_id is not None
    job_services.run(run.job_id)
    return fresh(run)


def fresh(run: TrainingRun) -> TrainingRun:
    return TrainingRun.objects.select_related("job", "version", "connection").get(pk=run.pk)


def run_all() -> None:
    """Do every job that waits, as a worker would."""
    while (job := Job.objects.filter(state="queued").order_by("pk").first()) is not None:
        job_services.run(job.pk)


def verbs(project: Project) -> Sequence[str]:
    """Return the timeline, the oldest first."""
    found = LoopEvent.objects.filter(project=project).order_by("pk")
    return list(found.values_list("verb", flat=True))
