"""What HITs cost in queries: bounded by their size, and the same in a large project."""

import uuid
from typing import Any

import pytest

from annotate.projects.models import Project
from tests.api.test_query_counts import cost
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import work
from tests.workflow.hit_acts import MINUTES, YES, give_hits, give_votes

pytestmark = pytest.mark.django_db

# Savepoints and transactions count as well. A HIT of five captions, or of ten votes.
CLAIM = 20
READ = 6
# For each answer: its assignment, its task and whether its sample goes on. The figures of all are
# written together, and so are their distributions and the places of their samples.
# Two of them keep what the samples are found and ordered by, for all of the HIT at once.
SUBMIT_BASE, SUBMIT_EACH = 26, 3


def claim(project: Project, people: Cast) -> tuple[int, str, dict[str, Any]]:
    client, body = client_of(people.cleo), {}

    def request() -> Any:
        answered = client.post(f"/api/v1/projects/{project.pk}/claim", {}, format="json")
        body.update(answered.json())
        return answered

    number, text = cost(request)
    return number, text, body["hit"]


def submit(people: Cast, hit: dict[str, Any], answer: dict[str, Any]) -> tuple[int, str]:
    client = client_of(people.cleo)
    answers = [
        {"assignment": each["id"], "answer": answer, "active_seconds": 0}
        for each in hit["assignments"]
    ]
    sent = {"key": str(uuid.uuid4()), "answers": answers}
    return cost(lambda: client.post(f"/api/v1/hits/{hit['id']}/submit", sent, format="json"))


@pytest.mark.parametrize("samples", [5, 40])
def test_a_hit_of_captions(people: Cast, project: Project, samples: int) -> None:
    give_hits(project, rounds=2, size=5)
    add_samples(project, samples)
    number, text, hit = claim(project, people)
    assert len(hit["assignments"]) == 5
    assert number <= CLAIM, f"{number} queries:\n{text}"
    client = client_of(people.cleo)
    number, text = cost(lambda: client.get(f"/api/v1/hits/{hit['id']}"))
    assert number <= READ, f"{number} queries:\n{text}"
    number, text = submit(people, hit, {"text": "A kite over a bridge."})
    assert number <= SUBMIT_BASE + 5 * SUBMIT_EACH, f"{number} queries:\n{text}"


@pytest.mark.parametrize("samples", [5, 20])
def test_a_hit_of_votes(people: Cast, project: Project, samples: int) -> None:
    give_votes(project, texts=2, votes=2, hit={"size": 10, "minutes": MINUTES})
    add_samples(project, samples)
    for user in (people.ada, people.ben):
        for _ in range(samples):
            work(project, user, {"text": f"By {user}."}, "text")
    number, text, hit = claim(project, people)
    assert len(hit["assignments"]) == 10
    assert number <= CLAIM, f"{number} queries:\n{text}"
    number, text = submit(people, hit, YES)
    assert number <= SUBMIT_BASE + 10 * SUBMIT_EACH, f"{number} queries:\n{text}"
