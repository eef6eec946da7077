"""What the pages about models cost in queries does not grow with what they show."""

import pytest
from django.db import connection as database
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from annotate.seeding.models import Connection
from annotate.seeding.services import connections, versions
from tests.conftest import Cast, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("settable")]


def make(project: Project, name: str) -> Connection:
    return connections.make(
        project=project,
        actor=None,
        name=name,
        backend="settable",
        settings={"model": "m"},
        secrets={"api_key": "k"},
    )


def test_a_list_costs_the_same_however_long_it_is(project: Project, people: Cast) -> None:
    lead = client_of(people.owner)
    first = make(project, "Ours")
    base = f"/api/v1/projects/{project.pk}/connections"

    def cost(address: str) -> int:
        assert lead.get(address).status_code == 200  # whatever is made once
        with CaptureQueriesContext(database) as captured:
            lead.get(address)
        return len(captured)

    lists = [base, f"{base}/{first.pk}/versions"]
    before = [cost(address) for address in lists]
    for number in range(5):
        make(project, f"Another {number}")
        serving = connections.serving(first)
        versions.add(connection=first, source="training", settings={"model": "n"}, base=serving)
    assert [cost(address) for address in lists] == before
    assert max(before) <= 9
