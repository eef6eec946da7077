"""Dashboards asked for, and the rows behind them put in place by hand, said briefly."""

from datetime import UTC, date, datetime, time
from typing import Any

from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import DailyStats
from tests.conftest import Cast, client_of


def ask(people: Cast, project: Project, page: str, **params: Any) -> Any:
    """Return the answer to the owner's request for a page of the project."""
    return client_of(people.owner).get(f"/api/v1/projects/{project.pk}/{page}", params)


def shown(people: Cast, project: Project, page: str, **params: Any) -> dict[str, Any]:
    """Return what a page shows the owner, who must be let in."""
    answer = ask(people, project, page, **params)
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def wrong_field(people: Cast, project: Project, page: str, **params: Any) -> str:
    """Return the one field for which a request is refused."""
    answer = ask(people, project, page, **params)
    assert answer.status_code == 422, answer.content
    [field] = answer.json()["error"]["fields"]
    return str(field["path"])


def crew(project: Project, number: int) -> list[User]:
    """Make so many new annotators of the project."""
    start = User.objects.count()
    made = [User.objects.create(username=f"worker{start + at}") for at in range(number)]
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in made
    )
    return made


def worked(project: Project, user: User, day: date, answers: int = 1, **more: Any) -> DailyStats:
    """Put down what somebody did on a day: a minute and 40 tokens each, a fifth changed."""
    facts: dict[str, Any] = {
        "stage_key": "description",
        "index": 1,
        "submissions": answers,
        "tokens": 40 * answers,
        "active_seconds": 60.0 * answers,
        "edit_share_sum": 0.2 * answers,
        "edit_count": answers,
        "edit_distance": 8 * answers,
        "jaccard_sum": 0.8 * answers,
        "jaccard_count": answers,
        "last_at": datetime.combine(day, time(12), UTC),
    }
    return DailyStats.objects.create(project=project, annotator=user, day=day, **(facts | more))
