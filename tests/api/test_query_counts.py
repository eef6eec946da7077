"""What a request costs in queries, and that the cost does not grow with the project."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Assignment
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import TREE, claim, describe, mark, seed, submit

pytestmark = pytest.mark.django_db

# Savepoints and transactions count as well. Raise a number only with a reason.
LIMITS = {
    # On PostgreSQL all that it writes goes at once.
    "claim": 12 if connection.vendor == "sqlite" else 9,
    # One of them notes the answer for the quality checks and one counts it in distributions. Two
    # keep what its sample is found and ordered by. Where a sample leaves a stage, one more counts
    # it there. On PostgreSQL all that it writes goes at once.
    "submit": 18 if connection.vendor == "sqlite" else 7,
    "draft": 7,
    "assignment": 5,
    "work": 10,  # one counts unread feedback
    # One counts how many match, up to a limit; the page is found by keys, then read in full.
    "samples": 9,
    "sample": 12,
    # Two for each stage: how long a task takes, and which of its tasks nobody may take. One asks
    # whether there are batches.
    "overview": 20,
    "projects": 8,
    "members": 6,  # two say when each was last at work
    "history": 5,
    "jobs": 6,
    "seeding": 9,
}
Request = Callable[[], Any]


def cost(request: Request) -> tuple[int, str]:
    """Return how many queries a request makes, and their text."""
    with CaptureQueriesContext(connection) as captured:
        answer = request()
    assert answer.status_code < 300, answer.content
    asked = [query["sql"][:160] for query in captured.captured_queries]
    return len(asked), "\n".join(asked)


def grow(project: Project, people: Cast, number: int) -> None:
    """Add this many samples that have been through the first stage and a round."""
    for sample in add_samples(project, number):
        seed(sample, "A red kite")
    for _ in range(number):
        mark(project, people.ada, TREE)
    for _ in range(number):
        describe(project, people.ben, "Some words about a kite")


def requests(project: Project, people: Cast) -> dict[str, Request]:
    lead, cleo = client_of(people.owner), client_of(people.cleo)
    base = f"/api/v1/projects/{project.pk}"
    held = claim(project, people.cleo)
    one = f"/api/v1/assignments/{held.pk}"
    answer = {"text": "Quite other words"}
    version = Assignment.objects.get(pk=held.pk).draft_version

    def post(path: str, body: dict[str, Any], method: str = "post") -> Request:
        return lambda: getattr(cleo, method)(path, body, format="json")

    submission = {"key": str(uuid.uuid4()), "answer": answer}
    return {
        "assignment": lambda: cleo.get(one),
        "draft": post(f"{one}/draft", {"version": version, "answer": answer}, "put"),
        "submit": post(f"{one}/submit", submission),
        "claim": post(f"{base}/claim", {}),
        "work": lambda: cleo.get("/api/v1/work"),
        "history": lambda: cleo.get("/api/v1/history"),
        "samples": lambda: lead.get(f"{base}/samples?page_size=100"),
        "sample": lambda: lead.get(f"/api/v1/samples/{held.sample_id}"),
        "overview": lambda: lead.get(f"{base}/overview"),
        "projects": lambda: lead.get("/api/v1/projects"),
        "members": lambda: lead.get(f"{base}/members"),
        "jobs": lambda: lead.get(f"{base}/jobs"),
        "seeding": lambda: lead.get(f"{base}/seeding"),
    }


@pytest.mark.parametrize("name", LIMITS)
def test_a_request_costs_no_more_queries_than_allowed(
    people: Cast, project: Project, name: str
) -> None:
    grow(project, people, 3)
    made = requests(project, people)
    if name == "claim":  # the one that is held would be given again
        made["submit"]()
    number, text = cost(made[name])
    assert number <= LIMITS[name], f"{number} queries:\n{text}"


@pytest.mark.parametrize("name", [name for name in LIMITS if name not in ("submit", "draft")])
def test_a_larger_project_costs_no_more_queries(people: Cast, project: Project, name: str) -> None:
    """Catches a query per row."""
    grow(project, people, 3)
    submit(claim(project, people.cleo), {"text": "Done, in words of its own"})
    before, _ = cost(requests(project, people)[name])
    submit(claim(project, people.cleo), {"text": "Done, in yet other words"})
    grow(project, people, 9)
    after, text = cost(requests(project, people)[name])
    assert after <= before, f"{before} queries with 2 samples, {after} with 11:\n{text}"


def hand_back(people: Cast) -> None:
    held = Assignment.objects.get(annotator=people.cleo, state=Assignment.State.LIVE)
    services.release(assignment=held, actor=people.cleo)


def test_guidelines_cost_a_claim_no_query(people: Cast, project: Project) -> None:
    """The membership that a claim locks says what its holder has read, for every stage."""
    grow(project, people, 3)
    asked = requests(project, people)["claim"]
    hand_back(people)
    before, _ = cost(asked)
    hand_back(people)
    Project.objects.filter(pk=project.pk).update(guidelines_required=True, guidelines_version=1)
    project.memberships.update(guidelines_read=1)
    after, text = cost(asked)
    assert after <= before, text
