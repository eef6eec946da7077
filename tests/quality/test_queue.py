"""The queue: answers with open flags, the evidence beside them, filters, pages, few queries."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import Flag
from annotate.quality.services.review import settle
from annotate.workflow.models import Assignment, Batch, Sample
from tests.conftest import Cast, client_of
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    CANNED,
    STAGE,
    answer_all,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db

LOUD = "A RED KITE AND A LONG TAIL ABOVE A GREEN FIELD"


@pytest.fixture
def workers(project: Project) -> list[User]:
    caption_recipe(project)
    return crew(project, 5)


def odd_samples(project: Project, workers: list[User], number: int) -> list[Assignment]:
    """Of each sample four plain captions and one that is the canned text; return the latter."""
    odd = []
    for sample in new_samples(project, number):
        answer_all([sample], workers[:4])
        odd.append(give(sample, workers[4], captioned(CANNED)))
    run_checks(project=project)
    return odd


def listed(project: Project, user: User, **filters: Any) -> dict[str, Any]:
    answer = client_of(user).get(f"/api/v1/projects/{project.pk}/review", filters)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def annotations(body: dict[str, Any]) -> list[int]:
    return [row["answer"]["annotation"] for row in body["results"]]


def test_an_answer_comes_with_its_flags_and_the_others(
    project: Project, workers: list[User], people: Cast
) -> None:
    (odd,) = odd_samples(project, workers, 1)
    (row,) = listed(project, people.reviewer)["results"]
    assert row["answer"]["annotation"] == odd.answer_id
    assert row["answer"]["annotator"]["id"] == workers[4].pk
    assert row["answer"]["value"]["text"] == CANNED
    assert {flag["code"] for flag in row["flags"]} == {"canned_alone", "canned_often"}
    assert {other["annotator"]["id"] for other in row["others"]} == {u.pk for u in workers[:4]}


def test_every_flag_says_its_numbers_in_a_sentence(
    project: Project, workers: list[User], people: Cast
) -> None:
    odd_samples(project, workers, 1)
    (row,) = listed(project, people.owner)["results"]
    said = {flag["code"]: flag["message"] for flag in row["flags"]}
    assert said["canned_alone"] == (
        "The only one of 5 answers about this image that is the canned text."
    )
    assert "1 of this person's 1 images (100%)" in said["canned_often"]


def test_newest_answers_come_first_each_once(
    project: Project, workers: list[User], people: Cast
) -> None:
    odd = odd_samples(project, workers, 5)
    newest_first = [answer.answer_id for answer in reversed(odd)]
    first = listed(project, people.owner, page_size=3)
    assert annotations(first) == newest_first[:3]
    second = listed(project, people.owner, page_size=3, cursor=first["next"])
    assert annotations(second) == newest_first[3:]
    assert second["next"] is None


def test_filters_narrow_the_queue(project: Project, workers: list[User], people: Cast) -> None:
    first, second = odd_samples(project, workers, 2)
    loud = give(new_samples(project, 1)[0], workers[0], captioned(LOUD))
    batch = Batch.objects.create(project=project, number=1, created_by=people.owner)
    run_checks(project=project, stage_key=STAGE)
    settle([second.pk], actor=people.lead)
    # After it was flagged: samples may get into a batch at any time.
    Sample.objects.filter(pk=first.sample_id).update(batch=batch)

    def found(**filters: Any) -> list[int]:
        return annotations(listed(project, people.owner, **filters))

    assert found() == [loud.answer_id, first.answer_id]
    assert found(state="settled") == [second.answer_id]
    everything = found(state="all")
    assert len(everything) == 11
    assert {loud.answer_id, second.answer_id, first.answer_id} < set(everything)
    assert found(code="capitals") == [loud.answer_id]
    assert found(annotator=workers[4].pk) == [first.answer_id]
    assert found(batch=batch.pk) == [first.answer_id]
    assert found(stage=STAGE) == [loud.answer_id, first.answer_id]
    assert found(stage="objects") == []


@pytest.mark.parametrize(
    ("filters", "field"),
    [({"state": "odd"}, "state"), ({"annotator": "me"}, "annotator"), ({"batch": "1e9"}, "batch")],
)
def test_a_filter_that_means_nothing_is_named(
    project: Project, people: Cast, filters: dict[str, str], field: str
) -> None:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/review", filters)
    assert answer.status_code == 422
    assert [each["path"] for each in answer.json()["error"]["fields"]] == [field]


def cost(project: Project, user: User) -> int:
    client = client_of(user)
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(f"/api/v1/projects/{project.pk}/review", {"page_size": 100})
    assert answer.status_code == 200
    return len(captured)


def test_a_longer_queue_costs_no_more_queries(
    project: Project, workers: list[User], people: Cast
) -> None:
    odd_samples(project, workers, 2)
    before = cost(project, people.owner)
    odd_samples(project, workers, 9)
    assert cost(project, people.owner) == before <= 8


def test_withdrawn_flags_are_not_shown(project: Project, workers: list[User], people: Cast) -> None:
    odd_samples(project, workers, 1)
    Flag.objects.update(state="withdrawn")
    assert listed(project, people.owner)["results"] == []
    everything = listed(project, people.owner, state="all")["results"]
    assert [row["flags"] for row in everything] == [[]] * 5


def test_an_answer_without_flags_can_be_reviewed_too(
    project: Project, workers: list[User], people: Cast
) -> None:
    (plain,) = answer_all(new_samples(project, 1), workers[:1])
    url = f"/api/v1/projects/{project.pk}/review/{plain.answer_id}"
    body = client_of(people.reviewer).get(url).json()
    assert (body["answer"]["assignment"], body["flags"]) == (plain.pk, [])


def test_skips_have_a_list_of_their_own(
    project: Project, workers: list[User], people: Cast
) -> None:
    from annotate.workflow import services
    from tests.workflow.acts import claim

    new_samples(project, 1)
    held = claim(project, workers[0])
    services.skip(assignment=held, actor=workers[0], reason="inappropriate", comment="A letter.")
    run_checks(project=project)
    assert listed(project, people.owner)["results"] == []
    lead = client_of(people.owner)
    url = f"/api/v1/projects/{project.pk}/review/skips"
    (row,) = lead.get(url).json()["results"]
    assert (row["flag"]["code"], row["comment"]) == ("image_reported", "A letter.")
    assert row["flag"]["message"].startswith("Skipped after 0 s: the image is inappropriate.")
    overview = lead.get(f"/api/v1/projects/{project.pk}/quality").json()
    assert (overview["answers_waiting"], overview["skips_waiting"]) == (0, 1)

    assert lead.post(f"{url}/{row['flag']['id']}", {}, format="json").status_code == 204
    assert lead.get(url).json()["results"] == []
    assert lead.get(url, {"state": "settled"}).json()["results"]
    again = lead.post(f"{url}/{row['flag']['id']}", {"settled": False}, format="json")
    assert again.status_code == 204
    assert len(lead.get(url).json()["results"]) == 1
    assert project.audit.filter(verb__startswith="skip.").count() == 2


def test_the_overview_counts_answers_and_codes(
    project: Project, workers: list[User], people: Cast
) -> None:
    odd_samples(project, workers, 3)
    body = client_of(people.reviewer).get(f"/api/v1/projects/{project.pk}/quality").json()
    assert body["answers_waiting"] == 3
    assert body["open_by_code"] == {"canned_alone": 3, "canned_often": 3}
    assert body["settings"]["time_z"] == 1.95
    titles = {code["code"]: code["title"] for code in body["codes"]}
    assert titles["canned_alone"] == "Alone with the canned text"
    assert titles["early_warning"]


def test_answers_of_gold_tasks_are_not_reviewed(
    project: Project, workers: list[User], people: Cast
) -> None:
    (sample,) = new_samples(project, 1)
    gold = give(sample, workers[0], captioned(sentence("gold")), purpose="gold")
    url = f"/api/v1/projects/{project.pk}/review/{gold.answer_id}"
    assert client_of(people.owner).get(url).status_code == 404
    assert Sample.objects.filter(pk=sample.pk).exists()


def test_a_filter_that_no_text_can_be_is_refused(project: Project, people: Cast) -> None:
    base = f"/api/v1/projects/{project.pk}/review"
    assert client_of(people.owner).get(base, {"code": "\0"}).status_code == 422


@pytest.mark.parametrize("number", [0, 10**9, 2**63, 10**30])
def test_a_number_of_no_answer_is_not_found(project: Project, people: Cast, number: int) -> None:
    lead = client_of(people.owner)
    base = f"/api/v1/projects/{project.pk}/review"
    assert lead.get(f"{base}/{number}").status_code == 404
    judged = lead.post(f"{base}/{number}", {"verdict": "approved"}, format="json")
    assert judged.status_code == 404
    assert lead.post(f"{base}/skips/{number}").status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"stage": "nowhere"}, "stage"),
        ({"batch": 10**9}, "batch"),
        ({"checks": ["capitals", "nothing"]}, "checks[1]"),
        ({"random": {"count": 0, "seed": 1}}, "random.count"),
    ],
)
def test_a_check_of_nothing_is_refused(
    project: Project, people: Cast, body: dict[str, Any], field: str
) -> None:
    url = f"/api/v1/projects/{project.pk}/quality/run"
    refused = client_of(people.owner).post(url, body, format="json")
    assert refused.status_code == 422
    assert [each["path"] for each in refused.json()["error"]["fields"]] == [field]
