"""Gold is not to be told from work, and counts for nothing but the opinion of a lead."""

import json
from io import BytesIO
from typing import Any
from uuid import uuid4

import pytest

from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import write
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag, PendingCheck
from annotate.quality.selectors.gold import gold_records
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import (
    Annotation,
    Assignment,
    DailyStats,
    Hit,
    Outcome,
    Sample,
)
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.exchange.files import Silent
from tests.quality.checks_at_once import run_checks
from tests.quality.gold_scene import (
    STAGE,
    ask,
    caption_hits,
    captions_and_votes,
    do,
    done_samples,
    purposes,
    put_gold,
    says,
    shape,
)
from tests.workflow.hit_acts import NO, answers_to, claim_hit, in_hit, submit_hit

pytestmark = pytest.mark.django_db


@pytest.fixture
def mixed(project: Project, people: Cast, time: Clock) -> Project:
    """HITs of four, of which three places are gold."""
    caption_hits(project, size=4, gold_rate=1.0)
    put_gold(project, people.owner, 12)
    add_samples(project, 12)
    return project


def claimed(project: Project, user: User) -> dict[str, Any]:
    body = client_of(user).post(f"/api/v1/projects/{project.pk}/claim", {}, format="json").json()
    hit: dict[str, Any] = body["hit"]
    return hit


def by_purpose(hit: dict[str, Any], read: Any) -> dict[str, list[Any]]:
    """Read something of each task of a HIT; return it for gold and for work."""
    gold = set(
        Assignment.objects.filter(hit=hit["id"], task__purpose="gold").values_list("pk", flat=True)
    )
    found: dict[str, list[Any]] = {"gold": [], "work": []}
    for each in hit["assignments"]:
        found["gold" if each["id"] in gold else "work"].append(read(each["id"], each))
    assert found["gold"]
    assert found["work"]
    return found


def alike(found: dict[str, list[Any]]) -> bool:
    shapes = {json.dumps(shape(each), sort_keys=True) for some in found.values() for each in some}
    return len(shapes) == 1


def test_no_answer_of_the_server_tells_gold_from_work(people: Cast, mixed: Project) -> None:
    """Claim, read, check, draft, submit, history: the same keys and types for both."""
    client = client_of(people.ada)
    hit = claimed(mixed, people.ada)
    answer = says(text=True)

    def asked(way: str, path: str, body: Any = None) -> Any:
        def read(pk: int, _: Any) -> Any:
            answered = getattr(client, way)(f"/api/v1/{path.format(pk)}", body, format="json")
            return [answered.status_code, answered.json() if answered.content else None]

        return read

    assert alike(by_purpose(hit, lambda _, each: each))
    again = client.get(f"/api/v1/hits/{hit['id']}").json()
    assert shape(again) == shape(hit)
    assert alike(by_purpose(hit, lambda pk, _: client.get(f"/api/v1/assignments/{pk}").json()))
    for way, path, body in [
        ("post", "assignments/{}/check", {"answer": {"text": "A photo of"}}),
        ("put", "assignments/{}/draft", {"version": 0, "answer": answer, "active_seconds": 1}),
        ("post", "assignments/{}/heartbeat", {"active_seconds": 1}),
        ("post", "assignments/{}/release", {}),
    ]:
        assert alike(by_purpose(hit, asked(way, path, body))), path
    listed = client.get("/api/v1/work").json()
    sent = [
        {"assignment": each["id"], "answer": says(text=True, key=each["id"]), "active_seconds": 3}
        for each in hit["assignments"]
    ]
    done = client.post(
        f"/api/v1/hits/{hit['id']}/submit", {"key": str(uuid4()), "answers": sent}, format="json"
    )
    assert done.status_code == 200
    assert alike(by_purpose(hit, asked("get", "history/{}")))
    history = client.get("/api/v1/history").json()["results"]
    assert len(history) == 4, "all of them, or the missing ones were gold"
    assert len({json.dumps(shape(each)) for each in history}) == 1
    feedback = client.get(f"/api/v1/hits/{hit['id']}/feedback").json()
    assert (feedback["items"], feedback["score"]) == ([], None)
    after = client.get("/api/v1/work").json()
    assert after["projects"][0]["done_by_me"] == 4
    said = json.dumps([hit, again, listed, done.json(), history, feedback, after])
    assert "gold" not in said
    assert "expected" not in said


def test_skipping_gold_looks_like_skipping_work(people: Cast, mixed: Project) -> None:
    hit = claimed(mixed, people.ada)
    client = client_of(people.ada)

    def skip(pk: int, _: Any) -> list[Any]:
        answered = client.post(f"/api/v1/assignments/{pk}/skip", {"reason": "other"}, format="json")
        return [answered.status_code, answered.content.decode()]

    found = by_purpose(hit, skip)
    assert {json.dumps(each) for some in found.values() for each in some} == {'[204, ""]'}


def test_work_is_in_no_place_of_its_own(project: Project, people: Cast, time: Clock) -> None:
    caption_hits(project, size=4, gold_rate=1.0)
    put_gold(project, people.owner, 30)
    add_samples(project, 60)
    places: set[int] = set()
    # All but certain: one HIT in four has work in a given place, so that all of fifty miss one of
    # the four twice in a million times.
    for _ in range(10):
        for user in (people.ada, people.ben, people.cleo, people.lead, people.owner):
            hit = claim_hit(project, user)
            assert sorted(purposes(hit)) == ["gold", "gold", "gold", "work"]
            places.add(purposes(hit).index("work"))
            do(hit)
        time.forward(minutes=1)
    assert places == {0, 1, 2, 3}


def test_a_judged_answer_of_gold_looks_like_any_other(
    project: Project, people: Cast, time: Clock
) -> None:
    captions_and_votes(project, gold_rate=1.0)
    add_samples(project, 2)
    do(claim_hit(project, people.ada))
    [known] = done_samples(project, 1)
    row = {
        "image": known.image.name,
        "expected": {"votes.good": True},
        "answer": says(text=True, key="known"),
    }
    data = BytesIO(json.dumps(row).encode())
    data.name = "gold.jsonl"
    url = f"/api/v1/projects/{project.pk}/gold/import"
    loaded = client_of(people.owner).post(url, {"file": data}, format="multipart").json()
    assert loaded["counts"]["added"] == 1
    hit = claimed(project, people.ben)
    assert alike(by_purpose(hit, lambda _, each: each))
    given = Hit.objects.get(pk=hit["id"])
    submit_hit(given, answers_to(given, NO))
    [outcome] = Outcome.objects.all()
    assert (outcome.annotation.author, outcome.kept) == (people.ada, False)
    assert gold_records(project)[people.ben.pk].right == 0


# --- counts for nothing ---------------------------------------------------------------------


def test_gold_is_in_no_figure_queue_or_aggregate(people: Cast, mixed: Project) -> None:
    hit = do(claim_hit(mixed, people.ada))
    work = {each.answer_id for each in in_hit(hit) if each.task.purpose == "work"}
    assert sum(DailyStats.objects.values_list("submissions", flat=True)) == 1
    assert PendingCheck.objects.count() == 1
    run_checks(project=mixed)
    lead = client_of(people.owner)
    base = f"/api/v1/projects/{mixed.pk}"
    queue = lead.get(f"{base}/review", {"state": "all"}).json()["results"]
    assert {each["answer"]["annotation"] for each in queue} <= work
    for annotation in Annotation.objects.filter(purpose="gold"):
        assert lead.get(f"{base}/review/{annotation.pk}").status_code == 404
        sent = {"verdict": "rejected", "reason": "x", "requeue": True}
        assert lead.post(f"{base}/review/{annotation.pk}", sent, format="json").status_code == 404
    page = lead.get(f"{base}/aggregates", {"stage": STAGE}).json()["results"]
    counted = {each["sample"] for each in page if each["canned"] is not None}
    assert counted.isdisjoint(
        Sample.objects.filter(annotations__purpose="gold").values_list("pk", flat=True)
    )
    overview = lead.get(f"{base}/overview").json()
    [stage] = overview["progress"]["by_stage"]
    assert stage["done"] == 1


@pytest.mark.parametrize("name", ["vizwiz-captions", "textcaps", "coco", "iiw-jsonl"])
def test_gold_is_in_no_export(people: Cast, mixed: Project, name: str) -> None:
    hit = do(claim_hit(mixed, people.ada))
    out = BytesIO()
    write(
        out,
        project=mixed,
        format_=FORMATS[name],
        selection=Selection(with_unfinished=True),
        watcher=Silent(),
    )
    said = out.getvalue().decode()
    for each in in_hit(hit):
        assert each.answer is not None
        assert (each.answer.value["text"] in said) == (each.task.purpose == "work")


def test_accuracy_below_the_limit_opens_a_flag_and_nothing_else(
    people: Cast, mixed: Project
) -> None:
    change_settings(
        project=mixed,
        actor=people.owner,
        changes={"gold_min_answers": 3, "gold_accuracy": 0.7},
    )
    for user, right in ((people.ada, 0), (people.ben, None)):
        hit = do(claim_hit(mixed, user), right=right)
        assert purposes(hit).count("gold") == 3
    before = list(Membership.objects.order_by("pk").values())
    run_checks(project=mixed)
    [flag] = Flag.objects.filter(code="gold_accuracy")
    assert (flag.annotator, flag.state) == (people.ada, "open")
    assert (flag.numbers["right"], flag.numbers["total"], flag.numbers["limit"]) == (0, 3, 0.7)
    assert flag.assignment.task.purpose == "work", "there is something to look at"
    assert list(Membership.objects.order_by("pk").values()) == before
    assert set(Assignment.objects.values_list("verdict", flat=True)) == {"unreviewed"}
    claim_hit(mixed, people.ada)


def test_practice_and_tests_do_not_count_as_gold(
    project: Project, people: Cast, time: Clock
) -> None:
    """There people know that they are measured."""
    caption_hits(project)
    put_gold(project, people.owner, 3, uses=["practice", "test"])
    ask(project, people.owner, practice={"enabled": True}, test={"enabled": True, "size": 2})
    client = client_of(people.ada)
    for what in ("practice", "test"):
        hit = client.post(f"/api/v1/projects/{project.pk}/{what}", {}, format="json").json()
        do(Hit.objects.get(pk=hit["id"]), right=0)
    assert gold_records(project) == {}
    evidence = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/gold/evidence").json()
    assert len(evidence["results"]) == 5
    assert not DailyStats.objects.exists()
