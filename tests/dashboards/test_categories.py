"""Images by category and split, by the field of their metadata that a lead chose."""

from collections.abc import Mapping
from typing import Any

import pytest

from annotate.dashboards.selectors.categories import SHOWN
from annotate.images.categories import Categories
from annotate.images.models import Image
from annotate.projects.models import AuditEvent, Project
from annotate.workflow.models import Sample
from tests.conftest import Cast, add_samples, client_of

pytestmark = pytest.mark.django_db


def categories(project: Project, people: Cast) -> dict[str, Any]:
    answer = client_of(people.owner).get(f"/api/v1/projects/{project.pk}/categories")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def told(project: Project, split: str, *metadata: Mapping[str, object]) -> None:
    """Add an image to a split for each metadata."""
    for sample, own in zip(add_samples(project, len(metadata)), metadata, strict=True):
        Image.objects.filter(pk=sample.image_id).update(metadata=own, split=split)
        Sample.objects.filter(pk=sample.pk).update(split=split)


def change(project: Project, people: Cast, body: object, status: int = 200) -> dict[str, Any]:
    answer = client_of(people.lead).patch(f"/api/v1/projects/{project.pk}", body, format="json")
    assert answer.status_code == status, answer.content
    found: dict[str, Any] = answer.json()
    return found


def test_images_are_counted_by_category_and_split(project: Project, people: Cast) -> None:
    told(project, "train", {"category": "Food"}, {"category": "Art"}, {"category": "Food"}, {})
    told(project, "", {"category": ["Art", "Food", "Art"]}, {"category": 7}, {"category": None})
    found = categories(project, people)
    assert found["field"] == "category"
    assert found["splits"] == [
        {"split": "", "images": 3, "none_given": 2},
        {"split": "train", "images": 4, "none_given": 1},
    ]
    assert found["top"] == [
        {"category": "Food", "images": 3, "by_split": [1, 2]},
        {"category": "Art", "images": 2, "by_split": [1, 1]},
    ]


def test_nothing_is_told_where_no_image_has_the_field(project: Project, people: Cast) -> None:
    told(project, "train", {"Artist": "Unknown"}, {})
    found = categories(project, people)
    assert (found["splits"], found["top"], found["different"]) == ([], [], 0)
    assert found["fields"] == [{"name": "Artist", "images": 1}]


def test_withdrawn_images_are_not_counted(project: Project, people: Cast) -> None:
    told(project, "train", {"category": "Food"}, {"category": "Art"})
    gone = Sample.objects.filter(project=project).first()
    assert gone is not None
    Sample.objects.filter(pk=gone.pk).update(state=Sample.State.WITHDRAWN)
    assert [row["images"] for row in categories(project, people)["splits"]] == [1]


def test_many_categories_are_counted_and_the_commonest_listed(
    project: Project, people: Cast
) -> None:
    told(project, "val", *({"category": f"c{place:03}"} for place in range(SHOWN + 5)))
    found = categories(project, people)
    assert (found["different"], len(found["top"])) == (SHOWN + 5, SHOWN)


@pytest.mark.parametrize(
    "name", ["Subject", "a.b", 'says "x"', "7", "$", "it's [0]", "50%", "Größe", "back\\slash"]
)
def test_a_lead_chooses_any_field(project: Project, people: Cast, name: str) -> None:
    told(project, "train", {name: "7", "category": "Food"}, {name: '["x"]'})
    assert change(project, people, {"category_field": f"  {name} "})["category_field"] == name
    found = categories(project, people)
    assert found["field"] == name
    assert [row["category"] for row in found["top"]] == ["7", '["x"]']
    event = AuditEvent.objects.filter(project=project, verb="project.changed").latest("pk")
    assert event.data == {"category_field": name}


@pytest.mark.parametrize("wrong", ["", "  ", "x" * 61, 7, None, ["category"]])
def test_what_is_no_name_of_a_field_is_refused(
    project: Project, people: Cast, wrong: object
) -> None:
    problem = change(project, people, {"category_field": wrong}, 422)
    assert "category_field" in [field["path"] for field in problem["error"]["fields"]]
    project.refresh_from_db()
    assert project.category_field == "category"


def test_leads_alone_see_and_choose_the_field(project: Project, people: Cast) -> None:
    path = f"/api/v1/projects/{project.pk}"
    assert client_of(people.lead).get(path).json()["category_field"] == "category"
    for user in (people.reviewer, people.ada):
        client = client_of(user)
        assert client.get(path).json()["category_field"] is None
        assert client.patch(path, {"category_field": "x"}, format="json").status_code == 403
    assert client_of(people.ada).get(f"{path}/categories").status_code == 403
    assert client_of(people.reviewer).get(f"{path}/categories").status_code == 200


def test_top_categories_stand_first_and_images_without_one_are_counted() -> None:
    counted = Categories()
    for names in (["Food"], ["Art"], ["Food"], []):
        counted.add("none", names)
    (row,) = counted.by_split()
    assert (row.images, row.none_given, row.named) == (4, 1, [("Food", 2), ("Art", 1)])
