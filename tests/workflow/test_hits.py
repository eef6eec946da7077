"""HITs: several tasks at once, one deadline, submitted as one."""

import uuid
from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Sample, Task
from annotate.workflow.schemas.work import HitAnswer
from annotate.workflow.services.draft import LeaseLost
from annotate.workflow.services.hits import GRACE
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.workflow.acts import (
    claim,
    code_of,
    draft,
    fresh,
    paths_of,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
)
from tests.workflow.hit_acts import (
    MINUTES,
    SIZE,
    answers_to,
    claim_hit,
    give_hits,
    in_hit,
    submit_hit,
    work_hit,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def samples(project: Project, time: Clock) -> list[Sample]:
    """Five images, each of which wants two texts."""
    give_hits(project)
    return add_samples(project, 5)


def states(hit: Hit) -> set[str]:
    return {each.state for each in in_hit(hit)}


def task_states(hit: Hit) -> set[str]:
    return {each.task.state for each in in_hit(hit)}


def test_a_hit_has_so_many_tasks_on_different_images(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    given = in_hit(claim_hit(project, people.ada))
    assert len({each.sample_id for each in given}) == len(given) == SIZE
    assert [each.position for each in given] == [1, 2, 3]
    assert task_states(given[0].hit) == {"held"}  # type: ignore[arg-type]


def test_all_of_a_hit_end_together(people: Cast, project: Project, samples: list[Sample]) -> None:
    hit = claim_hit(project, people.ada)
    assert (hit.deadline - hit.started_at).total_seconds() == MINUTES * 60
    assert {each.lease_expires_at for each in in_hit(hit)} == {hit.deadline}


def test_the_last_hit_is_smaller(people: Cast, project: Project, samples: list[Sample]) -> None:
    work_hit(project, people.ada)
    assert len(in_hit(work_hit(project, people.ada))) == 2
    assert why_nothing(project, people.ada) == "no_more_for_you"


def test_people_get_different_tasks(people: Cast, project: Project, samples: list[Sample]) -> None:
    users = [people.ada, people.ben, people.cleo, people.lead]
    given = [each.task_id for user in users for each in in_hit(claim_hit(project, user))]
    assert len(given) == len(set(given)) == 10
    assert why_nothing(project, people.owner) == "nothing_open"


def test_claiming_again_gives_the_same_hit(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    time.forward(minutes=MINUTES - 1)
    again = claim_hit(project, people.ada)
    assert (again.pk, again.deadline) == (hit.pk, hit.deadline)
    assert Assignment.objects.count() == SIZE


def test_a_hit_is_submitted_as_one(people: Cast, project: Project, samples: list[Sample]) -> None:
    hit = work_hit(project, people.ada)
    assert hit.state == "submitted"
    assert (states(hit), task_states(hit)) == ({"submitted"}, {"done"})
    assert Annotation.objects.filter(author=people.ada).count() == SIZE


def test_two_hits_finish_their_images(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    for user in (people.ada, people.ben):
        work_hit(project, user)
        work_hit(project, user)
    assert {stage_of(sample)[0] for sample in samples} == {"done"}


def test_the_same_submission_twice_counts_once(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit, key = claim_hit(project, people.ada), uuid.uuid4()
    sent = answers_to(hit)
    assert not submit_hit(hit, sent, key=key).repeated
    assert submit_hit(hit, sent, key=key).repeated
    assert Annotation.objects.count() == SIZE
    with pytest.raises(errors.Conflict) as refused:
        submit_hit(hit, sent)
    assert code_of(refused.value) == "already_submitted"


def test_a_key_of_another_hit_is_refused(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    key = uuid.uuid4()
    submit_hit(claim_hit(project, people.ada), key=key)
    second = claim_hit(project, people.ada)
    with pytest.raises(errors.Conflict) as refused:
        submit_hit(second, key=key)
    assert code_of(refused.value) == "key_used"
    assert states(second) == {"live"}


def test_one_bad_answer_keeps_the_whole_hit_and_is_named(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = claim_hit(project, people.ada)
    first, second, third = answers_to(hit)
    empty = HitAnswer(assignment=second.assignment, answer={"text": " "})
    with pytest.raises(errors.Invalid) as refused:
        submit_hit(hit, [first, empty, third])
    assert {path for path, _ in paths_of(refused.value)} == {"answers[1].text"}
    assert Annotation.objects.count() == 0
    assert states(hit) == {"live"}


def test_every_task_must_be_answered_once(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = claim_hit(project, people.ada)
    first, second, _ = answers_to(hit)
    stray = HitAnswer(assignment=999_999, answer={"text": "Whose?"})
    with pytest.raises(errors.Invalid) as refused:
        submit_hit(hit, [first, second, second, stray])
    assert paths_of(refused.value) == [
        ("answers[2].assignment", "double"),
        ("answers[3].assignment", "not_in_hit"),
        ("answers", "missing"),
    ]


def test_a_task_of_a_hit_is_neither_submitted_nor_given_back_alone(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    one = in_hit(claim_hit(project, people.ada))[0]
    for act in (
        lambda: submit(one, {"text": "Alone."}),
        lambda: services.release(assignment=fresh(one), actor=people.ada),
    ):
        with pytest.raises(errors.Conflict) as refused:
            act()
        assert code_of(refused.value) == "in_hit"


def test_a_skipped_task_leaves_the_hit(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = claim_hit(project, people.ada)
    services.skip(assignment=fresh(in_hit(hit)[0]), actor=people.ada, reason="language")
    submit_hit(hit)
    assert sorted(each.state for each in in_hit(hit)) == ["skipped", "submitted", "submitted"]
    assert in_hit(hit)[0].task.state == "open"


def test_the_last_skip_ends_the_hit(people: Cast, project: Project, samples: list[Sample]) -> None:
    hit = claim_hit(project, people.ada)
    for each in in_hit(hit):
        services.skip(assignment=fresh(each), actor=people.ada, reason="language")
    hit.refresh_from_db()
    assert hit.state == "released"
    assert len(in_hit(claim_hit(project, people.ada))) == 2


def test_a_withdrawn_image_leaves_the_hit(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = claim_hit(project, people.ada)
    gone = in_hit(hit)[1]
    services.withdraw_sample(sample=gone.sample, actor=people.owner, reason="not free")
    submit_hit(hit, [each for each in answers_to(hit) if each.assignment != gone.pk])
    assert [each.state for each in in_hit(hit)] == ["submitted", "expired", "submitted"]


def test_a_hit_is_given_back_whole_and_its_drafts_wait(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    hit = claim_hit(project, people.ada)
    for each in in_hit(hit):
        draft(each, f"Draft {each.task_id}", version=0)
    services.release_hit(hit=hit, actor=people.ada)
    assert (states(hit), task_states(hit)) == ({"released"}, {"open"})
    hit.refresh_from_db()
    assert hit.state == "released"
    again = in_hit(claim_hit(project, people.ada))
    assert all(each.draft == {"text": f"Draft {each.task_id}"} for each in again)
    with pytest.raises(errors.Conflict):
        services.release_hit(hit=hit, actor=people.ada)


def test_signs_of_life_do_not_extend_a_hit(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    one = in_hit(hit)[0]
    time.forward(minutes=MINUTES - 1)
    services.heartbeat(assignment=fresh(one), active_seconds=50)
    draft(one, "Half", version=0)
    assert fresh(one).lease_expires_at == hit.deadline
    assert fresh(one).active_seconds == 50
    time.forward(minutes=2)
    assert services.expire_leases() == SIZE
    with pytest.raises(LeaseLost):
        services.heartbeat(assignment=fresh(one), active_seconds=60)
    assert fresh(one).state == "expired"


def test_a_hit_that_ran_out_goes_back_as_a_whole(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    time.forward(minutes=MINUTES, seconds=1)
    assert services.expire_leases() == SIZE
    hit.refresh_from_db()
    assert (hit.state, hit.ended_at) == ("expired", time.at)
    assert (states(hit), task_states(hit)) == ({"expired"}, {"open"})
    assert services.expire_leases() == 0


def test_who_claims_after_the_deadline_gets_another_hit_with_their_drafts(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    for each in in_hit(hit):
        draft(each, f"Draft {each.task_id}", version=0)
    time.forward(minutes=MINUTES + 1)
    again = claim_hit(project, people.ada)
    assert again.pk != hit.pk
    known = {each.task_id for each in in_hit(hit)}
    for each in in_hit(again):
        assert each.draft == ({"text": f"Draft {each.task_id}"} if each.task_id in known else None)


@pytest.mark.parametrize("swept", [True, False])
def test_a_hit_a_little_late_still_counts(
    people: Cast, project: Project, samples: list[Sample], time: Clock, swept: bool
) -> None:
    hit = claim_hit(project, people.ada)
    time.forward(minutes=MINUTES, seconds=GRACE.total_seconds())
    if swept:
        services.expire_leases()
    submit_hit(hit)
    assert (states(hit), task_states(hit)) == ({"submitted"}, {"done"})


def test_a_hit_a_little_late_does_not_count_where_they_have_another_task_of_an_image(
    people: Cast, project: Project, time: Clock
) -> None:
    give_hits(project, size=1)
    add_samples(project, 1)
    hit = claim_hit(project, people.ada)
    [lost] = in_hit(hit)
    time.forward(minutes=MINUTES, seconds=1)
    services.expire_leases()
    Task.objects.exclude(pk=lost.task_id).update(order_key=0)  # the other is found first
    [other] = in_hit(claim_hit(project, people.ada))
    with pytest.raises(LeaseLost):
        submit_hit(hit)
    assert fresh(lost).draft == {"text": f"Text number {lost.pk}."}
    assert fresh(other).state == "live"


def test_a_hit_much_too_late_is_kept_as_drafts(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    time.forward(minutes=MINUTES, seconds=GRACE.total_seconds() + 1)
    with pytest.raises(LeaseLost) as late:
        submit_hit(hit)
    assert code_of(late.value) == "time_over"
    assert all(each.draft == {"text": f"Text number {each.pk}."} for each in in_hit(hit))
    assert Annotation.objects.count() == 0


def test_a_late_hit_of_which_somebody_has_a_task_does_not_count(
    people: Cast, project: Project, samples: list[Sample], time: Clock
) -> None:
    hit = claim_hit(project, people.ada)
    time.forward(minutes=MINUTES + 1)
    services.expire_leases()
    for user in (people.ben, people.cleo, people.lead, people.owner):
        claim_hit(project, user)
    with pytest.raises(LeaseLost):
        submit_hit(hit)
    assert Annotation.objects.count() == 0
    assert all(each.draft is not None for each in in_hit(hit))


def test_a_stage_without_hits_beside_one_with_them(people: Cast, project: Project) -> None:
    hit = {"size": 2, "minutes": 5}
    use_recipe(
        project,
        {"key": "text", "mode": "parallel", "hit": hit},
        {"key": "description"},
        no_repeat="stage",
    )
    add_samples(project, 2)
    work_hit(project, people.ada)
    assert claim(project, people.ada).task.stage_key == "description"


def test_a_hit_over_http(people: Cast, project: Project, samples: list[Sample]) -> None:
    client = client_of(people.ada)
    claimed = client.post(f"/api/v1/projects/{project.pk}/claim", {}, format="json").json()
    hit: dict[str, Any] = claimed["hit"]
    assert (claimed["assignment"], claimed["reason"], claimed["gate"]) == (None, None, None)
    assert [each["hit"] for each in hit["assignments"]] == [hit["id"]] * SIZE
    work = client.get("/api/v1/work").json()
    assert (work["held"], work["hits"][0]["count"]) == ([], SIZE)
    assert work["projects"][0]["stages"][0]["hit"] == {"size": SIZE, "minutes": MINUTES}
    assert client.get(f"/api/v1/hits/{hit['id']}").json() == hit
    answers = [
        {"assignment": each["id"], "answer": {"text": "A kite."}, "active_seconds": 0}
        for each in hit["assignments"]
    ]
    body = {"key": str(uuid.uuid4()), "answers": answers}
    sent = client.post(f"/api/v1/hits/{hit['id']}/submit", body, format="json").json()
    assert (sent["hit_id"], sent["repeated"]) == (hit["id"], False)
    assert client.get(f"/api/v1/hits/{hit['id']}").json()["state"] == "submitted"
    assert client.post(f"/api/v1/hits/{hit['id']}/release").status_code == 409


def test_checking_says_what_submitting_would_refuse_and_refuses_nothing(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    one = in_hit(claim_hit(project, people.ada))[0]
    client = client_of(people.ada)

    def check(answer: dict[str, Any]) -> list[dict[str, Any]]:
        answered = client.post(
            f"/api/v1/assignments/{one.pk}/check", {"answer": answer}, format="json"
        )
        assert answered.status_code == 200
        found: list[dict[str, Any]] = answered.json()["problems"]
        return found

    assert check({"text": "A red kite over a bridge."}) == []
    [empty] = check({"text": ""})
    assert (empty["path"], empty["severity"]) == ("text", "error")
    words = {"code", "message", "message_code", "params"}
    assert set(empty) == {*words, "path", "severity", "span", "fix"}
    assert [each["code"] for each in check({"nonsense": 1})] != []
    assert Task.objects.get(pk=one.task_id).state == "held"
