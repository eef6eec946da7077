"""Near-duplicate images of a project are found after they came in, and filtered by."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image as Picture

from annotate.exchange import services as exchange
from annotate.images import alike, storage
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of

pytestmark = pytest.mark.django_db

PHOTOS = Path(__file__).parents[2] / "deploy/demo/photos"


def added(project: Project, name: str, quality: int = 0) -> Image:
    data = (PHOTOS / name).read_bytes()
    if quality:
        file = BytesIO()
        Picture.open(BytesIO(data)).convert("RGB").save(file, "JPEG", quality=quality)
        data = file.getvalue()
    image, _ = exchange.upload_image(project=project, data=data, name=f"{quality}-{name}")
    return image


def groups(project: Project) -> dict[str, int | None]:
    return dict(Image.objects.filter(project=project).values_list("name", "alike"))


def test_the_same_photograph_twice_is_one_group_and_others_are_in_none(project: Project) -> None:
    one, other = added(project, "coffee.jpg"), added(project, "coffee.jpg", quality=40)
    added(project, "rocket.jpg")
    assert alike.sweep() == 3
    group = min(one.pk, other.pk)
    found = groups(project)
    assert found == {"0-coffee.jpg": group, "40-coffee.jpg": group, "0-rocket.jpg": None}
    assert alike.sweep() == 0


def test_what_comes_later_joins_the_group_that_is_there(project: Project) -> None:
    first = added(project, "coffee.jpg")
    alike.sweep()
    assert groups(project) == {"0-coffee.jpg": None}
    later = [added(project, "coffee.jpg", quality=quality) for quality in (40, 60)]
    alike.sweep()
    assert set(groups(project).values()) == {min(image.pk for image in [first, *later])}


def test_projects_know_nothing_of_each_other(project: Project, new_project: NewProject) -> None:
    added(project, "coffee.jpg")
    added(new_project(name="Other"), "coffee.jpg", quality=40)
    assert alike.sweep() == 2
    assert not Image.objects.filter(alike__isnull=False).exists()


def test_an_image_whose_file_is_lost_is_passed_over(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(project, "coffee.jpg")

    def lost(sha256: str, size: str) -> None:
        raise FileNotFoundError(sha256)

    monkeypatch.setattr(storage, "open_copy", lost)
    assert alike.sweep() == 1
    assert alike.sweep() == 0
    assert Image.objects.get().look is None


def test_groups_that_a_picture_connects_become_one() -> None:
    known = alike.Groups([(5, 5), (7, 5), (6, 6), (9, 6)])
    known.connect([8, 7, 9])
    assert {known.of(member) for member in (5, 6, 7, 8, 9)} == {5}
    known.connect([3])
    assert known.of(3) is None


def test_the_list_of_samples_has_those_of_any_group_or_of_one(
    people: Cast, project: Project
) -> None:
    one = added(project, "coffee.jpg")
    added(project, "coffee.jpg", quality=40)
    added(project, "rocket.jpg")
    alike.sweep()
    one.refresh_from_db()
    client = client_of(people.lead)

    def names(wanted: str) -> set[str]:
        answer = client.get(f"/api/v1/projects/{project.pk}/samples", {"alike": wanted})
        assert answer.status_code == 200, answer.content
        rows = answer.json()["results"]
        assert all(row["alike"] == one.alike for row in rows if "coffee" in row["external_id"])
        return {row["external_id"] for row in rows}

    twins = {"0-coffee.jpg", "40-coffee.jpg"}
    assert names("any") == names(str(one.alike)) == twins
    assert names("") == twins | {"0-rocket.jpg"}
    assert names("1") == set()
    refused = client.get(f"/api/v1/projects/{project.pk}/samples", {"alike": "some"})
    assert refused.status_code == 422
