"""The demo: made from nothing, kept when run again, and never deleting what is not its own."""

from pathlib import Path

import pytest
from django.conf import settings

from annotate.config import demo
from annotate.core.jobs.models import Job
from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects import recipes
from annotate.projects.models import Membership, Project
from annotate.projects.services import read_guidelines
from annotate.seeding.models import SeedingRun
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample

pytestmark = pytest.mark.django_db

PHOTOS = settings.BASE_DIR / "deploy" / "demo" / "photos"


def test_it_has_real_photographs_a_lead_and_three_annotators(tmp_path: Path) -> None:
    ready = demo.prepare(data_dir=tmp_path, photos=PHOTOS)
    for project in ready.projects:
        assert Image.objects.filter(project=project).count() >= 8
        roles = Membership.objects.filter(project=project).values_list("role", flat=True)
        assert sorted(roles) == ["annotator", "annotator", "annotator", "lead"]
    assert all(
        User.objects.get(username=name).check_password(ready.password) for name in ready.usernames
    )


def test_nothing_in_it_is_precooked(tmp_path: Path) -> None:
    """The seeds are left to the background job of any project."""
    seeded, *_ = demo.prepare(data_dir=tmp_path, photos=PHOTOS).projects
    assert not Annotation.objects.exists()
    waiting = Sample.objects.filter(project=seeded).values_list("state", flat=True)
    assert set(waiting) == {"waiting"}
    job = SeedingRun.objects.get(project=seeded).job
    assert job is not None
    assert job.state == Job.State.RUNNING


def test_every_recipe_can_be_tried(tmp_path: Path) -> None:
    ready = demo.prepare(data_dir=tmp_path, photos=PHOTOS)
    shown = {project.recipe.name for project in ready.projects}
    assert shown == {recipe.name for recipe in recipes.all()}


@pytest.mark.parametrize("recipe", ["vizwiz-captions", "textcaps"])
def test_captions_can_be_written_once_the_guidelines_are_read(tmp_path: Path, recipe: str) -> None:
    ready = demo.prepare(data_dir=tmp_path, photos=PHOTOS)
    [project] = [each for each in ready.projects if each.recipe.name == recipe]
    ada = User.objects.get(username="ada")
    read_guidelines(membership=project.memberships.get(user=ada), version=1)
    given = services.claim(project=project, annotator=ada)
    assert given.hit is not None
    assert given.hit.assignments.count() == 5


def test_run_again_it_keeps_everything(tmp_path: Path) -> None:
    first = demo.prepare(data_dir=tmp_path, photos=PHOTOS)
    again = demo.prepare(data_dir=tmp_path, photos=PHOTOS)
    assert again == first
    assert (Project.objects.count(), SeedingRun.objects.count()) == (3, 1)


def test_its_password_is_drawn_and_kept_from_others(tmp_path: Path) -> None:
    one = demo.prepare(data_dir=tmp_path, photos=PHOTOS).password
    assert (tmp_path / "demo.json").stat().st_mode & 0o077 == 0
    other = tmp_path / "other"
    other.mkdir()
    assert demo.prepare(data_dir=other, photos=PHOTOS).password != one


def test_a_reset_deletes_a_demo(tmp_path: Path) -> None:
    (tmp_path / "demo.json").write_text("{}")
    (tmp_path / "annotate.sqlite3").touch()
    demo.reset(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_reset_deletes_no_other_installation(tmp_path: Path) -> None:
    (tmp_path / "annotate.sqlite3").touch()
    with pytest.raises(demo.NotADemo):
        demo.reset(tmp_path)
    assert (tmp_path / "annotate.sqlite3").exists()


@pytest.mark.parametrize("kept", ["annotate.sqlite3", "media/original", "models/project-1"])
def test_it_adds_nothing_to_another_installation(tmp_path: Path, kept: str) -> None:
    """Also where the database is elsewhere: a later reset would delete the pictures."""
    (tmp_path / kept).mkdir(parents=True)
    with pytest.raises(demo.NotADemo, match="Set DATA_DIR to another folder"):
        demo.claim(tmp_path)
    assert not (tmp_path / "demo.json").exists()


def test_a_demo_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    demo.claim(tmp_path)
    (tmp_path / "annotate.sqlite3").touch()
    demo.claim(tmp_path)
