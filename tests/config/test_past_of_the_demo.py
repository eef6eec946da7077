"""The demo's project with a past: made once by the services, simulated, and saying so."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from statistics import median

import pytest
from django.conf import settings
from django.db import transaction
from django.test import TestCase
from PIL import Image
from pytest_django import DjangoDbBlocker

from annotate import backends
from annotate.backends import BackendError
from annotate.config.demo import leading, past, working
from annotate.config.demo.photos import photos
from annotate.config.demo.prepared import BACKEND
from annotate.core import clock
from annotate.core.jobs.models import Job
from annotate.evaluation.models import Study
from annotate.exchange.models import FrozenRelease
from annotate.people.models import User
from annotate.people.services import create_user
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import Block, Flag, GoldItem
from annotate.seeding.models import ModelVersion, SeedOutcome
from annotate.workflow.models import Annotation, Assignment, Sample
from tests.conftest import PASSWORD, client_of

pytestmark = pytest.mark.django_db

FOLDER = settings.BASE_DIR / "deploy" / "demo" / "past"


@pytest.fixture(scope="module")
def project(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Project]:
    """Built once for all that is asked below, and undone at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        lead = create_user(username="lena", password=PASSWORD, is_admin=True)
        with TestCase.captureOnCommitCallbacks(execute=True):
            made = past.build(lead=lead)
        leading.run_jobs(made)
        yield made
        transaction.set_rollback(True)


def texts(project: Project, **which: object) -> list[Annotation]:
    """What people wrote about whole images, in the order in which it was handed in."""
    wrote = Annotation.objects.filter(project=project, stage_key="description", index__gt=0)
    return list(wrote.filter(**which).order_by("pk"))


def spam(project: Project) -> list[Annotation]:
    """What the spammer wrote, about whichever images: that differs from one run to the next."""
    return [text for text in texts(project) if text.value["text"] == working.SPAM]


def test_built_twice_it_is_there_once(project: Project) -> None:
    before = (Annotation.objects.count(), User.objects.count(), Project.objects.count())
    assert past.build(lead=User.objects.get(username="lena")) == project
    assert (Annotation.objects.count(), User.objects.count(), Project.objects.count()) == before


def test_who_is_stopped_on_the_way_leaves_nothing_behind(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction makes it whole or not at all: the next start begins again."""

    def stopped(_: object) -> None:
        raise KeyboardInterrupt

    before = Annotation.objects.count()
    monkeypatch.setattr(past, "NAME", "Half of it")
    monkeypatch.setattr(past._Past, "_write", stopped)
    with pytest.raises(KeyboardInterrupt):
        past.build(lead=User.objects.get(username="lena"))
    assert not past.is_there()
    assert Annotation.objects.count() == before


def test_everybody_in_it_says_that_they_are_simulated(project: Project) -> None:
    members = Membership.objects.filter(project=project).exclude(user__username="lena")
    names = list(members.values_list("user__display_name", flat=True))
    assert len(names) == 10
    assert all("(simulated" in name for name in names)
    assert "simulated" in project.name
    assert "no model was run" in project.description
    studies = Study.objects.filter(project=project).values_list("name", flat=True)
    assert all("simulated" in name for name in studies)


def test_nobody_can_sign_in_as_one_of_them(project: Project) -> None:
    simulated = User.objects.filter(username__startswith="simulated-")
    assert simulated.exists()
    assert not any(user.has_usable_password() for user in simulated)
    assert not any(user.check_password("") for user in simulated)


def test_the_lead_of_the_demo_leads_it(project: Project) -> None:
    lead = User.objects.get(username="lena")
    assert Membership.objects.get(project=project, user=lead).role == Role.LEAD
    answer = client_of(lead).get("/api/v1/projects").json()
    assert project.name in {each["name"] for each in answer}


def test_its_days_are_past_and_in_order(project: Project) -> None:
    at = list(Annotation.objects.filter(project=project).order_by("pk").values_list("created_at"))
    assert at == sorted(at)
    assert at[-1][0] < clock.now() - timedelta(hours=1)
    days = {moment.date() for (moment,) in at}
    assert len(days) >= 7
    assert Job.objects.filter(scope=project.scope).exclude(state=Job.State.SUCCEEDED).count() == 0


def test_most_images_are_finished_and_some_are_left_to_go_on_with(project: Project) -> None:
    states = list(Sample.objects.filter(project=project).values_list("state", flat=True))
    assert len(states) == len(photos()) == 11
    assert states.count("done") >= 7
    assert states.count("open") >= 1


def test_texts_grow_more_alike_and_longer_from_round_to_round(project: Project) -> None:
    for photo in photos().values():
        first, second, third = (len(text.split()) for text in photo.rounds)
        assert first < second < third
    spoiled = {text.pk for text in spam(project)}
    alike = {
        index: [
            text.measures["from_base"]["jaccard_1"]
            for text in texts(project, index=index)
            if spoiled.isdisjoint({text.pk, text.parent_id})
        ]
        for index in (2, 3)
    }
    assert median(alike[2]) < median(alike[3])
    done = Sample.objects.filter(project=project, state="done")
    final = [text for text in texts(project, sample__in=done) if text.value["text"] != working.SPAM]
    assert {text.value["text"] for text in final} >= {
        photos()[name].rounds[2] for name in ("coffee.jpg", "chelsea.jpg", "rocket.jpg")
    }


def test_one_image_stopped_early(project: Project) -> None:
    flower = Sample.objects.get(project=project, image__name="flower.jpg")
    assert [text.index for text in texts(project, sample=flower)] == [1, 2]


def test_the_spammer_was_found_by_the_checks_of_the_product(project: Project) -> None:
    spammer = User.objects.get(username="simulated-ivo")
    flags = Flag.objects.filter(project=project, annotator=spammer)
    assert {"near_duplicate"} <= set(flags.values_list("code", flat=True))
    assert any(code.startswith("time_outlier") for code in flags.values_list("code", flat=True))
    assert flags.filter(state=Flag.State.OPEN).exists(), "something is left to decide"
    assert flags.filter(state=Flag.State.SETTLED).exists()
    others = Flag.objects.filter(project=project).exclude(annotator=spammer)
    assert others.values("annotator").distinct().count() <= 2
    assert Block.objects.filter(project=project, user=spammer).count() == 1


def test_answers_were_approved_and_rejected_by_the_simulated_lead(project: Project) -> None:
    judged = Assignment.objects.filter(project=project).exclude(verdict="unreviewed")
    assert {each.verdict for each in judged} == {"approved", "rejected"}
    assert GoldItem.objects.filter(project=project, is_practice=True).count() == 2


def test_the_better_version_was_changed_less_by_people(project: Project) -> None:
    first, second = ModelVersion.objects.filter(
        project=project, connection__name=leading.CONNECTION
    ).order_by("number")
    assert (first.state, second.state) == ("retired", "serving")
    spoiled = {text.sample_id for text in spam(project)}
    shares = {
        version.number: [
            (outcome.edit_share, outcome.sample_id in spoiled)
            for outcome in SeedOutcome.objects.filter(version=version, stage_key="description")
            if outcome.edit_share is not None
        ]
        for version in (first, second)
    }
    least = min(share for share, _ in shares[0])
    # Spam is no mark of the seed; an image of either version may have got it.
    assert all(share < least for share, is_spoiled in shares[1] if not is_spoiled)
    assert min(share for share, _ in shares[1]) < least


def test_the_study_is_closed_and_prefers_what_people_wrote(project: Project) -> None:
    study = Study.objects.get(project=project)
    assert study.state == Study.State.CLOSED
    address = f"/api/v1/projects/{project.pk}/studies/{study.pk}/results"
    answer = client_of(User.objects.get(username="lena")).get(address)
    assert answer.status_code == 200
    overall = {each["key"]: each["net"] for each in answer.json()["metrics"]}
    assert all(net["value"] > 0 for net in overall.values()), overall
    assert study.items.count() == len(past.FIRST_BATCH)


def test_its_release_has_a_digest(project: Project) -> None:
    frozen = FrozenRelease.objects.get(release__project=project)
    assert len(frozen.digest) == 64
    assert frozen.samples == len(past.FIRST_BATCH)


def test_the_prepared_model_is_found_and_offered_to_nobody() -> None:
    assert backends.get("prepared") is BACKEND
    assert "prepared" not in backends.names()


def test_the_prepared_model_knows_its_photographs_and_no_other() -> None:
    with Image.open(photos()["coffee.jpg"].path) as image:
        [cup, *_] = BACKEND.detector().detect(image.convert("RGB"))
        smaller = image.convert("RGB").resize((300, 200))
        assert "cake" in BACKEND.captioner().caption_image(smaller).text
    assert cup.label == "cup"
    with pytest.raises(BackendError, match="prepared nothing"):
        BACKEND.detector().detect(Image.new("RGB", (300, 200), "white"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_what_was_prepared_names_its_licence_and_fits_its_photograph(path: Path) -> None:
    raw = json.loads(path.read_text())
    assert "licence" in raw["licence"]
    photo = photos()[raw["photo"]]
    with Image.open(photo.path) as image:
        width, height = image.size
    boxes = [each.box for each in photo.objects]
    boxes += [each.box for seeds in photo.seeds.values() for each in seeds.objects]
    for x, y, w, h in boxes:
        assert 0 <= x < x + w <= width
        assert 0 <= y < y + h <= height
