"""Projects, samples and people are found by words over all that one may read, and no others."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects import services as project_services
from annotate.projects.models import Membership, Project, Role
from annotate.workflow.models import SampleDocument
from annotate.workflow.selectors.everywhere import (
    MOST_GROUPS,
    MOST_OF_A_GROUP,
    MOST_PEOPLE,
    MOST_PROJECTS,
)
from annotate.workflow.selectors.words import document_words
from tests.conftest import Cast, add_samples, client_of

pytestmark = pytest.mark.django_db


def say(project: Project, text: str, number: int = 1) -> list[int]:
    """Give a project samples about which this was said; return their ids, newest first."""
    samples = add_samples(project, number)
    for sample in samples:
        SampleDocument.objects.update_or_create(
            sample=sample,
            defaults={"project": project, "words": document_words([text]), "text": text},
        )
    return sorted((sample.pk for sample in samples), reverse=True)


def found(user: User, search: str, **query: Any) -> dict[str, Any]:
    answer = client_of(user).get("/api/v1/search", {"search": search, **query})
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def sample_ids(answer: dict[str, Any]) -> dict[int, list[int]]:
    return {
        group["project"]["id"]: [sample["id"] for sample in group["samples"]]
        for group in answer["samples"]
    }


def names(rows: Iterable[dict[str, Any]]) -> list[str]:
    return [row["user"]["username"] for row in rows]


@pytest.fixture
def other(people: Cast, project: Project) -> Project:
    """A second project, of Leo alone, in which Ben annotates."""
    second = project_services.create_project(
        name="Harbours", description="", recipe_name="iiw", changes={}, creator=people.lead, seed=3
    )
    Membership.objects.create(project=second, user=people.ben, role=Role.ANNOTATOR)
    return second


def test_texts_of_all_projects_that_one_reads_are_found_by_project(
    people: Cast, project: Project, other: Project
) -> None:
    here, there = say(project, "A red kite above a mill"), say(other, "Two red kites")
    answer = found(people.lead, "KITE red")
    assert sample_ids(answer) == {other.pk: there, project.pk: here}
    excerpt = answer["samples"][1]["samples"][0]["excerpt"]
    assert [excerpt["text"][m["start"] : m["end"]] for m in excerpt["marks"]] == ["red", "kite"]
    assert answer["samples"][1]["project"]["name"] == project.name


def test_what_belongs_to_the_project_one_is_in_comes_first(
    people: Cast, project: Project, other: Project
) -> None:
    say(project, "kite")
    say(other, "kite")
    assert list(sample_ids(found(people.lead, "kite"))) == [other.pk, project.pk]
    assert next(iter(sample_ids(found(people.lead, "kite", project=project.pk)))) == project.pk
    # To name a project gives no right to it.
    assert found(people.owner, "harbours", project=other.pk)["samples"] == []


def test_everybody_finds_what_they_may_read_and_nothing_else(
    people: Cast, project: Project, other: Project
) -> None:
    here, there = say(project, "A red kite"), say(other, "A red kite")
    both = {other.pk: there, project.pk: here}
    may_read = {
        people.owner: {project.pk: here},
        people.lead: both,
        people.reviewer: {project.pk: here},
        people.admin: both,
        people.ada: {},
        people.ben: {},
        people.blocked: {},
        people.stranger: {},
    }
    assert {user: sample_ids(found(user, "kite")) for user in may_read} == may_read


def test_a_reviewer_who_is_blocked_finds_no_texts_and_no_people(
    people: Cast, project: Project
) -> None:
    say(project, "A red kite")
    Membership.objects.filter(project=project, user=people.reviewer).update(is_blocked=True)
    assert found(people.reviewer, "kite")["samples"] == []
    assert found(people.reviewer, "ada")["people"] == []
    User.objects.filter(pk=people.admin.pk).update(is_blocked=True)
    assert found(people.admin, "kite")["samples"] == found(people.admin, "ada")["people"] == []


def test_people_are_those_one_may_know_of_with_a_project_they_are_in(
    people: Cast, project: Project, other: Project
) -> None:
    [ben] = found(people.lead, "ben")["people"]
    assert (ben["user"]["username"], ben["project"]["id"]) == ("ben", other.pk)
    [ben] = found(people.owner, "BEN")["people"]
    assert ben["project"]["id"] == project.pk
    assert names(found(people.owner, "sam")["people"]) == []
    [sam] = found(people.admin, "sam")["people"]
    assert sam["project"] is None
    for user in (people.ada, people.ben, people.stranger):
        assert found(user, "a")["people"] == []


def test_projects_are_found_by_name_by_whoever_is_in_them(
    people: Cast, project: Project, other: Project
) -> None:
    for user, ids in (
        (people.lead, [other.pk]),
        (people.ben, [other.pk]),
        (people.admin, [other.pk]),
        (people.ada, []),
        (people.stranger, []),
    ):
        assert [each["id"] for each in found(user, "harb")["projects"]] == ids


def test_a_few_of_each_are_shown_and_that_there_are_more(people: Cast, project: Project) -> None:
    ids = say(project, "kite", MOST_OF_A_GROUP + 2)
    [group] = found(people.owner, "kite")["samples"]
    assert [sample["id"] for sample in group["samples"]] == ids[:MOST_OF_A_GROUP]
    assert group["more"]
    for number in range(MOST_PROJECTS + 1):
        one = project_services.create_project(
            name=f"Kites {number}",
            description="",
            recipe_name="iiw",
            changes={},
            creator=people.owner,
            seed=number,
        )
        say(one, "kite")
    for number in range(MOST_PEOPLE + 1):
        user = User.objects.create(username=f"kite-{number}", password="!")
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    answer = found(people.owner, "kite")
    assert len(answer["samples"]) == MOST_GROUPS
    assert len(answer["projects"]) == MOST_PROJECTS
    assert len(answer["people"]) == MOST_PEOPLE


@pytest.mark.parametrize("search", ["", "  ", "'&|!:*\"", "%", "xyzzy"])
def test_nothing_is_found_by_what_nowhere_stands(
    people: Cast, project: Project, search: str
) -> None:
    say(project, "A red kite")
    answer = found(people.owner, search)
    assert answer["samples"] == []
    assert answer["people"] == []


def test_words_too_long_and_other_parameters_are_refused(people: Cast) -> None:
    client = client_of(people.owner)
    for query in ({"search": "x" * 201}, {"search": "x", "project": "one"}, {"q": "x"}):
        assert client.get("/api/v1/search", query).status_code == 422


def test_it_takes_as_many_statements_for_much_as_for_little(
    people: Cast, project: Project, other: Project
) -> None:
    client = client_of(people.lead)

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get("/api/v1/search", {"search": "kite"})
        return len(captured)

    say(project, "kite")
    cost()
    little = cost()
    say(project, "kite", 9)
    say(other, "kite", 9)
    assert cost() == little
    # The session and its user; projects, places of samples, samples, people and their projects.
    assert little <= 7
