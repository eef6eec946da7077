"""Practice, tests and gold at one moment. Only PostgreSQL lets people meet."""

import uuid
from functools import partial
from typing import Any

import pytest

from annotate.core import errors
from annotate.projects.models import Project
from annotate.quality.models import Agreement, Attempt, ConsentText, GoldItem, GoldResult
from annotate.quality.services import gold, qualification
from annotate.workflow import services
from annotate.workflow.models import Hit
from tests.conftest import Cast, add_samples
from tests.quality.gold_scene import (
    HAS_TEXT,
    STAGE,
    answers,
    ask,
    caption_hits,
    done_samples,
    put_gold,
)
from tests.together import together
from tests.workflow.hit_acts import submit_hit

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
TRIES = 6


@pytest.fixture
def testing(project: Project, people: Cast) -> Project:
    caption_hits(project)
    put_gold(project, people.owner, 3, uses=["test"])
    ask(
        project,
        people.owner,
        test={"enabled": True, "size": 3, "max_attempts": 1, "retry_hours": 0},
    )
    return project


def start(project: Project, people: Cast) -> Hit:
    return qualification.start(project=project, user=people.ada, purpose="test")


def test_two_starts_give_one_test(people: Cast, testing: Project) -> None:
    for _ in range(TRIES):
        found = together(*[partial(start, testing, people)] * 3)
        assert len({hit.pk for hit in found}) == 1
        assert Attempt.objects.filter(hit=found[0].pk).count() == 1
        services.release_hit(hit=found[0], actor=people.ada)


def test_two_submissions_of_a_test_are_one_attempt(people: Cast, testing: Project) -> None:
    for _ in range(TRIES):
        hit = start(testing, people)
        sent, key = answers(hit, right=0), uuid.uuid4()
        results = together(*[partial(submit_hit, hit, sent, key=key)] * 2)
        assert sorted(each.repeated for each in results) == [False, True]
        assert GoldResult.objects.filter(assignment__hit=hit).count() == 3
        assert Attempt.objects.filter(finished_at__isnull=False, reset_at=None).count() == 1
        qualification.reset(project=testing, user=people.ada, actor=people.owner)


def test_nobody_begins_again_while_their_last_attempt_ends(people: Cast, testing: Project) -> None:
    """The start waits for the submission, or comes before it and gives the same test again."""
    for _ in range(TRIES):
        hit = start(testing, people)
        _, second = together(
            partial(submit_hit, hit, answers(hit, right=0)), partial(start, testing, people)
        )
        assert isinstance(second, errors.Conflict) or second.pk == hit.pk
        qualification.reset(project=testing, user=people.ada, actor=people.owner)
        assert not Hit.objects.filter(state="live").exists()


def test_a_place_is_made_gold_once(people: Cast, project: Project) -> None:
    caption_hits(project)
    for sample in done_samples(project, TRIES):

        def add(sample: Any = sample) -> GoldItem:
            return gold.add_item(
                project=project,
                actor=people.owner,
                stage=project.recipe.stage(STAGE),
                sample=sample,
                expected=HAS_TEXT,
            )

        found = together(add, add)
        assert [isinstance(each, errors.Conflict) for each in found].count(True) == 1
    assert GoldItem.objects.count() == TRIES


def test_versions_of_consent_have_numbers_of_their_own(people: Cast, project: Project) -> None:
    publish = partial(
        qualification.publish_consent, project=project, body="We keep it.", actor=people.owner
    )
    together(publish, publish, publish)
    versions = ConsentText.objects.order_by("version").values_list("version", flat=True)
    assert list(versions) == [1, 2, 3]
    agree = partial(qualification.agree, project=project, user=people.ada, version=3)
    assert together(agree, agree) == [None, None]
    assert Agreement.objects.count() == 1


def test_gold_in_a_hit_that_is_submitted_twice_is_evidence_once(
    people: Cast, project: Project
) -> None:
    caption_hits(project, size=2, gold_rate=1.0)
    put_gold(project, people.owner, TRIES)
    add_samples(project, 2 * TRIES)
    for number in range(1, TRIES + 1):
        hit = services.claim(project=project, annotator=people.ada).hit
        assert hit is not None
        sent, key = answers(hit), uuid.uuid4()
        together(*[partial(submit_hit, hit, sent, key=key)] * 2)
        assert GoldResult.objects.count() == number
