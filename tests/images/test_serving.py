from io import BytesIO
from typing import Any

import pytest
from PIL import Image as Pixels

from annotate.images import services
from annotate.images.details import Details
from annotate.images.models import Image
from annotate.projects.models import Project
from tests.conftest import Cast, NewProject, client_of
from tests.images import pictures


@pytest.fixture
def image(project: Project) -> Image:
    return services.add_image(
        project=project,
        data=pictures.with_private_data(),
        name='fol/der/na"me\n.svg',
        details=Details(external_id="x"),
    )


def content(image: Image, user: Any, **query: str) -> Any:
    return client_of(user).get(f"/api/v1/images/{image.pk}/content", query)


@pytest.mark.parametrize("role", ["owner", "lead", "reviewer", "admin"])
def test_who_leads_or_reviews_sees_the_pixels(image: Image, people: Cast, role: str) -> None:
    answer = content(image, getattr(people, role), size="thumb")
    assert answer.status_code == 200
    body = b"".join(answer.streaming_content)
    assert Pixels.open(BytesIO(body)).size == (60, 40)
    assert b"SECRET" not in body


def test_strangers_are_told_that_there_is_nothing(image: Image, people: Cast) -> None:
    answer = content(image, people.stranger)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"
    assert answer.json() == client_of(people.stranger).get("/api/v1/images/0/content").json()


def test_members_of_another_project_see_nothing(
    image: Image, people: Cast, new_project: NewProject
) -> None:
    other = new_project(name="Other")
    other.memberships.filter(user=people.reviewer).delete()
    theirs = services.add_image(project=other, data=pictures.jpeg(seed=9), name="b.jpg")
    assert content(theirs, people.reviewer).status_code == 404
    assert content(theirs, people.lead).status_code == 200


def test_nobody_who_is_not_signed_in_sees_anything(image: Image) -> None:
    assert content(image, None).status_code == 401


def test_the_answer_can_do_nothing_but_be_a_picture(image: Image, people: Cast) -> None:
    answer = content(image, people.reviewer)
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"].startswith("private")
    assert answer["Content-Disposition"] == 'inline; filename="na\\"me -view.jpg"'


def test_a_browser_that_has_it_is_sent_nothing(image: Image, people: Cast) -> None:
    etag = content(image, people.reviewer, size="thumb")["ETag"]
    again = client_of(people.reviewer).get(
        f"/api/v1/images/{image.pk}/content", {"size": "thumb"}, headers={"If-None-Match": etag}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert content(image, people.reviewer, size="full")["ETag"] != etag


def test_a_browser_may_ask_for_pictures_only(image: Image, people: Cast) -> None:
    answer = client_of(people.reviewer).get(
        f"/api/v1/images/{image.pk}/content", headers={"Accept": "image/avif,image/webp"}
    )
    assert answer.status_code == 200


def test_an_unknown_size_is_named(image: Image, people: Cast) -> None:
    answer = content(image, people.reviewer, size="../original")
    assert answer.status_code == 422
    assert answer.json()["error"]["fields"][0]["path"] == "size"


def test_serving_costs_the_same_few_queries(
    image: Image, people: Cast, django_assert_max_num_queries: Any
) -> None:
    client = client_of(people.reviewer)
    # Session (unless it is cached), user, image, membership with project.
    with django_assert_max_num_queries(4):
        client.get(f"/api/v1/images/{image.pk}/content", {"size": "thumb"})


def test_leads_list_images_by_pages(project: Project, people: Cast) -> None:
    for number in range(3):
        services.add_image(
            project=project, data=pictures.jpeg(seed=100 + number), name=f"{number}.jpg"
        )
    client = client_of(people.lead)
    first = client.get(f"/api/v1/projects/{project.pk}/images", {"page_size": "2"}).json()
    assert [image["name"] for image in first["results"]] == ["2.jpg", "1.jpg"]
    assert first["results"][0]["urls"]["thumb"].endswith("/content?size=thumb")
    rest = client.get(
        f"/api/v1/projects/{project.pk}/images", {"page_size": "2", "cursor": first["next"]}
    ).json()
    assert [image["name"] for image in rest["results"]] == ["0.jpg"]


@pytest.mark.parametrize(("role", "status"), [("ada", 403), ("reviewer", 403), ("stranger", 404)])
def test_only_leads_list_images(project: Project, people: Cast, role: str, status: int) -> None:
    answer = client_of(getattr(people, role)).get(f"/api/v1/projects/{project.pk}/images")
    assert answer.status_code == status
