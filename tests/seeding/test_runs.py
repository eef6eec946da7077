"""A seeding run: every picture gets its chance, once, whatever happens to its neighbours."""

import math
from pathlib import Path
from typing import Any

import pytest
from PIL.Image import Image as Pixels

from annotate.backends import BackendError, Box, Detection
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.images import services as images
from annotate.images.models import Image
from annotate.projects.models import Project
from annotate.seeding import services
from annotate.seeding.models import SeededSample, SeedingRun, SeedRecord
from annotate.workflow import services as workflow
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, Clock, NewProject
from tests.images.pictures import jpeg
from tests.seeding.fakes import TREE, Fake

pytestmark = pytest.mark.django_db
PHOTOS = Path(__file__).parents[2] / "deploy" / "demo" / "photos"


def add_pictures(project: Project, *data: bytes) -> list[Sample]:
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    return workflow.add_samples(project=project, image_ids=[image.pk for image in added])


@pytest.fixture
def waiting(project: Project) -> list[Sample]:
    """Three small pictures that wait for seeds."""
    return add_pictures(project, *[jpeg(24, 16, seed=500 + number) for number in range(3)])


def start(project: Project, people: Cast, backend: str = "fake") -> SeedingRun:
    return services.start_run(
        project=project, actor=people.owner, detector=backend, captioner=backend
    )


def finish(run: SeedingRun) -> str:
    """Run all parts as a worker would, and return the state of the whole."""
    for part in Job.objects.filter(parent=run.job).order_by("pk"):
        job_services.run(part.pk)
    return str(whole_of(run).state)


def whole_of(run: SeedingRun) -> Job:
    assert run.job is not None
    return Job.objects.get(pk=run.job.pk)


def states(run: SeedingRun) -> list[str]:
    return list(run.items.order_by("pk").values_list("state", flat=True))


def problems(run: SeedingRun) -> list[str]:
    return list(run.items.order_by("pk").values_list("problem", flat=True))


def test_real_photos_get_real_seeds(people: Cast, project: Project) -> None:
    photos = [(PHOTOS / name).read_bytes() for name in ("coffee.jpg", "chelsea.jpg")]
    samples = add_pictures(project, *photos)
    run = start(project, people, "classical")
    assert finish(run) == "succeeded"
    assert states(run) == ["seeded", "seeded"]
    for sample in samples:
        sample.refresh_from_db()
        assert (sample.state, sample.stage_key) == ("open", "objects")
        made = {row.stage_key: row for row in sample.annotations.all()}
        assert set(made) == {"objects", "description"}
        assert made["objects"].value["objects"]
        assert len(made["description"].value["text"].split()) >= 10
        assert made["objects"].producer == "classical M0"
        assert (made["objects"].origin, made["objects"].index) == ("model", 0)
        record = SeedRecord.objects.get(annotation=made["objects"])
        assert record.run == run
        assert {each["backend"] for each in record.provenance} == {"classical"}


def test_the_same_photo_gets_the_same_seeds(people: Cast, new_project: NewProject) -> None:
    texts = []
    for _ in range(2):
        project = new_project()
        add_pictures(project, (PHOTOS / "clock.jpg").read_bytes())
        finish(start(project, people, "classical"))
        row = Annotation.objects.get(project=project, stage_key="description")
        texts.append(row.value["text"])
    assert texts[0] == texts[1]


def raising(error: Exception) -> Any:
    def fail(image: Pixels) -> Any:
        raise error

    return fail


def only_second(fake: Fake, bad: Any, good: Any) -> Any:
    """Return a function that behaves badly for the second picture of a run only."""
    return lambda image: bad(image) if fake.calls == 2 else good(image)


@pytest.mark.parametrize(
    ("role", "bad", "told"),
    [
        ("detect", raising(BackendError("The model is busy.")), "The model is busy."),
        ("detect", raising(ZeroDivisionError("secret")), "ZeroDivisionError"),
        ("detect", raising(MemoryError()), "MemoryError"),
        ("caption", raising(BackendError("No words.")), "No words."),
        ("caption", lambda image: "", "description"),
        ("caption", lambda image: "x" * 300_000, "200,000"),
    ],
    ids=["refused", "crash", "memory", "caption refused", "no words", "too many words"],
)
def test_one_bad_picture_does_not_stop_a_run(
    people: Cast,
    project: Project,
    waiting: list[Sample],
    fake: Fake,
    role: str,
    bad: Any,
    told: str,
) -> None:
    setattr(fake, role, only_second(fake, bad, getattr(fake, role)))
    run = start(project, people)
    assert finish(run) == "succeeded"
    assert states(run) == ["seeded", "failed", "seeded"]
    assert told in problems(run)[1]
    assert "secret" not in problems(run)[1]
    assert [Sample.objects.get(pk=s.pk).state for s in waiting] == ["open", "waiting", "open"]


def test_a_picture_that_failed_leaves_no_half_seeds(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    """The objects were fine and the description was not: neither is kept."""
    texts = iter(["A tree.", "", "A tree.", "", "A tree.", ""])
    fake.caption = lambda image: next(texts)
    finish(start(project, people))
    assert Annotation.objects.count() == 0


NAN = Detection(label="ghost", box=Box(x=math.nan, y=0, width=5, height=5))


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (NAN, "not_a_number"),
        (Detection(label="far", box=Box(x=900, y=0, width=5, height=5)), "outside_image"),
        (Detection(label="flat", box=Box(x=0, y=0, width=0, height=5)), "empty_box"),
        (Detection(label="  ", box=Box(x=0, y=0, width=5, height=5)), "empty_label"),
    ],
)
def test_what_a_detector_imagines_is_dropped_and_noted(
    people: Cast,
    project: Project,
    waiting: list[Sample],
    fake: Fake,
    bad: Detection,
    reason: str,
) -> None:
    fake.detect = lambda image: [bad, TREE]
    run = start(project, people)
    assert finish(run) == "succeeded"
    item = run.items.order_by("pk")[0]
    assert [drop["reason"] for drop in item.dropped] == [reason]
    seeded = Annotation.objects.filter(stage_key="objects").order_by("pk")[0]
    assert [each["label"] for each in seeded.value["objects"]] == ["tree"]


def test_a_file_that_is_gone_fails_its_sample_alone(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    Image.objects.filter(pk=waiting[0].image_id).update(sha256="0" * 64)
    run = start(project, people)
    finish(run)
    assert states(run) == ["failed", "seeded", "seeded"]


def test_a_killed_chunk_goes_on_where_it_was(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake, time: Clock
) -> None:
    """The process dies in the second picture; what is raised here nothing in the code catches."""
    fake.detect = only_second(fake, raising(KeyboardInterrupt()), fake.detect)  # type: ignore[arg-type]
    run = start(project, people)
    with pytest.raises(KeyboardInterrupt):
        finish(run)
    assert states(run) == ["seeded", "pending", "pending"]
    time.forward(seconds=91)
    assert finish(run) == "succeeded"
    assert states(run) == ["seeded"] * 3
    assert fake.calls == 4, "only the picture that was under way is looked at twice"
    assert Annotation.objects.count() == 6


def test_the_same_chunk_twice_seeds_once(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    run = start(project, people)
    finish(run)
    part = Job.objects.get(parent=run.job)
    Job.objects.filter(pk=part.pk).update(state="queued")
    job_services.run(part.pk)
    assert (fake.calls, Annotation.objects.count()) == (3, 6)


def test_two_workers_on_one_picture_seed_it_once(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    """A worker whose lease ran out finishes after its successor has."""
    run = start(project, people)
    items = list(run.items.all())

    def slow(image: Pixels) -> list[Detection]:
        SeededSample.objects.filter(pk=items[0].pk).update(state="seeded")
        return [TREE]

    fake.detect = slow
    finish(run)
    assert not Annotation.objects.filter(sample=waiting[0]).exists()


def test_many_samples_are_cut_into_chunks(people: Cast, project: Project, fake: Fake) -> None:
    add_pictures(project, *[jpeg(8, 8, seed=700 + number) for number in range(services.CHUNK + 1)])
    run = start(project, people)
    assert Job.objects.filter(parent=run.job).count() == 2
    assert finish(run) == "succeeded"
    whole = whole_of(run)
    assert (whole.done, whole.total) == (services.CHUNK + 1, services.CHUNK + 1)


def test_a_second_run_takes_what_failed_in_the_first(
    people: Cast, project: Project, waiting: list[Sample], fake: Fake
) -> None:
    fake.detect = only_second(fake, raising(BackendError("Busy.")), fake.detect)
    finish(start(project, people))
    second = start(project, people)
    assert finish(second) == "succeeded"
    assert [item.sample_id for item in second.items.all()] == [waiting[1].pk]
    assert set(Sample.objects.values_list("state", flat=True)) == {"open"}
