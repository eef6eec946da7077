"""The list of accounts: searched, filtered, in pages, and at a cost that does not grow."""

from typing import Any

import pytest

from annotate.people import services
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from tests.api.test_query_counts import cost
from tests.conftest import PASSWORD, Cast, client_of

pytestmark = pytest.mark.django_db


def names(admin: User, query: str = "") -> list[str]:
    answer = client_of(admin).get(f"/api/v1/users?{query}")
    assert answer.status_code == 200, answer.content
    return sorted(row["username"] for row in answer.json()["results"])


@pytest.mark.parametrize("words", ["ada", "ADA", "Ada", "a@example.org", "ample.ORG"])
def test_accounts_are_found_by_name_and_address_in_any_case(people: Cast, words: str) -> None:
    User.objects.filter(pk=people.ada.pk).update(email="a@example.org")
    assert names(people.admin, f"q={words}") == ["ada"]


def test_signs_of_patterns_are_letters_like_others(people: Cast) -> None:
    assert names(people.admin, "q=%25") == []
    assert names(people.admin, "q=_") == []


def test_accounts_are_filtered_by_rights_and_state(people: Cast) -> None:
    User.objects.filter(pk=people.blocked.pk).update(is_blocked=True)
    User.objects.filter(pk=people.cleo.pk).update(is_active=False)
    assert names(people.admin, "rights=admin") == ["ines"]
    assert names(people.admin, "rights=maker") == ["olga"]
    assert names(people.admin, "state=blocked") == ["bob"]
    assert names(people.admin, "state=closed") == ["cleo"]
    assert "bob" not in names(people.admin, "state=open")
    assert names(people.admin, "state=closed&q=ada") == []


@pytest.mark.parametrize("query", ["rights=root", "state=gone", "words=ada", "q=" + "x" * 201])
def test_an_unknown_filter_is_refused(people: Cast, query: str) -> None:
    assert client_of(people.admin).get(f"/api/v1/users?{query}").status_code == 422


def test_a_search_goes_on_page_by_page(people: Cast) -> None:
    for number in range(7):
        services.create_user(username=f"nia{number}", password=PASSWORD)
    seen, cursor = [], ""
    while True:
        path = f"/api/v1/users?q=nia&page_size=3{cursor}"
        page = client_of(people.admin).get(path).json()
        seen += [row["username"] for row in page["results"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert seen == [f"nia{number}" for number in reversed(range(7))]


def test_each_row_says_the_last_sign_in_and_the_number_of_projects(
    people: Cast, project: Project
) -> None:
    said = {"username": "ada", "password": PASSWORD}
    assert client_of(None).post("/api/v1/session", said, format="json").status_code == 200
    rows = client_of(people.admin).get("/api/v1/users").json()["results"]
    by_name: dict[str, Any] = {row["username"]: row for row in rows}
    assert (by_name["ada"]["projects"], by_name["sam"]["projects"]) == (1, 0)
    assert by_name["ada"]["last_sign_in_at"] is not None
    assert by_name["ben"]["last_sign_in_at"] is None


def test_a_longer_list_costs_no_more_queries(people: Cast, project: Project) -> None:
    admin = client_of(people.admin)
    before, _ = cost(lambda: admin.get("/api/v1/users?page_size=100"))
    for number in range(20):
        user = services.create_user(username=f"nia{number}", password=PASSWORD)
        Membership.objects.create(project=project, user=user, role="annotator")
    after, text = cost(lambda: admin.get("/api/v1/users?page_size=100"))
    assert after <= before <= 5, text  # one asks who has a second factor


def test_an_account_costs_no_more_with_more_that_opens_it(people: Cast, project: Project) -> None:
    admin = client_of(people.admin)
    paths = [f"/api/v1/users/{people.ada.pk}", f"/api/v1/users/{people.ada.pk}/memberships"]
    before = [cost(lambda path=path: admin.get(path))[0] for path in paths]  # type: ignore[misc]
    for number in range(5):
        services.create_token(user=people.ada, name=f"t{number}", expires_in_days=9)
        other = Project.objects.create(
            name=f"P{number}", recipe_data=project.recipe_data, seed=1, created_by=people.owner
        )
        Membership.objects.create(project=other, user=people.ada, role="reviewer")
    after = [cost(lambda path=path: admin.get(path))[0] for path in paths]  # type: ignore[misc]
    assert after == before
    assert max(after) <= 7
    told = admin.get(paths[1]).json()
    assert [row["role"] for row in told] == ["reviewer"] * 5 + ["annotator"]
    assert told[0]["project"]["name"] == "P0"
