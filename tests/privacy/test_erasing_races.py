"""A picture that comes into another project while it is deleted for good keeps its files."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.conf import LazySettings

from annotate.core.jobs import services as job_services
from annotate.core.jobs.models import Job
from annotate.exchange import services as exchange
from annotate.images import services as images
from annotate.images import storage
from annotate.images.models import Image
from annotate.people.models import User
from annotate.privacy.services.images import erase
from annotate.projects import services as projects
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Sample
from tests.images.pictures import jpeg
from tests.together import together

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
PICTURE = jpeg(80, 60, seed=7)


@pytest.fixture
def owner(transactional_db: None, tmp_path: Path, settings: LazySettings) -> User:
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MODELS_DIR = tmp_path / "models"
    return User.objects.create_user("olga", is_staff=True)


def a_project(owner: User, name: str) -> Project:
    return projects.create_project(
        name=name, description="", recipe_name="iiw", changes={}, creator=owner
    )


def an_erasure(owner: User) -> tuple[int, str]:
    """An image that is to go, whose job has not run; return the job and the digest."""
    project = a_project(owner, "Goes")
    image, sample = exchange.upload_image(project=project, data=PICTURE, name="street.jpg")
    services.withdraw_sample(sample=sample, actor=owner, reason="not free")
    erase(sample=Sample.objects.get(pk=sample.pk), actor=owner, reason="their wish")
    return Job.objects.get(name="privacy.erase_files").pk, image.sha256


def test_files_that_go_between_their_storing_and_the_row_come_again(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, digest = an_erasure(owner)
    other = a_project(owner, "Comes")
    whole, stored, runs = images.store, [], Event()

    def then_erased(data: bytes, **more: Any) -> Any:
        facts = whole(data, **more)
        stored.append(facts)
        if not runs.is_set():
            runs.set()
            job_services.run(job)
        return facts

    monkeypatch.setattr(images, "store", then_erased)
    exchange.upload_image(project=other, data=PICTURE, name="street.jpg")
    assert len(stored) == 2
    assert Image.objects.filter(sha256=digest).count() == 1
    assert storage.has(digest)


def test_the_same_picture_that_comes_and_goes_at_once_has_its_files(owner: User) -> None:
    job, digest = an_erasure(owner)
    others = [a_project(owner, f"Comes {number}") for number in range(4)]

    def comes(project: Project) -> Any:
        return exchange.upload_image(project=project, data=PICTURE, name="street.jpg")

    def goes() -> Any:
        return job_services.run(job)

    acts: list[Any] = [lambda one=one: comes(one) for one in others]
    together(*acts[:2], goes, *acts[2:])
    added = Image.objects.filter(sha256=digest).count()
    assert added >= 1
    assert storage.has(digest)
