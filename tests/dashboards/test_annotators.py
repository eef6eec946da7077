"""The list of annotators: what each did, beside the others, found by filters and pages."""

from datetime import timedelta

import pytest

from annotate.projects.models import Membership, Project
from annotate.quality.models import Flag
from annotate.workflow import services
from tests.conftest import Cast, add_samples
from tests.dashboards.listed import MONDAY, names, row_of, team
from tests.dashboards.scene import ask, crew, shown, worked, wrong_field
from tests.workflow.acts import claim, describe, fresh, mark, use_recipe

__all__ = ["team"]
pytestmark = pytest.mark.django_db


def test_a_row_is_what_somebody_did_beside_the_others(people: Cast, project: Project) -> None:
    worked(project, people.ada, MONDAY, 4, active_seconds=400, skips=2)
    worked(project, people.ben, MONDAY, 2, active_seconds=60)
    worked(project, people.cleo, MONDAY, 2, active_seconds=100)
    ada = row_of(people, project, "ada")
    assert (ada["submissions"], ada["skips"], ada["first_at"]) == (4, 2, "2026-02-02")
    assert ada["figures"]["seconds"] == {"mean": 100, "n": 4, "pool_mean": 40}
    assert (ada["role"], ada["is_blocked"], ada["gold"]) == ("annotator", False, None)


def test_the_others_are_those_of_the_same_rounds(people: Cast, project: Project) -> None:
    """Ben's second rounds changed little, as second rounds do: he is compared with those."""
    worked(project, people.ada, MONDAY, 10, edit_share_sum=6.0)
    worked(project, people.ada, MONDAY, 10, index=2, edit_share_sum=1.0)
    worked(project, people.ben, MONDAY, 5, index=2, edit_share_sum=0.5)
    share = row_of(people, project, "ben")["figures"]["edit_share"]
    assert (share["mean"], share["pool_mean"]) == (pytest.approx(0.1), pytest.approx(0.1))


def test_the_share_edited_leaves_out_answers_without_a_word(people: Cast, project: Project) -> None:
    """Nothing was described, and nothing added to it: no share of the words can be edited."""
    use_recipe(project, {"key": "objects", "kind": "objects.v1", "rounds": 2})
    add_samples(project, 1)
    mark(project, people.ben)
    mark(project, people.ada)
    share = row_of(people, project, "ada")["figures"]["edit_share"]
    assert (share["n"], share["mean"]) == (0, None)


def test_who_did_nothing_yet_is_listed_last_and_is_new(people: Cast, project: Project) -> None:
    worked(project, people.cleo, MONDAY, 90)
    assert names(people, project) == ["cleo", "ada", "ben", "bob"]
    ada = row_of(people, project, "ada")
    assert (ada["is_new"], ada["submissions"], ada["first_at"]) == (True, 0, None)
    assert ada["figures"]["tokens"] == {"mean": None, "n": 0, "pool_mean": None}
    assert row_of(people, project, "bob")["is_blocked"]


def test_who_has_left_is_listed_for_what_they_did(people: Cast, project: Project) -> None:
    worked(project, people.ada, MONDAY)
    Membership.objects.filter(project=project, user=people.ada).delete()
    assert row_of(people, project, "ada")["role"] is None


def test_a_stage_and_days_narrow_it_to_those_who_worked_there(
    people: Cast, project: Project
) -> None:
    worked(project, people.ada, MONDAY, 4)
    worked(project, people.ada, MONDAY, 3, stage_key="objects")
    worked(project, people.ben, MONDAY + timedelta(days=7), 2)
    assert names(people, project, stage="objects") == ["ada"]
    assert row_of(people, project, "ada", stage="objects")["submissions"] == 3
    assert names(people, project, **{"from": "2026-02-03"}) == ["ben"]
    assert names(people, project, to="2026-02-02", stage="description") == ["ada"]


def test_it_is_ordered_by_what_one_likes_and_the_unknown_come_last(
    people: Cast, project: Project
) -> None:
    for user, answers, seconds in ((people.ada, 1, 9), (people.ben, 3, 30), (people.cleo, 2, 10)):
        worked(project, user, MONDAY, answers, active_seconds=seconds)
    assert names(people, project, order="submissions")[1:] == ["ada", "cleo", "ben"]
    assert names(people, project, order="seconds") == ["cleo", "ada", "ben", "bob"]
    assert names(people, project, order="-seconds") == ["ben", "ada", "cleo", "bob"]
    assert names(people, project, order="-name") == ["cleo", "bob", "ben", "ada"]


def test_pages_go_on_where_the_last_one_ended(people: Cast, project: Project) -> None:
    team = crew(project, 7)
    for number, user in enumerate(team):
        worked(project, user, MONDAY, 10 - number)
    seen, before = [], []
    place: dict[str, str] = {}
    while True:
        page = shown(people, project, "annotators", page_size=3, **place)
        seen += [row["user"]["id"] for row in page["results"]]
        before.append(page["previous"])
        if page["next"] is None:
            break
        place = {"cursor": page["next"]}
        if len(seen) == 3:  # somebody overtakes all the others
            worked(project, people.ada, MONDAY, 99)
    assert seen[:7] == [user.pk for user in team]
    assert len(seen) == len(set(seen))
    back = shown(people, project, "annotators", page_size=3, cursor=before[1])
    assert [row["user"]["id"] for row in back["results"]] == [user.pk for user in team[:3]]


@pytest.mark.parametrize("cursor", ["x", "%%%", "WyJhZnRlciIsIDFd", "MQ==", "WzEsMl0="])
def test_a_place_that_does_not_exist_is_not_found(
    people: Cast, project: Project, cursor: str
) -> None:
    assert ask(people, project, "annotators", cursor=cursor).status_code == 404


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"order": "password"}, "order"),
        ({"stage": "x"}, "stage"),
        ({"to": "x"}, "to"),
        ({"form": "2026-03-02"}, "form"),
    ],
)
def test_what_cannot_be_meant_is_named(
    people: Cast, project: Project, params: dict[str, str], field: str
) -> None:
    assert wrong_field(people, project, "annotators", **params) == field


def test_flags_and_verdicts_are_counted(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 1})
    add_samples(project, 3)
    held = [describe(project, people.ada, f"A red kite number {n}.") for n in range(3)]
    for each, verdict in zip(held, ("approved", "approved", "rejected"), strict=True):
        assert each.answer is not None
        services.set_verdict(
            annotation=each.answer, verdict=verdict, actor=people.owner, reason="x", requeue=False
        )
    for each, state in zip(held, Flag.State.values, strict=True):
        Flag.objects.create(
            project=project,
            assignment=each,
            annotation=each.answer,
            annotator=people.ada,
            stage_key="description",
            code="capitals",
            state=state,
            numbers={},
        )
    ada = row_of(people, project, "ada")
    assert ada["reviews"] == {"approved": 2, "rejected": 1}
    assert ada["flags"] == {"open": 1, "total": 2}  # what a later check withdrew is none


# --- Early warnings ---------------------------------------------------------------------------


def test_skipping_is_counted_without_an_answer(people: Cast, project: Project) -> None:
    add_samples(project, 1)
    services.skip(assignment=fresh(claim(project, people.ada)), actor=people.ada, reason="other")
    ada = row_of(people, project, "ada")
    assert (ada["submissions"], ada["skips"], ada["figures"]["seconds"]["mean"]) == (0, 1, None)
