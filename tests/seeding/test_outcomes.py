"""What people made of seeds is written once per sample and stage, and can be made anew."""

from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from annotate.core.jobs import sending
from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.messages import Message
from annotate.projects.models import Project
from annotate.seeding.models import SeedOutcome
from annotate.seeding.services import outcomes
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, Clock
from tests.core.stand_ins import Broker
from tests.seeding.fakes import TREE, Fake
from tests.seeding.seeding_acts import add_pictures, finish, improve, newest_run, seeded, use
from tests.workflow.acts import claim, mark, submit, use_recipe

pytestmark = pytest.mark.django_db

STAGES: list[dict[str, Any]] = [
    {"key": "objects", "kind": "objects.v1", "seeded": True, "rounds": 1},
    {"key": "description", "kind": "description.v1", "seeded": True, "rounds": 2},
]


@pytest.fixture
def sample(project: Project, fake: Fake) -> Sample:
    use_recipe(project, *STAGES)
    fake.detect = lambda image: [TREE, TREE.model_copy(update={"label": "kite"})]
    fake.caption = lambda image: "A red kite."
    [made] = add_pictures(project, 1)
    use(project)
    seeded(project)
    return made


class Passing:
    """Time stands still but for what people take: nobody is active for longer than they had."""

    clock: Clock


@pytest.fixture(autouse=True)
def _stopped(time: Clock) -> None:
    Passing.clock = time


def passing(seconds: float) -> None:
    Passing.clock.forward(seconds=seconds)


def do(project: Project, user: Any, stage: str, answer: dict[str, Any], seconds: float) -> None:
    held = claim(project, user, stage)
    passing(seconds)
    submit(held, answer, seconds=seconds)


def finish_sample(project: Project, people: Cast) -> None:
    """Objects: one of two kept, one removed, one added. Then two rounds of the description."""
    held = claim(project, people.ada, "objects")
    assert held.base is not None
    [tree, _] = held.base.value["objects"]
    new = {**tree, "id": "new1", "label": "dog", "derived_from": []}
    kept = {**tree, "derived_from": [tree["id"]]}
    passing(40)
    submit(held, {"objects": [kept, new]}, seconds=40)
    do(project, people.ben, "description", {"text": "A blue kite."}, 30)
    do(project, people.cleo, "description", {"text": "A blue kite flies."}, 20)


def of(sample: Sample, stage: str) -> SeedOutcome:
    return SeedOutcome.objects.get(sample=sample, stage_key=stage)


def test_each_stage_is_compared_from_the_seed_to_the_end(
    people: Cast, project: Project, sample: Sample
) -> None:
    """From "A red kite." to "A blue kite flies.": one word replaced, one added."""
    finish_sample(project, people)
    assert outcomes.write_for([sample.pk]) == 2
    objects, text = of(sample, "objects"), of(sample, "description")
    assert (objects.kept, objects.edited, objects.added, objects.removed) == (1, 0, 1, 1)
    assert (objects.rounds, objects.active_seconds, objects.rounds_jaccard) == (1, 40, None)
    assert (text.seed_tokens, text.tokens, text.edit_distance) == (4, 5, 2)
    # Words in common: a, kite; in all: a, red, blue, kite, flies.
    assert text.jaccard == pytest.approx(2 / 5)
    # Round 1 a, blue, kite; round 2 adds flies.
    assert text.rounds_jaccard == pytest.approx(3 / 4)
    assert (text.rounds, text.first_seconds, text.active_seconds) == (2, 30, 50)
    assert text.kept is None
    sample.refresh_from_db()
    assert text.finished_at == sample.finished_at
    assert text.version is not None
    assert (text.version.connection.name, text.version.number) == ("fake", 0)
    assert text.seed == Annotation.objects.get(stage_key="description", index=0)


def test_a_worker_is_told_of_finished_samples_and_writes_what_is_missing(
    people: Cast,
    project: Project,
    sample: Sample,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        finish_sample(project, people)
    [job] = Job.objects.filter(name=outcomes.JOB)
    job_services.run(job.pk)
    assert SeedOutcome.objects.filter(sample=sample).count() == 2
    assert Job.objects.get(pk=job.pk).result == {"samples": 1}


def test_samples_that_end_within_seconds_are_looked_at_by_one_job(
    project: Project,
    sample: Sample,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broker = Broker()
    monkeypatch.setattr(sending, "current_app", broker)
    for _ in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            outcomes.note_finished(project, [sample.pk])
    [job] = Job.objects.filter(name=outcomes.JOB)
    assert broker.sent == [job.pk]
    assert broker.countdowns == [10.0]


def test_the_list_of_jobs_keeps_only_the_latest_look_at_outcomes(
    project: Project,
    sample: Sample,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            outcomes.note_finished(project, [sample.pk])
        job_services.run(Job.objects.get(name=outcomes.JOB, state=Job.State.QUEUED).pk)
    assert Job.objects.filter(name=outcomes.JOB).count() == 1


def test_the_seed_people_started_from_counts_not_the_newest(
    people: Cast, project: Project, sample: Sample, fake: Fake
) -> None:
    """The description was not touched when the objects were started: it kept its seed as well."""
    mark(project, people.ada)
    fake.caption = lambda image: "Something else."
    improve(project)
    do(project, people.ben, "description", {"text": "A red kite."}, 1)
    do(project, people.cleo, "description", {"text": "A red kite."}, 1)
    outcomes.write_for([sample.pk])
    text = of(sample, "description")
    assert text.version is not None
    assert (text.version.number, text.edit_distance, text.jaccard) == (0, 0, 1)


def test_who_started_from_nothing_has_no_seed_to_compare_with(
    people: Cast, project: Project, fake: Fake
) -> None:
    use_recipe(project, *STAGES)
    [sample] = add_pictures(project, 1)
    use(project, unseeded_share=0.9999)
    finish(seeded(project))
    finish_bare(project, people)
    outcomes.write_for([sample.pk])
    text = of(sample, "description")
    assert (text.seed, text.version, text.edit_distance, text.jaccard) == (None, None, None, None)
    assert (text.tokens, text.active_seconds, text.rounds_jaccard) == (3, 12, 1)


def finish_bare(project: Project, people: Cast) -> None:
    do(project, people.ada, "objects", {"objects": []}, 5)
    do(project, people.ben, "description", {"text": "A kite."}, 7)
    do(project, people.cleo, "description", {"text": "A kite."}, 5)


def test_a_sample_that_is_not_finished_has_no_outcome(
    people: Cast, project: Project, sample: Sample
) -> None:
    mark(project, people.ada)
    assert outcomes.write_for([sample.pk]) == 0


def values() -> list[dict[str, Any]]:
    rows = SeedOutcome.objects.order_by("sample", "stage_key").values()
    return [{key: value for key, value in row.items() if key != "id"} for row in rows]


def test_made_anew_they_are_the_same(
    people: Cast, project: Project, sample: Sample, fake: Fake
) -> None:
    finish_sample(project, people)
    outcomes.write_for([sample.pk])
    [second] = add_pictures(project, 1, first=5)
    seeded(project)
    fake.caption = lambda image: "Better."
    improve(project)
    finish(newest_run(project))
    finish_sample(project, people)
    outcomes.write_missing({"project_id": project.pk}, Unwatched())
    before = values()
    assert len(before) == 4
    outcomes.write_for([sample.pk, second.pk])
    assert values() == before
    SeedOutcome.objects.filter(sample=sample).update(tokens=999, jaccard=0)
    call_command("rebuild_seed_outcomes", str(project.pk))
    assert values() == before


class Unwatched:
    job_id = 0
    scope = ""

    def renew(self) -> None:
        return

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        pass
