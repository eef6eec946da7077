"""People who do HITs with gold among the work, and what leads are told of it."""

from typing import Any

from annotate.people.models import User
from annotate.projects.models import Project
from tests.conftest import Clock, client_of
from tests.quality.gold_scene import do, purposes
from tests.workflow.hit_acts import YES, answers_to, claim_hit, submit_hit


def given(project: Project, user: User, hits: int, time: Clock) -> list[int]:
    """How much gold each of so many HITs had."""
    found = []
    for _ in range(hits):
        hit = claim_hit(project, user)
        found.append(purposes(hit).count("gold"))
        do(hit)
        time.forward(minutes=5)
    return found


def voted(project: Project, user: User, hits: int, time: Clock) -> list[tuple[int, int]]:
    """The gold of so many HITs of votes, and their sizes."""
    found = []
    for _ in range(hits):
        hit = claim_hit(project, user)
        kinds = purposes(hit)
        found.append((kinds.count("gold"), len(kinds)))
        submit_hit(hit, answers_to(hit, YES))
        time.forward(minutes=5)
    return found


def shares(project: Project, user: User) -> Any:
    found = client_of(user).get(f"/api/v1/projects/{project.pk}/gold/shares")
    assert found.status_code == 200, found.content
    return found.json()["stages"]
