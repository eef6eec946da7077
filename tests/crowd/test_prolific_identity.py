"""Who somebody from Prolific is: what the platform knows counts, and never the address alone."""

from collections.abc import Callable

import pytest

from annotate.crowd.models import Channel, Participation
from annotate.people.models import PlatformRecord, User
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Assignment
from tests.crowd.deeds import arrive, come, hand_in, take
from tests.crowd.from_prolific import OTHER, PID, Open
from tests.crowd.stand_ins.prolific import Prolific

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_forged_worker_id_is_refused_by_what_we_know(
    browser: Open, new_channel: Callable[..., Channel]
) -> None:
    """Without a token the platform cannot be asked: the first to come has the session."""
    channel = new_channel("prolific", code_completed="C")
    parameters = {"PROLIFIC_PID": PID, "STUDY_ID": "st", "SESSION_ID": "s1"}
    arrive(browser(), channel, **parameters)
    page = come(browser(), channel, **{**parameters, "PROLIFIC_PID": OTHER})
    assert (page.status, "somebody else" in page.text) == (403, True)
    assert Participation.objects.count() == 1
    assert not PlatformRecord.objects.filter(external_id=OTHER).exists()


def test_a_forged_worker_id_is_refused_by_what_the_platform_knows(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    parameters = prolific.begin("s1", PID)
    for forged in (
        {**parameters, "PROLIFIC_PID": OTHER},
        {**parameters, "SESSION_ID": "s2"},
    ):
        page = come(browser(), study, **forged)
        assert page.status in (403, 503), page.text
    assert not Participation.objects.exists()
    assert not User.objects.filter(username__startswith="prolific-").exists()


def test_another_study_is_refused(browser: Open, study: Channel, prolific: Prolific) -> None:
    page = come(browser(), study, **prolific.begin("s1", PID, study="another"))
    assert (page.status, "another study" in page.text) == (422, True)


def test_while_the_platform_is_silent_nobody_is_taken_at_their_word(
    browser: Open, study: Channel, prolific: Prolific
) -> None:
    parameters = prolific.begin("s1", PID)
    prolific.faults["/submissions/s1/"] = 500
    page = come(browser(), study, **parameters)
    assert (page.status, "Wait a minute" in page.text) == (503, True)
    prolific.faults.clear()
    assert arrive(browser(), study, **parameters).verified


def test_the_same_person_comes_again_to_the_same_account(
    browser: Open, study: Channel, work: Project, prolific: Prolific
) -> None:
    first, second = browser(), browser()
    one = arrive(first, study, **prolific.begin("s1", PID))
    hand_in(first, take(first, work))
    two = arrive(second, study, **prolific.begin("s2", PID))
    assert one.user == two.user
    assert not one.user.has_usable_password()
    membership = Membership.objects.get(user=one.user)
    assert (membership.project, membership.role) == (work, "annotator")
    # Nobody twice on a sample: the second HIT holds the two other images.
    hit = take(second, work)
    hand_in(second, hit)
    assert Assignment.objects.filter(annotator=one.user).values("sample").distinct().count() == 4
