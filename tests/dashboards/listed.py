"""The list of annotators as the owner is shown it."""

from datetime import date, timedelta
from typing import Any

import pytest

from annotate.projects.models import Project
from tests.conftest import Cast, Clock
from tests.dashboards.scene import crew, shown, worked

MONDAY = date(2026, 2, 2)


def rows(people: Cast, project: Project, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = shown(people, project, "annotators", **params)["results"]
    return found


def names(people: Cast, project: Project, **params: Any) -> list[str]:
    return [row["user"]["username"] for row in rows(people, project, **params)]


def row_of(people: Cast, project: Project, name: str, **params: Any) -> dict[str, Any]:
    [found] = [row for row in rows(people, project, **params) if row["user"]["username"] == name]
    return found


@pytest.fixture
def team(people: Cast, project: Project, time: Clock) -> Project:
    """Six old hands of about a minute and a fifth; Ada came yesterday. It is the 2nd of March."""
    for number, user in enumerate(crew(project, 6)):
        for day in range(20):
            worked(
                project,
                user,
                MONDAY + timedelta(days=day),
                10,
                active_seconds=10 * (55 + 2 * number + day % 5),
                edit_share_sum=10 * (0.18 + 0.01 * number),
            )
    return project
