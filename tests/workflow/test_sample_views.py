"""Those who lead and review keep lists of samples under names, for themselves or for each other."""

from typing import Any

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import SampleView
from annotate.workflow.services import sample_views
from tests.conftest import Cast, NewProject, client_of

pytestmark = pytest.mark.django_db
QUERY = {"state": "done", "batch": 3, "similarity_from": 0.5, "order": "-length"}


def url(project: Project, view: int | None = None) -> str:
    base = f"/api/v1/projects/{project.pk}/samples/views"
    return base if view is None else f"{base}/{view}"


def keep(user: User, project: Project, **body: Any) -> dict[str, Any]:
    answer = client_of(user).post(url(project), {"name": "Long ones"} | body, format="json")
    assert answer.status_code == 201, answer.content
    kept: dict[str, Any] = answer.json()
    return kept


def change(user: User, project: Project, view: int, **body: Any) -> Any:
    return client_of(user).patch(url(project, view), body, format="json")


def seen(user: User, project: Project) -> list[str]:
    return [view["name"] for view in client_of(user).get(url(project)).json()]


def test_a_view_has_filters_an_order_columns_and_a_layout(people: Cast, project: Project) -> None:
    keep(people.lead, project, query=QUERY, layout="table", columns=["state", "length"])
    [view] = client_of(people.lead).get(url(project)).json()
    assert {key: view["query"][key] for key in QUERY} == QUERY
    assert view["query"]["search"] == ""
    assert (view["layout"], view["columns"]) == ("table", ["state", "length"])
    assert (view["owner"]["id"], view["may_change"]) == (people.lead.pk, True)
    assert SampleView.objects.get().query == QUERY


def test_a_view_is_its_owners_until_it_is_shared(people: Cast, project: Project) -> None:
    view = keep(people.lead, project)
    assert seen(people.owner, project) == seen(people.reviewer, project) == []
    assert change(people.owner, project, view["id"], name="x").status_code == 404
    change(people.lead, project, view["id"], is_shared=True)
    assert seen(people.owner, project) == seen(people.reviewer, project) == ["Long ones"]


def test_what_somebody_shares_is_changed_by_them_and_by_leads(
    people: Cast, project: Project
) -> None:
    of_lead = keep(people.lead, project, is_shared=True)
    of_reviewer = keep(people.reviewer, project, is_shared=True)
    assert change(people.reviewer, project, of_lead["id"], name="x").status_code == 403
    assert client_of(people.reviewer).delete(url(project, of_lead["id"])).status_code == 403
    assert change(people.lead, project, of_reviewer["id"], name="Longer").json()["name"] == "Longer"
    assert client_of(people.owner).delete(url(project, of_lead["id"])).status_code == 204
    assert seen(people.reviewer, project) == ["Longer"]


def test_only_what_is_sent_changes(people: Cast, project: Project) -> None:
    view = keep(people.lead, project, query=QUERY, columns=["state"])
    changed = change(people.lead, project, view["id"], query={"split": "test"}).json()
    assert (changed["query"]["split"], changed["query"]["state"]) == ("test", "")
    assert (changed["name"], changed["columns"]) == ("Long ones", ["state"])


def test_a_name_is_used_once_by_each(people: Cast, project: Project) -> None:
    keep(people.lead, project)
    keep(people.owner, project)
    other = keep(people.lead, project, name="Short ones")
    again = client_of(people.lead).post(url(project), {"name": "Long ones"}, format="json")
    renamed = change(people.lead, project, other["id"], name="Long ones")
    for refused in (again, renamed):
        assert refused.status_code == 422
        assert refused.json()["error"]["fields"][0]["path"] == "name"
    assert SampleView.objects.count() == 3


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"query": {"state": "gone"}}, "query.state"),
        ({"query": {"colour": "red"}}, "query.colour"),
        ({"query": {"order": "colour"}}, "query.order"),
        ({"columns": ["colour"]}, "columns[0]"),
        ({"layout": "list"}, "layout"),
        ({"owner": 1}, "owner"),
    ],
)
def test_what_no_list_knows_is_not_kept(
    people: Cast, project: Project, body: dict[str, Any], field: str
) -> None:
    answer = client_of(people.lead).post(url(project), {"name": "x"} | body, format="json")
    assert answer.status_code == 422
    assert [each["path"] for each in answer.json()["error"]["fields"]] == [field]
    assert not SampleView.objects.exists()


def test_nobody_keeps_more_than_can_be_chosen_from(
    people: Cast, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sample_views, "MOST", 1)
    keep(people.lead, project)
    answer = client_of(people.lead).post(url(project), {"name": "Another"}, format="json")
    assert answer.status_code == 422


def test_views_belong_to_their_project(
    people: Cast, project: Project, new_project: NewProject
) -> None:
    view = keep(people.owner, project)
    other = new_project(name="Other")
    assert seen(people.owner, other) == []
    assert change(people.owner, other, view["id"], name="x").status_code == 404


@pytest.mark.parametrize(
    ("who", "status"),
    [("admin", 201), ("reviewer", 201), ("ada", 403), ("blocked", 403), ("stranger", 404)],
)
def test_those_who_read_samples_keep_views(
    people: Cast, project: Project, who: str, status: int
) -> None:
    client = client_of(getattr(people, who))
    assert client.post(url(project), {"name": "Mine"}, format="json").status_code == status


def test_listing_views_costs_the_same_however_many_there_are(
    people: Cast, project: Project, django_assert_max_num_queries: Any
) -> None:
    for number in range(5):
        keep(people.lead, project, name=f"View {number}")
    client = client_of(people.lead)
    with django_assert_max_num_queries(4):
        client.get(url(project))
