"""People against the pool: new ones are watched, others only by their edits, nobody is punished."""

import pytest

from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag
from annotate.quality.selectors.people import annotators_table
from annotate.quality.services.jobs import change_settings
from annotate.quality.services.review import settle
from annotate.workflow.models import Assignment, DailyStats, Sample
from tests.conftest import Cast, Clock
from tests.quality.checks_at_once import run_checks
from tests.quality.scene import (
    STAGE,
    answer_all,
    batched,
    caption_recipe,
    captioned,
    crew,
    give,
    new_samples,
    sentence,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def team(project: Project, people: Cast) -> list[User]:
    """Six people; one answer is enough to be compared."""
    caption_recipe(project, people=6)
    change_settings(
        project=project,
        actor=people.owner,
        changes={"early_min_answers": 2, "edit_min_answers": 2, "new_below": 4, "again_after": 2},
    )
    return crew(project, 6)


def hurry(samples: list[Sample], team: list[User]) -> list[Assignment]:
    """Five people need 60 to 64 s per answer, the last one a second; return the hasty answers."""
    answer_all(samples, team[:5])
    return [
        give(sample, team[5], captioned(sentence(sample.pk, "hasty")), seconds=1)
        for sample in samples
    ]


def warnings(user: User) -> list[Flag]:
    return list(Flag.objects.filter(annotator=user, code="early_warning").order_by("pk"))


def test_a_new_person_far_from_the_pool_is_noticed(project: Project, team: list[User]) -> None:
    """Medians 60 to 64 and 1: mean 51.83, population SD 22.77, z = -2.23."""
    *_, latest = hurry(new_samples(project, 2), team)
    run_checks(project=project)
    (flag,) = warnings(team[5])
    assert (flag.assignment_id, flag.state) == (latest.pk, "open")
    assert flag.numbers["answers"] == 2
    assert [str(Message.from_json(reason)) for reason in flag.numbers["reasons"]] == [
        "The median time is 1 s; the medians of 6 people lie around 51.8 s. That is 2.23 "
        "population standard deviations below them; the limit is 1.95."
    ]
    assert not Flag.objects.filter(code="early_warning").exclude(annotator=team[5]).exists()


def test_who_is_not_new_is_not_warned_of(project: Project, team: list[User]) -> None:
    hurry(new_samples(project, 4), team)
    run_checks(project=project)
    assert warnings(team[5]) == []


def test_the_warning_moves_with_the_numbers_and_ends_with_its_cause(
    project: Project, team: list[User], people: Cast
) -> None:
    hurry(new_samples(project, 2), team)
    run_checks(project=project)
    hurry(new_samples(project, 1), team)
    run_checks(project=project)
    (flag,) = warnings(team[5])
    assert flag.numbers["answers"] == 3
    assert flag.evidence.count() == 2
    change_settings(project=project, actor=people.owner, changes={"early_z": 3})
    run_checks(project=project)
    assert [flag.state for flag in warnings(team[5])] == ["withdrawn"]


def test_after_a_decision_the_next_warning_waits_for_more_answers(
    project: Project, team: list[User], people: Cast
) -> None:
    change_settings(project=project, actor=people.owner, changes={"new_below": 100})
    *_, latest = hurry(new_samples(project, 2), team)
    run_checks(project=project)
    settle([latest.pk], actor=people.lead)
    hurry(new_samples(project, 1), team)
    run_checks(project=project)
    assert [flag.state for flag in warnings(team[5])] == ["settled"]
    *_, newest = hurry(new_samples(project, 1), team)
    run_checks(project=project)
    assert [flag.state for flag in warnings(team[5])] == ["settled", "open"]
    assert warnings(team[5])[-1].assignment_id == newest.pk


def test_edits_unlike_the_others_are_flagged(
    project: Project, team: list[User], time: Clock
) -> None:
    samples = new_samples(project, 2)
    answer_all(samples, team)
    for place, user in enumerate(team):
        figure = {"edit_distance": 200 if place == 5 else 20 + place, "edit_count": 2}
        DailyStats.objects.create(
            project=project,
            stage_key=STAGE,
            index=1,
            annotator=user,
            day=time.at.date(),
            last_at=time.at,
            submissions=2,
            **figure,
        )
    run_checks(project=project)
    flag = Flag.objects.get(code="edit_outlier")
    assert flag.annotator == team[5]
    assert flag.numbers["mean"] == 100
    assert flag.numbers["pool_mean"] == 25.8333
    assert flag.numbers["z"] == 2.2356


def test_nobody_is_punished_by_a_number(project: Project, team: list[User]) -> None:
    hurry(new_samples(project, 2), team)
    run_checks(project=project)
    assert Flag.objects.exists()
    assert not Membership.objects.filter(user__in=team, is_blocked=True).exists()
    assert not User.objects.filter(pk__in=[user.pk for user in team], is_blocked=True).exists()
    assert set(Assignment.objects.values_list("verdict", flat=True)) == {"unreviewed"}


def test_the_table_says_where_each_person_stands(project: Project, team: list[User]) -> None:
    *_, latest = hurry(new_samples(project, 2), team)
    Assignment.objects.filter(pk=latest.pk).update(verdict="rejected")
    rows = {row.user.id: row for row in annotators_table(project, batched(project).pk)}
    hasty, plain = rows[team[5].pk], rows[team[0].pk]
    assert (hasty.submissions, hasty.rejected, hasty.approval_rate) == (2, 1, 0.0)
    assert hasty.active_seconds.median == 1
    assert hasty.active_seconds.pool_median == 61.5
    assert hasty.active_seconds.z == pytest.approx(-2.2325, abs=1e-4)
    assert (hasty.is_new, hasty.warning, len(hasty.reasons)) == (True, True, 1)
    assert (plain.warning, plain.reasons, plain.approval_rate) == (False, [], None)


def test_too_few_people_are_not_compared_and_it_says_so(project: Project, people: Cast) -> None:
    caption_recipe(project)
    few = crew(project, 2)
    answer_all(new_samples(project, 6), few)
    row = annotators_table(project, batched(project).pk)[0]
    assert row.active_seconds.z is None
    why = row.active_seconds.undefined
    assert why is not None
    assert why.message == "Too few people have done enough work to compare with."
    assert row.edit_distance.mean is None
    assert row.edit_distance.undefined
