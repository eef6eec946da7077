"""A project whose answers differ in everything that reviewers filter and sort by."""

from datetime import timedelta
from typing import Any

from annotate.core import clock
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow.models import Assignment, Sample
from tests.conftest import add_samples, client_of
from tests.quality.scene import give
from tests.workflow.acts import use_recipe

WORDS = (
    "A red kite over the river.",
    "A wooden boat, old and narrow.",
    "Ein Mädchen läuft über die Brücke.",
    "NICE GOOD PICTURE",
    "100% of the clocks are broken.",
    "Two dogs; one sleeps.",
)


def two_stages(project: Project) -> None:
    use_recipe(
        project,
        {"key": "objects", "kind": "objects.v1"},
        {"key": "description", "rounds": 2, "context": ["objects"]},
        no_repeat="stage",
    )


def described(project: Project, people: list[User], number: int = 6) -> list[Assignment]:
    """Put a first-round description of each image there: by turns, an hour apart, of all lengths.

    Every third image is of the test split.
    """
    samples = add_samples(project, number)
    start = clock.now() - timedelta(days=1)
    made = []
    for place, sample in enumerate(samples):
        split = "test" if place % 3 == 0 else "train"
        Sample.objects.filter(pk=sample.pk).update(split=split, stage_key="description", round=1)
        Image.objects.filter(pk=sample.image_id).update(
            split=split, name=f"{chr(97 + (place * 5) % 26)}{place}.jpg"
        )
        sample.tasks.update(stage_key="description", index=1)
        held = give(
            sample,
            people[place % len(people)],
            {"text": WORDS[place % len(WORDS)]},
            seconds=10.0 * ((place * 7) % 11 + 1),
            stage="description",
        )
        Assignment.objects.filter(pk=held.pk).update(ended_at=start + timedelta(hours=place))
        held.refresh_from_db()
        made.append(held)
    return made


def listed(user: User, project: Project, **filters: Any) -> dict[str, Any]:
    """Return a page of answers, every state unless told otherwise."""
    url = f"/api/v1/projects/{project.pk}/review"
    answer = client_of(user).get(url, {"state": "all"} | filters)
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body


def ids(page: dict[str, Any]) -> list[int]:
    return [row["answer"]["annotation"] for row in page["results"]]


def post(user: User, project: Project, path: str, body: dict[str, Any] | None = None) -> Any:
    url = f"/api/v1/projects/{project.pk}/review/{path}"
    return client_of(user).post(url, body or {}, format="json")


def done(user: User, project: Project, **act: Any) -> dict[str, Any]:
    """Do one act, which must be taken."""
    answer = post(user, project, "acts", act)
    assert answer.status_code == 201, answer.content
    body: dict[str, Any] = answer.json()
    return body


def undone(user: User, project: Project, act: dict[str, Any]) -> dict[str, Any]:
    """Take an act back, which must be possible."""
    answer = post(user, project, f"acts/{act['id']}/undo")
    assert answer.status_code == 200, answer.content
    body: dict[str, Any] = answer.json()
    return body
