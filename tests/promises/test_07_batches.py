"""An overview never says "open" for what nobody can get."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.workflow import services
from tests.conftest import Cast, add_image, add_samples, client_of
from tests.dashboards.scene import shown
from tests.workflow.acts import claim

pytestmark = pytest.mark.django_db


def counts(people: Cast, project: Project) -> tuple[int, int]:
    progress: dict[str, Any] = shown(people, project, "overview")["progress"]
    assert progress["samples"] == sum(
        progress[state] for state in ("waiting", "open", "waiting_for_batch", "done", "withdrawn")
    )
    return progress["open"], progress["waiting_for_batch"]


def test_without_batches_every_begun_sample_is_open(people: Cast, project: Project) -> None:
    add_samples(project, 3)
    assert counts(people, project) == (3, 0)


def test_samples_outside_a_batch_wait_for_one(people: Cast, project: Project) -> None:
    add_samples(project, 5)
    batch = services.make_batch(project=project, actor=people.owner, size=2)
    assert counts(people, project) == (2, 3)
    services.close_batch(batch=batch, actor=people.owner)
    assert counts(people, project) == (0, 5)
    answer = client_of(people.ada).post(
        f"/api/v1/projects/{project.pk}/claim", {}, content_type="application/json"
    )
    assert "nothing_open" in answer.content.decode()
    services.open_batch(batch=batch, actor=people.owner)
    assert counts(people, project) == (2, 3)


def test_what_somebody_works_on_is_open_until_they_leave_it(people: Cast, project: Project) -> None:
    add_samples(project, 2)
    batch = services.make_batch(project=project, actor=people.owner, size=2)
    held = claim(project, people.ada)
    assert held is not None
    services.close_batch(batch=batch, actor=people.owner)
    assert counts(people, project) == (1, 1)


def test_splits_are_told_apart_in_the_same_way(people: Cast, project: Project) -> None:
    images = [add_image(project, split=split) for split in ("train", "train", "test")]
    samples = services.add_samples(project=project, image_ids=[image.pk for image in images])
    services.open_samples(project=project, samples=samples)
    services.make_batch(project=project, actor=people.owner, size=1)
    rows = {row["split"]: row for row in shown(people, project, "overview")["progress"]["by_split"]}
    assert sum(row["open"] for row in rows.values()) == 1
    assert sum(row["waiting_for_batch"] for row in rows.values()) == 2
