"""Two small files of texts in a project, for tests of reports on texts."""

from pathlib import Path
from typing import Any

import pytest
from rest_framework.test import APIClient

from annotate.projects.models import Project
from tests.conftest import Cast, client_of
from tests.evaluation.text_report_acts import Json, upload

ONE = [
    {"image": "a", "text": "A red dog runs over wet grass."},
    {"image": "b", "text": "A grey cat sleeps on a chair."},
]
OTHER = [
    {"image": "a", "text": "The dog runs."},
    {"image": "a", "text": "A dog is running on grass."},
    {"image": "c", "text": "A boat at sea."},
]


@pytest.fixture
def storage(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def lead(people: Cast) -> APIClient:
    return client_of(people.lead)


@pytest.fixture
def base(project: Project) -> str:
    return f"/api/v1/projects/{project.pk}"


@pytest.fixture
def one(lead: APIClient, base: str) -> Json:
    return upload(lead, base, "one", ONE)


@pytest.fixture
def other(lead: APIClient, base: str) -> Json:
    return upload(lead, base, "other", OTHER)
