"""Samples of a project as a list: filtered, in pages that stay right, and one of them in full."""

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, add_samples, client_of
from tests.workflow.acts import claim, draft, mark, use_recipe

pytestmark = pytest.mark.django_db


def test_samples_are_filtered_by_state_stage_and_name(people: Cast, project: Project) -> None:
    first, second, third = add_samples(project, 3)
    services.withdraw_sample(sample=second, actor=people.owner, reason="x")
    done = mark(project, people.ada)
    client = client_of(people.owner)

    def ids(**filters: str) -> set[int]:
        url = f"/api/v1/projects/{project.pk}/samples"
        return {each["id"] for each in client.get(url, filters).json()["results"]}

    everything = {first.pk, second.pk, third.pk}
    assert ids() == everything
    assert ids(state="withdrawn") == {second.pk}
    assert ids(stage="description") == {done.sample_id}
    assert ids(search=first.image.name.upper()) == {first.pk}
    assert ids(search="%") == set()
    assert ids(state="", search="") == everything


def test_pages_of_samples_stay_right_while_samples_are_added(
    people: Cast, project: Project
) -> None:
    before = [sample.pk for sample in add_samples(project, 5)]
    client, url = client_of(people.owner), f"/api/v1/projects/{project.pk}/samples?page_size=2"
    found, cursor = [], ""
    while True:
        page = client.get(f"{url}&cursor={cursor}").json()
        found += [each["id"] for each in page["results"]]
        if page["next"] is None:
            break
        cursor = page["next"]
        if len(found) == 2:
            added = [sample.pk for sample in add_samples(project, 1)]
    assert found == before + added


def test_a_sample_shows_who_holds_it(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description"})
    [sample] = add_samples(project, 1)
    held = claim(project, people.ada)
    draft(held, "Half", version=0)
    shown = client_of(people.reviewer).get(f"/api/v1/samples/{sample.pk}").json()
    [task] = shown["stages"][0]["tasks"]
    assert task["held_by"]["username"] == "ada"
    assert [row["to"] for row in shown["transitions"]] == ["open", "open", "held", "live"]
