"""Gold as evidence: each known value against what somebody said, kept as it was known then."""

from uuid import uuid4

import pytest

from annotate.projects.models import Project
from annotate.quality.models import GoldResult
from annotate.quality.selectors.gold import gold_records
from annotate.quality.services import gold
from annotate.workflow import services
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.gold_scene import answers, caption_hits, do, put_gold, says
from tests.quality.scene import captioned, sentence
from tests.workflow.acts import fresh
from tests.workflow.hit_acts import claim_hit, in_hit, submit_hit

pytestmark = pytest.mark.django_db


def test_each_known_value_is_a_row_right_wrong_or_missing(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, size=4, gold_rate=1.0)
    put_gold(project, people.owner, 3, expected={"text_detected": True, "canned": False})
    add_samples(project, 4)
    hit = claim_hit(project, people.ada)
    known = [each for each in in_hit(hit) if each.task.purpose == "gold"]
    said = dict(zip([each.pk for each in known], [True, False, None], strict=True))
    project.recipe_data["stages"][0]["settings"] = {"ask_text": False}
    project.save()
    submit_hit(
        hit,
        [
            HitAnswer(
                assignment=each.pk,
                answer=captioned(sentence(each.pk), text_detected=said.get(each.pk, True)),
            )
            for each in in_hit(hit)
        ],
    )
    rows = GoldResult.objects.filter(path="text_detected").order_by("assignment")
    assert {each.assignment_id: (each.given, each.right) for each in rows} == {
        pk: (given, given is True) for pk, given in said.items()
    }
    assert GoldResult.objects.filter(path="canned", right=True).count() == 3
    assert not GoldResult.objects.filter(assignment__task__purpose="work").exists()
    record = gold_records(project)[people.ada.pk]
    assert (record.right, record.total) == (4, 6)


def test_leads_read_the_evidence_of_a_person_or_an_item(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, size=2, gold_rate=1.0)
    [item] = put_gold(project, people.owner)
    add_samples(project, 4)
    for user in (people.ada, people.ben):
        do(claim_hit(project, user), right=0)
    url = f"/api/v1/projects/{project.pk}/gold/evidence"
    client = client_of(people.reviewer)
    of_ada = client.get(url, {"annotator": people.ada.pk}).json()["results"]
    assert [each["annotator"]["username"] for each in of_ada] == ["ada"]
    assert (of_ada[0]["path"], of_ada[0]["expected"], of_ada[0]["given"], of_ada[0]["right"]) == (
        "text_detected",
        True,
        False,
        False,
    )
    assert len(client.get(url, {"gold": item.pk}).json()["results"]) == 2
    assert client.get(url, {"gold": item.pk + 1}).json()["results"] == []
    assert client.get(url, {"annotator": "ada"}).status_code == 422
    listed = client.get(f"/api/v1/projects/{project.pk}/gold").json()["results"]
    assert [(each["right"], each["total"]) for each in listed] == [(0, 2)]


def test_what_was_retired_or_changed_meanwhile_counts_as_it_is_known_then(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, size=3, gold_rate=1.0)
    one, two = put_gold(project, people.owner, 2)
    add_samples(project, 3)
    hit = claim_hit(project, people.ada)
    gold.retire_item(item=one, actor=people.owner)
    gold.change_item(item=two, actor=people.owner, changes={"expected": {"canned": True}})
    do(hit)
    rows = GoldResult.objects.values_list("item", "path", "expected", "right")
    assert set(rows) == {(one.pk, "text_detected", True, True), (two.pk, "canned", True, False)}


def test_the_same_submission_again_writes_no_second_row(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, size=2, gold_rate=1.0)
    put_gold(project, people.owner)
    add_samples(project, 1)
    hit = claim_hit(project, people.ada)
    sent = answers(hit)
    key = uuid4()
    assert not submit_hit(hit, sent, key=key).repeated
    assert submit_hit(hit, sent, key=key).repeated
    assert GoldResult.objects.count() == 1


def test_gold_given_one_at_a_time_is_evidence_too(project: Project, people: Cast) -> None:
    caption_hits(project, hit=None, gold_rate=1.0)
    put_gold(project, people.owner)
    add_samples(project, 1)
    held = services.claim(project=project, annotator=people.ada).assignment
    assert held is not None
    services.submit(
        assignment=fresh(held),
        key=uuid4(),
        answer=says(text=False),
        active_seconds=9,
    )
    assert GoldResult.objects.get().right is False
