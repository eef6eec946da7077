"""What gold and conditions cost in queries: the same however much gold and how many people."""

import uuid
from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Hit
from tests.api.test_query_counts import cost
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.gold_scene import answers, ask, caption_hits, do, newcomer, put_gold
from tests.workflow.hit_acts import claim_hit

pytestmark = pytest.mark.django_db

# A HIT of five captions. Savepoints, transactions and preparing statements count as well.
CLAIM, GATES, GOLD = 20, 8, 10
SUBMIT = 48
EVERYTHING: dict[str, Any] = {
    "locales": ["en"],
    "min_approved": 0,
    "practice": {"enabled": True, "size": 1},
    "test": {"enabled": True, "size": 1},
}


def claim(project: Project, user: User) -> tuple[int, str]:
    client = client_of(user)
    url = f"/api/v1/projects/{project.pk}/claim"
    return cost(lambda: client.post(url, {}, format="json"))


def submit(hit: Hit, user: User) -> tuple[int, str]:
    client = client_of(user)
    sent = [
        {"assignment": each.assignment, "answer": each.answer, "active_seconds": 1}
        for each in answers(hit)
    ]
    body = {"key": str(uuid.uuid4()), "answers": sent}
    return cost(lambda: client.post(f"/api/v1/hits/{hit.pk}/submit", body, format="json"))


@pytest.mark.parametrize("number", [6, 40])
def test_gold_costs_the_same_however_much_there_is(
    people: Cast, project: Project, time: Clock, number: int
) -> None:
    caption_hits(project, size=5, gold_rate=1.0)
    put_gold(project, people.owner, number)
    add_samples(project, number)
    found, text = claim(project, people.ada)
    assert found <= CLAIM + GOLD, f"{found} queries:\n{text}"
    hit = Hit.objects.select_related("project").get()
    assert hit.assignments.filter(task__purpose="gold").count() == 4
    found, text = submit(hit, people.ada)
    assert found <= SUBMIT, f"{found} queries:\n{text}"


@pytest.mark.parametrize("number", [2, 12])
def test_conditions_cost_the_same_however_many_passed_them(
    people: Cast, project: Project, time: Clock, number: int
) -> None:
    caption_hits(project, size=5)
    put_gold(project, people.owner, number, uses=["practice", "test"])
    add_samples(project, 5 * number)
    ask(project, people.owner, **EVERYTHING)
    crew = [newcomer(project, f"worker{at}", locale="en") for at in range(number)]
    for user in crew:
        client = client_of(user)
        for what in ("practice", "test"):
            begun = client.post(f"/api/v1/projects/{project.pk}/{what}", {}, format="json")
            do(Hit.objects.select_related("project").get(pk=begun.json()["id"]))
    found, text = claim(project, crew[-1])
    assert found <= CLAIM + GATES, f"{found} queries:\n{text}"
    url = f"/api/v1/projects/{project.pk}/qualification/people"
    owner = client_of(people.owner)
    found, text = cost(lambda: owner.get(url))
    assert found <= 8, f"{found} queries:\n{text}"


def test_without_conditions_and_gold_a_claim_asks_for_neither(
    people: Cast, project: Project
) -> None:
    caption_hits(project, size=5)
    put_gold(project, people.owner, 2)
    add_samples(project, 5)
    _, text = claim(project, people.ada)
    assert "quality_" not in text
    assert claim_hit(project, people.ada).assignments.count() == 5
