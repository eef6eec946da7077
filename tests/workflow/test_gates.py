"""Packages above say who may not work yet; a claim and the list of work say so too."""

import pytest

from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.projects.recipes import StageSpec
from annotate.workflow import hooks, services
from annotate.workflow.schemas.work import Gate
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim, use_recipe

pytestmark = pytest.mark.django_db

GATE = Gate.of(Message("test_needed", stage="Texts", share=0.8), reason="test", data={"left": 2})


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch, people: Cast) -> set[str]:
    """The stages that Ada may not enter."""
    keys: set[str] = set()

    def keeper(membership: Membership, user: User, stage: StageSpec) -> Gate | None:
        return GATE if user == people.ada and stage.key in keys else None

    monkeypatch.setattr(hooks.gates, "functions", (keeper,))
    return keys


@pytest.fixture
def two(project: Project) -> Project:
    """Two stages side by side in one project; samples in the first alone."""
    use_recipe(project, {"key": "text"}, {"key": "description"})
    add_samples(project, 2)
    return project


def test_a_gate_keeps_from_its_stage(people: Cast, two: Project, closed: set[str]) -> None:
    closed.add("text")
    claimed = services.claim(project=two, annotator=people.ada)
    assert (claimed.assignment, claimed.hit, claimed.reason) == (None, None, "gated")
    assert claimed.gate == GATE
    assert claim(two, people.ben).task.stage_key == "text"


def test_a_gate_of_another_stage_keeps_from_nothing(
    people: Cast, two: Project, closed: set[str]
) -> None:
    closed.add("description")
    assert claim(two, people.ada).task.stage_key == "text"


def test_what_is_held_may_be_finished(people: Cast, two: Project, closed: set[str]) -> None:
    held = claim(two, people.ada)
    closed.add("text")
    assert claim(two, people.ada) == held


def test_the_client_is_told_the_gate(people: Cast, two: Project, closed: set[str]) -> None:
    closed |= {"text", "description"}
    client = client_of(people.ada)
    answered = client.post(f"/api/v1/projects/{two.pk}/claim", {}, format="json").json()
    gate = {
        "reason": "test",
        "message": "Texts begins with a test; 80% must be right.",
        "message_code": "test_needed",
        "remedy": "Start the test when you have time for it.",
        "remedy_code": "test_needed_remedy",
        "params": {"stage": "Texts", "share": 0.8},
        "data": {"left": 2},
    }
    assert (answered["reason"], answered["gate"]) == ("gated", gate)
    [listed] = client.get("/api/v1/work").json()["projects"]
    assert (listed["reason"], listed["gate"]) == ("gated", gate)
    assert [stage["available"] for stage in listed["stages"]] == [False, False]


def test_packages_above_add_what_they_have_to_say_to_the_work(
    people: Cast, two: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hooks.unread_feedback, "functions", (lambda user: 3,))
    assert client_of(people.ada).get("/api/v1/work").json()["unread_feedback"] == 3
