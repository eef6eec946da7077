"""The next task is held while one is still at work on the one before; it is begun by a claim."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import hooks, services
from annotate.workflow.hooks import Slot
from annotate.workflow.models import Assignment, Task, Transition
from annotate.workflow.schemas.work import Gate
from annotate.workflow.services.claim import PLENTY
from annotate.workflow.tasks import expire_leases
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import claim, code_of, draft, fresh, open_tasks, submit, use_recipe
from tests.workflow.hit_acts import claim_hit, give_hits

pytestmark = pytest.mark.django_db
ENOUGH = PLENTY + 2  # one is held, one is taken ahead
LEASE = 30  # minutes, of a stage
SHORT = 5  # minutes, of what is taken ahead


@pytest.fixture
def held(people: Cast, project: Project, time: Clock) -> Assignment:
    """Ada is at work on one of many descriptions."""
    use_recipe(project, {"key": "description"}, {"key": "second"})
    add_samples(project, ENOUGH)
    return claim(project, people.ada)


def ahead(project: Project, user: User, stage: str | None = None) -> Assignment:
    found = services.prefetch(project=project, annotator=user, stage_key=stage)
    assert found.assignment is not None, f"{user} got nothing ahead: {found.reason}"
    return found.assignment


def is_refused(project: Project, user: User, stage: str | None = None) -> bool:
    found = services.prefetch(project=project, annotator=user, stage_key=stage)
    return found.assignment is None and found.reason == "not_ahead"


def test_the_next_task_is_held_beside_the_one_at_work(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    assert next_one.sample_id != held.sample_id
    assert (next_one.state, next_one.is_ahead) == ("live", True)
    assert (next_one.lease_expires_at - time.at).total_seconds() == SHORT * 60
    assert open_tasks(next_one.sample) == []


def test_it_is_the_task_that_a_claim_would_have_given(
    held: Assignment, people: Cast, project: Project
) -> None:
    with transaction.atomic():
        wanted = ahead(project, people.ada).task_id
        transaction.set_rollback(True)
    submit(held, {"text": "Done."})
    assert claim(project, people.ada).task_id == wanted


def test_the_next_claim_begins_it(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    time.forward(minutes=4)
    submit(held, {"text": "Done."})
    begun = claim(project, people.ada)
    assert begun.pk == next_one.pk
    begun = fresh(begun)
    assert (begun.is_ahead, begun.started_at) == (False, time.at)
    assert (begun.lease_expires_at - time.at).total_seconds() == LEASE * 60
    said = Transition.objects.filter(subject="assignment", subject_id=begun.pk).order_by("pk")
    assert list(said.values_list("reason", flat=True)) == ["claimed_ahead", "opened"]


def test_while_the_first_is_held_a_claim_gives_that_one(
    held: Assignment, people: Cast, project: Project
) -> None:
    next_one = ahead(project, people.ada)
    assert claim(project, people.ada).pk == held.pk
    assert fresh(next_one).is_ahead


def test_asked_again_it_is_the_same_one_with_a_new_short_lease(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    first = ahead(project, people.ada)
    time.forward(minutes=3)
    again = ahead(project, people.ada)
    assert again.pk == first.pk
    assert (fresh(again).lease_expires_at - time.at).total_seconds() == SHORT * 60


def test_who_holds_nothing_takes_nothing_ahead(people: Cast, project: Project) -> None:
    add_samples(project, ENOUGH)
    assert is_refused(project, people.ada)


def test_who_holds_a_hit_takes_nothing_ahead(people: Cast, project: Project) -> None:
    give_hits(project)
    add_samples(project, ENOUGH)
    claim_hit(project, people.ada)
    assert is_refused(project, people.ada)


def test_of_another_stage_nothing_is_taken_ahead(
    held: Assignment, people: Cast, project: Project
) -> None:
    assert is_refused(project, people.ada, "second")
    assert ahead(project, people.ada, "description").is_ahead


@pytest.mark.parametrize(("number", "refused"), [(PLENTY, True), (PLENTY + 1, False)])
def test_the_last_tasks_are_for_whoever_has_none(
    people: Cast, project: Project, number: int, refused: bool
) -> None:
    use_recipe(project, {"key": "description"})
    add_samples(project, number)
    claim(project, people.ada)
    assert is_refused(project, people.ada) is refused


def test_what_is_not_begun_runs_out_soon_and_goes_to_others(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    time.forward(minutes=SHORT, seconds=1)
    assert expire_leases() == 1
    assert fresh(next_one).state == "expired"
    assert fresh(held).state == "live"
    assert open_tasks(next_one.sample) == [("description", 1)]


def test_a_sign_of_life_of_the_one_at_work_keeps_the_other(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    for _ in range(3):
        time.forward(minutes=SHORT - 1)
        services.heartbeat(assignment=fresh(held), active_seconds=0)
    assert expire_leases() == 0
    next_one = fresh(next_one)
    assert next_one.is_ahead
    assert (next_one.lease_expires_at - time.at).total_seconds() == SHORT * 60


def test_a_draft_of_the_one_at_work_keeps_the_other_too(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    """Somebody types without a pause, and their page sends nothing else."""
    next_one = ahead(project, people.ada)
    for version in range(3):
        time.forward(minutes=SHORT - 1)
        draft(held, f"A red kite {version}", version=version)
    assert expire_leases() == 0
    assert fresh(next_one).is_ahead


def test_of_drafts_that_follow_one_another_the_first_keeps_the_other(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    time.forward(seconds=60)
    for version in range(2):
        draft(held, "A", version=version)
    kept = fresh(next_one).lease_expires_at
    mine = fresh(held)
    with CaptureQueriesContext(connection) as captured:
        services.save_draft(assignment=mine, version=2, answer={"text": "A k"}, active_seconds=0)
    assert len(captured) == 1, captured.captured_queries
    assert fresh(next_one).lease_expires_at == kept == time.at + timedelta(minutes=SHORT)


def test_it_can_be_given_back_unseen(held: Assignment, people: Cast, project: Project) -> None:
    next_one = ahead(project, people.ada)
    services.release(assignment=fresh(next_one), actor=people.ada)
    assert open_tasks(next_one.sample) == [("description", 1)]
    assert claim(project, people.ada).pk == held.pk


def test_my_work_does_not_list_it_as_begun(
    held: Assignment, people: Cast, project: Project
) -> None:
    next_one = ahead(project, people.ada)
    work = client_of(people.ada).get("/api/v1/work").json()
    assert [each["assignment_id"] for each in work["held"]] == [held.pk]
    submit(held, {"text": "Done."})
    work = client_of(people.ada).get("/api/v1/work").json()
    assert work["held"] == []
    assert claim(project, people.ada).pk == next_one.pk


def test_it_is_work_to_be_had_where_nothing_else_is(
    held: Assignment, people: Cast, project: Project
) -> None:
    ahead(project, people.ada)
    submit(held, {"text": "Done."})
    Task.objects.filter(project=project, state="open").update(state="cancelled")
    [mine] = client_of(people.ada).get("/api/v1/work").json()["projects"]
    assert [stage["available"] for stage in mine["stages"]] == [True, False]
    assert mine["reason"] is None


def test_no_time_runs_before_it_is_begun(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    time.forward(minutes=4)
    draft(next_one, "Typed at once", version=0, seconds=200)
    begun = fresh(next_one)
    assert (begun.is_ahead, begun.active_seconds, begun.started_at) == (False, 0, time.at)
    time.forward(seconds=30)
    draft(begun, "Typed at once, and more", version=1, seconds=200)
    assert fresh(begun).active_seconds == 30


def test_handed_in_without_a_claim_it_counts(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    next_one = ahead(project, people.ada)
    time.forward(minutes=1)
    submit(next_one, {"text": "Both were open."}, seconds=50)
    done = fresh(next_one)
    assert (done.state, done.is_ahead, done.active_seconds) == ("submitted", False, 0)


def test_one_that_ran_out_is_taken_up_beside_another_taken_ahead(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    old = ahead(project, people.ada)
    time.forward(minutes=SHORT, seconds=1)
    expire_leases()
    # While Ben has it, Ada takes another ahead; then he gives it back.
    theirs = claim(project, people.ben)
    assert theirs.task_id == old.task_id
    assert ahead(project, people.ada).task_id != old.task_id
    services.release(assignment=fresh(theirs), actor=people.ben)
    services.heartbeat(assignment=fresh(old), active_seconds=0)
    assert (fresh(old).state, fresh(old).is_ahead) == ("live", False)


def test_a_gate_that_closed_meanwhile_keeps_what_was_taken_ahead_closed(
    held: Assignment, people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_one = ahead(project, people.ada)
    submit(held, {"text": "Done."})
    gate = Gate.of(Message("consent_needed"), reason="consent")
    monkeypatch.setattr(hooks.gates, "functions", (lambda *_: gate,))
    assert services.claim(project=project, annotator=people.ada).reason == "gated"
    assert fresh(next_one).is_ahead


def test_behind_a_gate_nothing_is_taken_ahead(
    held: Assignment, people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate.of(Message("consent_needed"), reason="consent")
    monkeypatch.setattr(hooks.gates, "functions", (lambda *_: gate,))
    assert is_refused(project, people.ada)


def test_who_came_through_a_channel_takes_nothing_ahead(
    held: Assignment, people: Cast, project: Project
) -> None:
    people.ada.set_unusable_password()
    people.ada.save()
    assert is_refused(project, people.ada)


def test_gold_is_mixed_in_as_into_every_claim_and_looks_the_same(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch, time: Clock
) -> None:
    use_recipe(project, {"key": "description", "gold_rate": 1.0})
    add_samples(project, ENOUGH)
    work, gold = [Slot(sample=each) for each in add_samples(project, 2, opened=False)]
    shelf = [gold]
    monkeypatch.setattr(hooks.mixing, "functions", (lambda *_: shelf[:1],))
    client = client_of(people.ada)
    address = f"/api/v1/projects/{project.pk}/claim"
    held = client.post(address, {}, format="json").json()["assignment"]
    assert Assignment.objects.get(pk=held["id"]).task.purpose == "gold"
    shelf[0] = work
    given = client.post(address, {"ahead": True}, format="json").json()["assignment"]
    assert Assignment.objects.get(pk=given["id"]).task.purpose == "gold"
    shelf.clear()
    client.post(f"/api/v1/assignments/{given['id']}/release")
    plain = client.post(address, {"ahead": True}, format="json").json()["assignment"]
    assert Assignment.objects.get(pk=plain["id"]).task.purpose == "work"
    assert set(plain) == set(given)
    assert plain["lease"].keys() == given["lease"].keys()


def test_what_is_taken_ahead_bars_its_sample_like_any_other_work(
    held: Assignment, people: Cast, project: Project
) -> None:
    next_one = ahead(project, people.ada)
    assert claim(project, people.ben).task_id not in (held.task_id, next_one.task_id)


def test_blocking_somebody_takes_back_what_they_took_ahead(
    held: Assignment, people: Cast, project: Project
) -> None:
    next_one = ahead(project, people.ada)
    services.block(
        user=people.ada, scope="project", project=project, actor=people.owner, reason="x"
    )
    assert fresh(next_one).state == fresh(held).state == "released"


def test_the_database_itself_refuses_a_second_one_ahead(
    held: Assignment, people: Cast, project: Project
) -> None:
    ahead(project, people.ada)
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.filter(pk=held.pk).update(is_ahead=True)


def test_who_asks_over_http_is_told_that_it_is_not_begun(
    held: Assignment, people: Cast, project: Project
) -> None:
    client = client_of(people.ada)
    address = f"/api/v1/projects/{project.pk}/claim"
    body = {"stage": "description", "ahead": True}
    given: dict[str, Any] = client.post(address, body, format="json").json()
    assert given["assignment"]["is_ahead"] is True
    assert given["assignment"]["lease"]["seconds"] == SHORT * 60
    one = f"/api/v1/assignments/{given['assignment']['id']}"
    assert client.get(one).json()["is_ahead"] is True
    assert client.post(f"{one}/release").status_code == 204
    assert client.get(f"/api/v1/assignments/{held.pk}").json()["is_ahead"] is False


def test_where_none_is_to_be_had_the_answer_says_so_and_is_no_error(
    people: Cast, project: Project
) -> None:
    add_samples(project, 3)
    client = client_of(people.ada)
    address = f"/api/v1/projects/{project.pk}/claim"
    given = client.post(address, {"ahead": True}, format="json")
    assert given.status_code == 200
    assert given.json() == {"assignment": None, "hit": None, "reason": "not_ahead", "gate": None}


def count(act: Any) -> int:
    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def test_beginning_what_was_taken_ahead_is_cheaper_than_a_claim(
    held: Assignment, people: Cast, project: Project
) -> None:
    def take() -> Any:
        return services.claim(project=project, annotator=people.ada)

    submit(held, {"text": "Done."})
    plain = count(take)
    ahead(project, people.ada)
    submit(Assignment.objects.get(state="live", is_ahead=False), {"text": "Done."})
    assert count(take) < plain


def test_a_claim_ahead_costs_one_look_more_than_a_claim(
    held: Assignment, people: Cast, project: Project
) -> None:
    submit(held, {"text": "Done."})
    plain = count(lambda: claim(project, people.ada, "description"))
    assert count(lambda: services.prefetch(project=project, annotator=people.ada)) == plain + 1


def test_an_answer_that_counts_needs_no_lease_of_the_one_before(
    held: Assignment, people: Cast, project: Project, time: Clock
) -> None:
    """Two pages of one person: what was taken ahead in one is begun by the other."""
    next_one = ahead(project, people.ada)
    services.skip(assignment=fresh(held), actor=people.ada, reason="other")
    assert claim(project, people.ada).pk == next_one.pk
    with pytest.raises(Exception, match="no longer hold") as refused:
        services.release(assignment=fresh(held), actor=people.ada)
    assert code_of(refused.value) == "not_held"  # type: ignore[arg-type]
