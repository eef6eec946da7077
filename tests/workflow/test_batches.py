"""Batches: work is given out of open ones alone."""

import pytest

from annotate.core import errors
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services
from annotate.workflow.models import Batch, Sample, Task
from tests.conftest import Cast, Clock, NewProject, add_samples, client_of
from tests.workflow.acts import claim, fresh, paths_of, stage_of, submit, use_recipe, why_nothing
from tests.workflow.hit_acts import claim_hit, give_hits

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project, time: Clock) -> list[Sample]:
    use_recipe(project, {"key": "description", "rounds": 2})
    return add_samples(project, 4)


@pytest.fixture
def first(people: Cast, project: Project, samples: list[Sample]) -> Batch:
    return services.make_batch(project=project, actor=people.owner, title="Pilot", size=2)


def states(*samples: Sample) -> list[str]:
    tasks = Task.objects.filter(sample__in=samples).exclude(state="cancelled")
    return sorted(tasks.values_list("state", flat=True))


def test_a_batch_takes_the_next_samples_and_parks_the_rest(
    first: Batch, samples: list[Sample]
) -> None:
    assert (first.number, first.title, first.state) == (1, "Pilot", "open")
    assert list(Sample.objects.filter(batch=first).order_by("pk")) == samples[:2]
    assert (states(*samples[:2]), states(*samples[2:])) == (["open"] * 2, ["parked"] * 2)


def test_the_next_batch_opens_its_samples(
    people: Cast, project: Project, first: Batch, samples: list[Sample]
) -> None:
    second = services.make_batch(project=project, actor=people.owner, sample_ids=[samples[3].pk])
    assert second.number == 2
    assert (states(samples[2]), states(samples[3])) == (["parked"], ["open"])


def test_a_closed_batch_gives_out_nothing_and_an_opened_one_goes_on(
    people: Cast, project: Project, first: Batch, time: Clock
) -> None:
    at = time.forward(minutes=1)
    closed = services.close_batch(batch=first, actor=people.owner)
    assert (closed.state, closed.closed_at) == ("closed", at)
    assert why_nothing(project, people.ada) == "nothing_open"
    opened = services.open_batch(batch=first, actor=people.owner)
    assert (opened.state, opened.closed_at) == ("open", None)
    assert claim(project, people.ada).sample.batch_id == first.pk
    verbs = AuditEvent.objects.filter(verb__startswith="batch.").order_by("pk")
    assert [each.verb for each in verbs] == ["batch.made", "batch.closed", "batch.opened"]


def test_what_is_held_may_be_finished_and_what_follows_waits(
    people: Cast, project: Project, first: Batch
) -> None:
    held = claim(project, people.ada)
    services.close_batch(batch=first, actor=people.owner)
    submit(held, {"text": "In time."})
    assert stage_of(held.sample) == ("open", "description", 2)
    assert states(held.sample) == ["done", "parked"]
    services.open_batch(batch=first, actor=people.owner)
    assert states(held.sample) == ["done", "open"]


@pytest.mark.parametrize("way", ["release", "skip", "expire", "block", "hit"])
def test_what_comes_back_to_a_closed_batch_is_parked(
    people: Cast, project: Project, first: Batch, time: Clock, way: str
) -> None:
    if way == "hit":
        give_hits(project, key="description", rounds=1)
        hit = claim_hit(project, people.ada)
    else:
        held = claim(project, people.ada)
    services.close_batch(batch=first, actor=people.owner)
    match way:
        case "release":
            services.release(assignment=fresh(held), actor=people.ada)
        case "skip":
            services.skip(assignment=fresh(held), actor=people.ada, reason="other")
        case "expire":
            time.forward(hours=1)
            services.expire_leases()
        case "block":
            services.block(
                user=people.ada,
                scope="project",
                project=project,
                actor=people.owner,
                reason="Spam",
            )
        case "hit":
            services.release_hit(hit=hit, actor=people.ada)
    assert set(states(*Sample.objects.filter(batch=first))) == {"parked"}
    assert why_nothing(project, people.ben) == "nothing_open"


def test_a_late_answer_to_a_parked_task_still_counts(
    people: Cast, project: Project, first: Batch, time: Clock
) -> None:
    held = claim(project, people.ada)
    services.close_batch(batch=first, actor=people.owner)
    time.forward(hours=1)
    services.expire_leases()
    submit(held, {"text": "Late, and nobody else has it."})
    assert fresh(held).state == "submitted"


def test_a_requeued_task_of_a_closed_batch_is_parked(
    people: Cast, project: Project, first: Batch
) -> None:
    held = claim(project, people.ada)
    done = submit(held, {"text": "Poor."}).assignment
    services.close_batch(batch=first, actor=people.owner)
    assert done.answer is not None
    services.set_verdict(
        annotation=done.answer, verdict="rejected", actor=people.owner, reason="x", requeue=True
    )
    assert states(held.sample) == ["done", "parked"]


def test_new_images_wait_for_a_batch(people: Cast, project: Project, first: Batch) -> None:
    [late] = add_samples(project, 1)
    assert states(late) == ["parked"]
    services.make_batch(project=project, actor=people.owner, sample_ids=[late.pk])
    assert states(late) == ["open"]


def test_samples_that_wait_for_seeds_can_be_in_a_batch(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    late = add_samples(project, 1, opened=False)
    batch = services.make_batch(
        project=project, actor=people.owner, sample_ids=[each.pk for each in late]
    )
    services.close_batch(batch=batch, actor=people.owner)
    services.open_samples(project=project, samples=late)
    assert states(*late) == ["parked"]


def test_a_sample_is_in_one_batch_alone(
    people: Cast, project: Project, first: Batch, samples: list[Sample], new_project: NewProject
) -> None:
    for wrong in ([samples[0].pk], [add_samples(new_project(), 1)[0].pk], []):
        with pytest.raises(errors.Invalid) as refused:
            services.make_batch(project=project, actor=people.owner, sample_ids=wrong)
        assert paths_of(refused.value) == [("sample_ids", "not_free")]
    services.make_batch(project=project, actor=people.owner, size=100)
    with pytest.raises(errors.Invalid) as refused:
        services.make_batch(project=project, actor=people.owner, size=1)
    assert paths_of(refused.value) == [("size", "none_left")]


def test_batches_over_http(people: Cast, project: Project, samples: list[Sample]) -> None:
    client, base = client_of(people.owner), f"/api/v1/projects/{project.pk}/batches"
    made = client.post(base, {"title": "Pilot", "size": 3}, format="json")
    assert made.status_code == 201
    held = claim(project, people.ada)
    submit(held, {"text": "One."})
    submit(claim(project, people.ben), {"text": "Two."})
    closed = client.post(f"{base}/{made.json()['id']}/close").json()
    assert (closed["state"], closed["samples"]) == ("closed", 3)
    [listed] = client.get(base).json()
    assert listed == closed
    found = client.get(f"/api/v1/projects/{project.pk}/samples?batch={closed['id']}").json()
    assert len(found["results"]) == 3
    assert client.get(f"/api/v1/projects/{project.pk}/samples?batch=x").status_code == 422
    assert client.post(base, {}, format="json").status_code == 422
