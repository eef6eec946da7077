"""Leases, not locks: what runs out comes back, and nothing typed under one is lost."""

from collections.abc import Callable

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment, Task
from annotate.workflow.services.draft import LeaseLost
from annotate.workflow.tasks import expire_leases
from tests.conftest import Cast, Clock, NewProject, add_samples
from tests.workflow.acts import (
    claim,
    draft,
    fresh,
    mark,
    open_tasks,
    submit,
    use_recipe,
    why_nothing,
)

pytestmark = pytest.mark.django_db
LEASE = 30  # minutes, in recipe iiw


@pytest.fixture
def held(people: Cast, project: Project, time: Clock) -> Assignment:
    """Ada holds a description of the one sample."""
    use_recipe(project, {"key": "description"})
    add_samples(project, 1)
    return claim(project, people.ada)


def test_the_clock_takes_back_what_ran_out(held: Assignment, time: Clock) -> None:
    time.forward(minutes=LEASE, seconds=1)
    assert expire_leases() == 1
    assert fresh(held).state == "expired"
    assert open_tasks(held.sample) == [("description", 1)]
    assert expire_leases() == 0


def test_a_lease_lasts_to_its_end(held: Assignment, time: Clock) -> None:
    time.forward(minutes=LEASE)
    assert expire_leases() == 0
    assert fresh(held).state == "live"


def test_without_any_worker_a_claim_takes_back_what_ran_out(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    assert why_nothing(project, people.ben) == "nothing_open"
    time.forward(minutes=LEASE, seconds=1)
    assert claim(project, people.ben).task_id == held.task_id
    assert fresh(held).state == "expired"


def test_who_holds_a_task_past_its_time_keeps_it_while_nobody_asks(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    time.forward(hours=5)
    assert claim(project, people.ada).pk == held.pk
    assert expire_leases() == 0


def test_a_claim_in_one_project_leaves_the_leases_of_another(
    held: Assignment, people: Cast, new_project: NewProject, time: Clock
) -> None:
    other = new_project()
    time.forward(hours=1)
    assert why_nothing(other, people.ben) == "nothing_open"
    assert fresh(held).state == "live"


def test_a_sign_of_life_keeps_the_lease(held: Assignment, time: Clock) -> None:
    time.forward(minutes=LEASE - 1)
    services.heartbeat(assignment=fresh(held), active_seconds=10)
    time.forward(minutes=LEASE - 1)
    assert expire_leases() == 0
    assert fresh(held).active_seconds == 10


def test_saving_a_draft_keeps_the_lease(held: Assignment, time: Clock) -> None:
    time.forward(minutes=LEASE - 1)
    draft(held, "Half", version=0)
    time.forward(minutes=LEASE - 1)
    assert expire_leases() == 0


@pytest.mark.parametrize("sign", ["heartbeat", "draft"])
def test_a_sign_of_life_revives_a_lease_while_the_task_is_free(
    held: Assignment, time: Clock, sign: str
) -> None:
    time.forward(hours=1)
    expire_leases()
    if sign == "draft":
        draft(held, "Back from lunch", version=0)
    else:
        services.heartbeat(assignment=fresh(held), active_seconds=0)
    now = fresh(held)
    assert (now.state, now.task.state, now.ended_at) == ("live", "held", None)
    assert now.lease_expires_at > time.at


def test_a_heartbeat_on_a_task_given_away_says_so(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    time.forward(hours=1)
    claim(project, people.ben)
    with pytest.raises(LeaseLost):
        services.heartbeat(assignment=fresh(held), active_seconds=5)


def test_a_draft_for_a_task_given_away_is_stored_all_the_same(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    time.forward(hours=1)
    claim(project, people.ben)
    with pytest.raises(LeaseLost):
        draft(held, "Too late, but dear to me", version=0)
    kept = fresh(held)
    assert kept.draft == {"text": "Too late, but dear to me"}
    assert kept.draft_version == 1
    assert kept.state == "expired"


def test_an_answer_counts_though_the_lease_ran_out_if_nobody_has_the_task(
    held: Assignment, time: Clock
) -> None:
    time.forward(hours=1)
    expire_leases()
    submit(held, {"text": "Late but good."})
    assert fresh(held).state == "submitted"
    assert fresh(held).task.state == "done"


def test_an_answer_for_a_task_given_away_is_kept_as_a_draft(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    time.forward(hours=1)
    theirs = claim(project, people.ben)
    with pytest.raises(LeaseLost):
        submit(held, {"text": "A whole hour of work."})
    assert fresh(held).draft == {"text": "A whole hour of work."}
    assert fresh(theirs).state == "live"


def test_an_answer_for_a_task_somebody_else_has_done_is_kept_as_a_draft(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    time.forward(hours=1)
    submit(claim(project, people.ben), {"text": "Ben was faster."})
    with pytest.raises(LeaseLost):
        submit(held, {"text": "A whole hour of work."})
    assert fresh(held).draft == {"text": "A whole hour of work."}


@pytest.mark.parametrize("way", ["submit", "heartbeat", "draft"])
def test_nobody_takes_back_a_task_of_an_image_on_which_they_have_another(
    people: Cast, project: Project, time: Clock, way: str
) -> None:
    use_recipe(project, {"key": "description", "mode": "parallel", "rounds": 2})
    add_samples(project, 1)
    lost = claim(project, people.ada)
    time.forward(hours=1)
    expire_leases()
    Task.objects.exclude(pk=lost.task_id).update(order_key=0)  # the other is found first
    other = claim(project, people.ada)
    assert (other.sample_id, other.task_id != lost.task_id) == (lost.sample_id, True)
    text = "A whole hour of work."
    ways: dict[str, Callable[[], object]] = {
        "submit": lambda: submit(lost, {"text": text}),
        "draft": lambda: draft(lost, text, version=0),
        "heartbeat": lambda: services.heartbeat(assignment=fresh(lost), active_seconds=0),
    }
    with pytest.raises(LeaseLost):
        ways[way]()
    assert fresh(other).state == "live"
    assert fresh(lost).draft == (None if way == "heartbeat" else {"text": text})


@pytest.mark.parametrize("act", ["release", "skip"])
def test_what_is_no_longer_held_can_be_neither_released_nor_skipped(
    held: Assignment, people: Cast, time: Clock, act: str
) -> None:
    time.forward(hours=1)
    expire_leases()
    more = {"reason": "other"} if act == "skip" else {}
    with pytest.raises(errors.Conflict) as refused:
        getattr(services, act)(assignment=fresh(held), actor=people.ada, **more)
    assert refused.value.error_code == "not_held"
    assert Task.objects.get().state == "open"


def test_a_late_sign_of_life_does_not_change_what_was_submitted(
    held: Assignment, time: Clock
) -> None:
    time.forward(seconds=50)
    submit(held, {"text": "Done."}, seconds=20)
    time.forward(seconds=50)
    with pytest.raises(LeaseLost):
        services.heartbeat(assignment=fresh(held), active_seconds=90)
    assert fresh(held).active_seconds == 20


def test_a_released_task_expires_no_more(held: Assignment, people: Cast, time: Clock) -> None:
    services.release(assignment=fresh(held), actor=people.ada)
    time.forward(hours=1)
    assert expire_leases() == 0


def test_many_leases_run_out_at_once(people: Cast, new_project: NewProject, time: Clock) -> None:
    projects = [new_project() for _ in range(4)]
    for project in projects:
        add_samples(project, 2)
        claim(project, people.ada)
        claim(project, people.ben)
    time.forward(hours=1)
    assert expire_leases() == 8
    assert not Assignment.objects.filter(state="live").exists()
    assert set(Task.objects.values_list("state", flat=True)) == {"open"}


def test_expiry_says_why_and_names_nobody(held: Assignment, time: Clock) -> None:
    at = time.forward(hours=1)
    expire_leases()
    last = held.sample.transitions.filter(subject="assignment").latest("pk")
    assert (last.from_state, last.to_state, last.reason) == ("live", "expired", "lease_expired")
    assert last.actor is None
    assert last.at == at


def test_two_stages_can_be_held_side_by_side(people: Cast, new_project: NewProject) -> None:
    project = new_project()
    add_samples(project, 3)
    mark(project, people.ben)
    first = claim(project, people.ada, "description")
    second = claim(project, people.ada, "objects")
    assert first.sample_id != second.sample_id
    assert claim(project, people.ada, "objects").pk == second.pk
