"""Many samples are withdrawn, restored, done again, sent to review or batched in one act."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.quality.models import Flag, ReviewAct, SampleAct, SampleActItem
from annotate.quality.services import one_sample, sample_acts
from annotate.workflow import services
from annotate.workflow.models import Batch, Sample
from annotate.workflow.selectors import chosen
from tests.conftest import Cast, NewProject, add_samples, client_of
from tests.workflow.acts import claim, describe, fresh, open_tasks, use_recipe

pytestmark = pytest.mark.django_db


def post(user: User, project: Project, **body: Any) -> Any:
    url = f"/api/v1/projects/{project.pk}/samples/acts"
    return client_of(user).post(url, body, format="json")


def read(user: User, project: Project, act_id: int) -> Any:
    return client_of(user).get(f"/api/v1/projects/{project.pk}/samples/acts/{act_id}")


def act(user: User, project: Project, **body: Any) -> dict[str, Any]:
    """Do one act, which must be taken, and let a worker carry it out."""
    answer = post(user, project, **body)
    assert answer.status_code == 201, answer.content
    begun = answer.json()
    assert begun["state"] == "running"
    job_services.run(begun["job"])
    done: dict[str, Any] = read(user, project, begun["id"]).json()
    assert done["state"] == "done"
    return done


def refused(answer: Any, status: int = 422) -> list[str]:
    assert answer.status_code == status, answer.content
    return [field["path"] for field in answer.json()["error"]["fields"]]


def states(rows: list[Sample]) -> list[str]:
    state = dict(Sample.objects.values_list("pk", "state"))
    return [state[row.pk] for row in rows]


def keys(rows: list[Sample]) -> list[int]:
    return [row.pk for row in rows]


@pytest.fixture
def samples(project: Project) -> list[Sample]:
    use_recipe(project, {"key": "description"})
    return add_samples(project, 4)


def test_each_sample_is_withdrawn_with_an_entry_of_its_own(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(people.lead, project, verb="withdraw", samples=keys(samples[:3]), reason="Faces")
    assert done["counts"] == {"total": 3, "pending": 0, "done": 3, "unchanged": 0, "refused": 0}
    assert states(samples) == ["withdrawn"] * 3 + ["open"]
    entries = AuditEvent.objects.filter(project=project, verb="sample.withdrawn").order_by("pk")
    assert [entry.target for entry in entries] == [str(pk) for pk in keys(samples[:3])]
    assert {(entry.actor, entry.data["reason"]) for entry in entries} == {(people.lead, "Faces")}


def test_what_is_refused_is_named_with_why_and_stops_no_other(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    services.withdraw_sample(sample=samples[1], actor=people.owner, reason="x")
    done = act(people.lead, project, verb="withdraw", samples=keys(samples), reason="Faces")
    assert (done["counts"]["done"], done["counts"]["refused"]) == (3, 1)
    [problem] = done["problems"]
    assert (problem["sample"], problem["name"]) == (samples[1].pk, samples[1].image.name)
    assert (problem["message_code"], problem["refused"]) == ("sample_withdrawn_before", True)
    [reason] = done["reasons"]
    assert (reason["count"], reason["message_code"]) == (1, "sample_withdrawn_before")


def test_whoever_works_on_a_withdrawn_sample_keeps_what_they_typed(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = claim(project, people.ada)
    done = act(people.lead, project, verb="withdraw", samples=[held.sample_id], reason="Faces")
    assert done["counts"]["done"] == 1
    assert fresh(held).state == "expired"


def test_withdrawn_samples_are_restored_without_a_reason(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    act(people.lead, project, verb="withdraw", samples=keys(samples[:3]), reason="Faces")
    done = act(people.lead, project, verb="restore", samples=keys(samples))
    assert (done["counts"]["done"], done["counts"]["refused"]) == (3, 1)
    assert done["problems"][0]["message_code"] == "sample_not_withdrawn"
    assert states(samples) == ["open"] * 4


def test_all_that_match_are_found_by_the_filters_of_the_list(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    Sample.objects.filter(pk__in=keys(samples[:2])).update(split="test")
    matching = {"split": "test", "state": "open"}
    done = act(people.lead, project, verb="withdraw", matching=matching, expected=2, reason="Faces")
    assert done["counts"]["done"] == 2
    assert states(samples) == ["withdrawn"] * 2 + ["open"] * 2


def test_samples_that_came_since_the_lead_looked_are_not_touched_unseen(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    answer = post(people.lead, project, verb="withdraw", matching={}, expected=3, reason="Faces")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "list_changed")
    assert not SampleAct.objects.exists()
    assert states(samples) == ["open"] * 4


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "samples"),
        ({"samples": []}, "samples"),
        ({"samples": [10**9]}, "samples"),
        ({"samples": [1], "matching": {}, "expected": 1}, "samples"),
        ({"samples": list(range(1, 1002))}, "samples"),
        ({"matching": {}}, "expected"),
        ({"matching": {"search": "nowhere"}, "expected": 0}, "matching"),
        ({"matching": {"order": "name"}, "expected": 4}, "matching.order"),
        ({"matching": {"state": "gone"}, "expected": 4}, "matching.state"),
        ({"samples": [1], "verb": "delete"}, "verb"),
        ({"samples": [1], "reason": "  "}, "reason"),
        ({"samples": [1], "key": "no uuid"}, "key"),
    ],
)
def test_an_act_that_is_not_clear_is_refused_by_name(
    people: Cast, project: Project, samples: list[Sample], body: dict[str, Any], field: str
) -> None:
    assert refused(post(people.lead, project, **{"verb": "withdraw", "reason": "x"} | body)) == [
        field
    ]
    assert states(samples) == ["open"] * 4


@pytest.mark.parametrize("verb", ["withdraw", "requeue", "flag"])
def test_one_reason_is_asked_for(
    people: Cast, project: Project, samples: list[Sample], verb: str
) -> None:
    assert refused(post(people.lead, project, verb=verb, samples=keys(samples))) == ["reason"]


def test_more_than_the_most_are_refused(
    people: Cast, project: Project, samples: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chosen, "MOST", 3)
    answer = post(people.lead, project, verb="restore", matching={}, expected=4)
    assert refused(answer) == ["matching"]


def test_samples_of_another_project_are_unknown(
    people: Cast, project: Project, samples: list[Sample], new_project: NewProject
) -> None:
    [other] = add_samples(new_project(name="Other"), 1)
    body = {"verb": "withdraw", "reason": "x", "samples": [samples[0].pk, other.pk]}
    assert refused(post(people.lead, project, **body)) == ["samples"]
    assert states([other]) != ["withdrawn"]
    done = act(people.lead, project, verb="restore", samples=keys(samples))
    elsewhere = read(people.owner, other.project, done["id"])
    assert elsewhere.status_code == 404


def test_the_newest_answer_that_stands_is_done_again(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = describe(project, people.ada, "A red kite.")
    other = next(row for row in samples if row.pk != held.sample_id)
    body = {"verb": "requeue", "samples": [held.sample_id, other.pk], "reason": "Too short"}
    done = act(people.lead, project, **body)
    assert (done["counts"]["done"], done["counts"]["refused"]) == (1, 1)
    assert done["problems"][0]["message_code"] == "sample_without_answers"
    assert (fresh(held).verdict, fresh(held).verdict_reason) == ("rejected", "Too short")
    assert open_tasks(held.sample) == [("description", 2)]
    [entry] = AuditEvent.objects.filter(project=project, verb="review.requeue")
    assert entry.data["sample"] == held.sample_id


def test_what_was_done_again_is_taken_back_as_every_act_on_answers(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = describe(project, people.ada, "A red kite.")
    done = act(people.lead, project, verb="requeue", samples=[held.sample_id], reason="Short")
    url = f"/api/v1/projects/{project.pk}/review/acts/{done['review_act']}/undo"
    back = client_of(people.lead).post(url).json()
    assert (back["state"], back["counts"]["undone"]) == ("undone", 1)
    assert fresh(held).verdict == "unreviewed"


def test_answers_are_sent_to_review_with_the_reason(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = describe(project, people.ada, "A red kite.")
    for counted in ("done", "unchanged"):
        done = act(people.lead, project, verb="flag", samples=[held.sample_id], reason="Odd")
        assert done["counts"][counted] == 1
    assert Flag.objects.get(assignment=held, state="open").numbers == {"reason": "Odd"}


def test_nothing_is_done_again_or_looked_at_of_what_is_withdrawn(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = describe(project, people.ada, "A red kite.")
    services.withdraw_sample(sample=held.sample, actor=people.owner, reason="x")
    for verb in ("requeue", "flag"):
        done = act(people.lead, project, verb=verb, samples=[held.sample_id], reason="Odd")
        assert done["problems"][0]["message_code"] == "sample_is_withdrawn"
        assert done["review_act"] is None
    assert not ReviewAct.objects.exists()
    assert fresh(held).verdict == "unreviewed"


def test_those_that_are_free_make_a_batch(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    services.make_batch(project=project, actor=people.owner, sample_ids=[samples[0].pk])
    services.withdraw_sample(sample=samples[1], actor=people.owner, reason="x")
    done = act(people.lead, project, verb="batch", samples=keys(samples), title="Night")
    batch = Batch.objects.get(pk=done["batch"])
    assert (batch.title, batch.number) == ("Night", 2)
    assert sorted(batch.samples.values_list("pk", flat=True)) == keys(samples[2:])
    assert (done["counts"]["done"], done["counts"]["refused"]) == (2, 2)
    codes = {each["sample"]: each["message_code"] for each in done["problems"]}
    assert codes == {samples[0].pk: "sample_in_a_batch", samples[1].pk: "sample_is_withdrawn"}


def test_no_batch_is_made_of_nothing(people: Cast, project: Project, samples: list[Sample]) -> None:
    services.make_batch(project=project, actor=people.owner, sample_ids=keys(samples))
    done = act(people.lead, project, verb="batch", samples=keys(samples))
    assert (done["batch"], done["counts"]["refused"]) == (None, 4)
    assert Batch.objects.filter(project=project).count() == 1


def test_what_is_sent_twice_is_done_once(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    held = describe(project, people.ada, "A red kite.")
    key = str(uuid.uuid4())
    body = {"verb": "flag", "samples": [held.sample_id], "reason": "Odd", "key": key}
    first = act(people.lead, project, **body)
    again = post(people.lead, project, **body)
    assert (again.status_code, again.json()["id"]) == (201, first["id"])
    assert SampleAct.objects.count() == Job.objects.filter(name=sample_acts.JOB).count() == 1
    assert post(people.owner, project, **body).json()["id"] != first["id"]


def test_an_act_that_was_interrupted_goes_on_where_it_stopped(
    people: Cast, project: Project, samples: list[Sample], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies at the third sample leaves the first two done and the third whole."""
    begun = post(
        people.lead, project, verb="withdraw", samples=keys(samples), reason="Faces"
    ).json()
    do = one_sample.do
    seen: list[int] = []

    def die(row: SampleAct, item: SampleActItem) -> None:
        do(row, item)
        seen.append(item.pk)
        if len(seen) == 3:
            raise RuntimeError("The power is gone.")

    monkeypatch.setattr(sample_acts, "do", die)
    job_services.run(begun["job"])
    assert states(samples) == ["withdrawn"] * 2 + ["open"] * 2
    half = read(people.lead, project, begun["id"]).json()
    assert (half["state"], half["counts"]["pending"]) == ("running", 2)
    monkeypatch.setattr(sample_acts, "do", do)
    job_services.run(begun["job"])
    done = read(people.lead, project, begun["id"]).json()
    assert (done["state"], done["counts"]["done"]) == ("done", 4)
    assert AuditEvent.objects.filter(verb="sample.withdrawn").count() == 4


def test_an_act_whose_job_was_cancelled_says_so_and_goes_on_when_it_is_run_again(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    body = {"verb": "withdraw", "samples": keys(samples), "reason": "Faces"}
    begun = post(people.lead, project, **body).json()
    job = Job.objects.get(pk=begun["job"])
    job_services.cancel(job)
    job_services.run(job.pk)
    assert read(people.lead, project, begun["id"]).json()["state"] == "stopped"
    job_services.retry(Job.objects.get(pk=job.pk))
    job_services.run(job.pk)
    assert read(people.lead, project, begun["id"]).json()["counts"]["done"] == 4


def test_a_job_that_ran_twice_changes_nothing(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    done = act(people.lead, project, verb="withdraw", samples=keys(samples), reason="Faces")
    act(people.lead, project, verb="restore", samples=keys(samples))
    again = job_services.start(
        name=sample_acts.JOB, scope=project.scope, payload={"act_id": done["id"]}
    )
    job_services.run(again.pk)
    assert states(samples) == ["open"] * 4
    assert read(people.lead, project, done["id"]).json() == done


@pytest.mark.parametrize(
    ("who", "status"),
    [
        ("owner", 201),
        ("lead", 201),
        ("admin", 201),
        ("reviewer", 403),
        ("ada", 403),
        ("blocked", 403),
        ("stranger", 404),
    ],
)
@pytest.mark.parametrize("verb", SampleAct.Verb.values)
def test_only_leads_act_on_samples(
    people: Cast, project: Project, samples: list[Sample], who: str, status: int, verb: str
) -> None:
    body = {"verb": verb, "samples": keys(samples), "reason": "Faces"}
    body |= {"split": "val"} if verb == "split" else {}
    assert post(getattr(people, who), project, **body).status_code == status
    assert SampleAct.objects.count() == (status == 201)


@pytest.mark.parametrize(
    ("who", "status"),
    [("owner", 200), ("reviewer", 200), ("ada", 403), ("blocked", 403), ("stranger", 404)],
)
def test_leads_and_reviewers_read_what_came_of_an_act(
    people: Cast, project: Project, samples: list[Sample], who: str, status: int
) -> None:
    done = act(people.lead, project, verb="withdraw", samples=keys(samples[:1]), reason="Faces")
    assert read(getattr(people, who), project, done["id"]).status_code == status


def test_reading_an_act_costs_the_same_however_many_samples_it_has(
    people: Cast, project: Project, samples: list[Sample], django_assert_max_num_queries: Any
) -> None:
    done = act(people.lead, project, verb="restore", samples=keys(samples))
    assert len(done["problems"]) == 4
    client = client_of(people.lead)
    with django_assert_max_num_queries(7):
        client.get(f"/api/v1/projects/{project.pk}/samples/acts/{done['id']}")


def listed(user: User, project: Project) -> Any:
    return client_of(user).get(f"/api/v1/projects/{project.pk}/samples/acts")


def test_past_acts_are_listed_with_who_when_on_how_many_and_what_was_refused(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    first = act(people.lead, project, verb="withdraw", samples=keys(samples[:3]), reason="Blurred")
    last = act(people.owner, project, verb="requeue", samples=keys(samples[:2]), reason="Anew")
    rows = listed(people.reviewer, project).json()["results"]
    assert [row["id"] for row in rows] == [last["id"], first["id"]]
    assert [row["actor"]["username"] for row in rows] == ["olga", "leo"]
    assert rows[1]["counts"] == first["counts"]
    assert (rows[1]["reason"], rows[1]["refused"], rows[1]["job"]) == ("Blurred", [], first["job"])
    assert [each["sample"] for each in rows[0]["refused"]] == keys(samples[:2])
    assert all(each["name"] and each["message"] for each in rows[0]["refused"])
    assert listed(people.ada, project).status_code == 403
    assert listed(people.stranger, project).status_code == 404


def test_a_list_of_more_acts_costs_no_more_statements(
    people: Cast, project: Project, samples: list[Sample]
) -> None:
    costs = []
    for number in (1, 3):
        for _ in range(number):
            act(people.lead, project, verb="withdraw", samples=keys(samples), reason="Blurred")
        with CaptureQueriesContext(connection) as captured:
            assert listed(people.lead, project).status_code == 200
        costs.append(len(captured))
    assert costs[0] == costs[1]
