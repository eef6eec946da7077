"""A crowd writes, votes and is reviewed at once, in HITs, until all is done. PostgreSQL only."""

import random
import uuid
from functools import partial

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, Hit, Outcome, Sample, Task
from annotate.workflow.schemas.work import HitAnswer
from tests.conftest import Cast, add_samples
from tests.race import evidence
from tests.together import together
from tests.workflow.acts import use_recipe
from tests.workflow.hit_acts import NO, ONE_CRITERION, YES

pytestmark = [
    pytest.mark.race,
    pytest.mark.alone,
    pytest.mark.django_db(transaction=True),
]
SAMPLES, TEXTS, VOTES, PEOPLE = 12, 2, 3, 8
IDLE = 15  # claims in a row that give nothing: the work of others is waited for


def turn(project: Project, user: User, chance: random.Random) -> bool:
    """Claim a HIT and submit it, or lose it on the way; return whether there was one."""
    hit = services.claim(project=project, annotator=user).hit
    if hit is None:
        return False
    held = list(Assignment.objects.filter(hit=hit, state="live"))
    if chance.random() < 0.1:
        services.skip(assignment=held[0], actor=user, reason="other")
        held = held[1:]
    elif chance.random() < 0.1:
        services.release_hit(hit=hit, actor=user)
        return True
    answers = [
        HitAnswer(
            assignment=each.pk,
            answer=chance.choice([YES, NO])
            if hit.stage_key == "vote"
            else {"text": f"Text {each.pk} by {user.pk}."},
        )
        for each in held
    ]
    if answers:
        services.submit_hit(hit=hit, key=uuid.uuid4(), answers=answers)
    return True


def annotate(project: Project, user: User) -> None:
    chance, idle = random.Random(user.pk), 0
    while idle < IDLE:
        try:
            idle = 0 if turn(project, user, chance) else idle + 1
        except errors.AppError:
            idle = 0  # a task left the HIT meanwhile: its answer was rejected


def review(project: Project, lead: User) -> None:
    """Approve and reject, have things done again and take it back, while all others work."""
    chance = random.Random(7)
    for _ in range(30):
        found = Annotation.objects.filter(project=project, origin="person").order_by("?").first()
        if found is not None:
            services.set_verdict(
                annotation=found,
                verdict=chance.choice(["approved", "rejected", "unreviewed"]),
                actor=lead,
                reason="race",
                requeue=chance.random() < 0.3,
            )
        services.expire_leases()


def test_a_crowd_at_work_deadlocks_loses_and_doubles_nothing(
    people: Cast, project: Project
) -> None:
    hit = {"size": 4, "minutes": 30}
    text = {"key": "text", "mode": "parallel", "rounds": TEXTS, "hit": hit}
    vote = {
        "key": "vote",
        "kind": "vote.v1",
        "mode": "parallel",
        "rounds": VOTES,
        "about": "text",
        "settings": ONE_CRITERION,
        "hit": hit,
    }
    use_recipe(project, text, vote)
    add_samples(project, SAMPLES)
    users = [User.objects.create(username=f"crowd-{number}") for number in range(PEOPLE)]
    for user in users:
        Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR)
    together(
        partial(review, project, people.owner),
        *[partial(annotate, project, user) for user in users],
        seconds=240,
    )
    assert not Assignment.objects.filter(state="live").exists()
    assert not Hit.objects.filter(state="live").exists()
    assert not Task.objects.filter(state="held").exists()
    assert evidence.broken_histories(project) == []
    assert evidence.figures_that_differ(project) == []
    assert Outcome.objects.exists()
    for sample in Sample.objects.filter(project=project, state="open"):
        # Only what these eight may not do any more is left.
        assert Task.objects.filter(sample=sample, state="open").exists(), sample.pk
