"""Each HIT gets the gold that the rate promises, or says to the lead why not."""

from itertools import pairwise

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.quality.models import GoldItem, GoldShare, GoldShortfall
from annotate.workflow.models import Assignment, Hit
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.promises.gold_given import given, shares, voted
from tests.promises.gold_hits import mark_gold, votes_to_give
from tests.promises.test_03_blindness import people_of
from tests.quality.gold_scene import caption_hits, put_gold, says
from tests.workflow.acts import claim, submit

pytestmark = [pytest.mark.django_db, pytest.mark.once]
SIZE, RATE = 10, 0.3


@pytest.fixture
def small(project: Project, people: Cast, time: Clock) -> Project:
    """Eight gold images, HITs of ten, a rate of 0.3."""
    caption_hits(project, size=SIZE, gold_rate=RATE, rounds=5)
    put_gold(project, people.owner, 8)
    add_samples(project, 60)
    return project


def test_a_small_project_gives_what_it_has_and_names_what_is_missing(
    small: Project, people: Cast, time: Clock
) -> None:
    found = {user.username: given(small, user, 4, time) for user in (people.ada, people.ben)}
    for counts in found.values():
        assert counts == [3, 3, 2, 0], "all eight, as promised as long as they last"
    [stage] = shares(small, people.owner)
    assert (stage["rate"], stage["items"], stage["places"], stage["given"]) == (RATE, 8, 80, 16)
    assert stage["promised"] == pytest.approx(24)
    assert stage["short"] == [{"reason": "met", "times": 4, "people": 2}]
    assert {row["annotator"]["username"]: row["given"] for row in stage["people"]} == {
        "ada": 8,
        "ben": 8,
    }
    short = GoldShortfall.objects.filter(annotator=people.ada).order_by("pk")
    assert list(short.values_list("wanted", "given")) == [(3, 2), (4, 0)]
    assert all(row.hit is not None for row in short)


def test_gold_comes_again_where_the_recipe_allows_it_longest_ago_first(
    small: Project, people: Cast, time: Clock
) -> None:
    caption_hits(small, size=SIZE, gold_rate=RATE, rounds=5, gold_met=True)
    project = Project.objects.get(pk=small.pk)
    assert given(project, people.ada, 6, time) == [3] * 6
    first, second, third, fourth, *_ = golden_samples(project, people.ada)
    every = set(GoldItem.objects.values_list("sample", flat=True))
    assert every - first - second < third, "those never given come first"
    assert (third & first) | (fourth & first) == first, "then those of the first HIT"
    assert len(fourth & second) == 1
    assert not GoldShortfall.objects.exists()


def golden_samples(project: Project, user: User) -> list[set[int]]:
    """The gold of each HIT, the first HIT first."""
    mine = Assignment.objects.filter(project=project, annotator=user, task__purpose="gold")
    hits: dict[int, set[int]] = {}
    for row in mine.order_by("started_at"):
        hits.setdefault(row.hit_id or 0, set()).add(row.sample_id)
    return list(hits.values())


def test_what_was_missed_is_made_up_for_when_gold_comes_but_never_floods(
    small: Project, people: Cast, time: Clock
) -> None:
    assert given(small, people.ada, 4, time) == [3, 3, 2, 0]
    put_gold(small, people.owner, 20)
    later = given(small, people.ada, 2, time)
    assert later == [6, 3], "one HIT's worth is owed, and no more"


def test_images_met_in_other_work_serve_where_work_comes_back_to_them(
    project: Project, people: Cast, time: Clock
) -> None:
    """Judges meet an image again with another answer, so gold may be there, too."""
    samples = votes_to_give(project, time, 16)
    mark_gold(project, people.owner, samples[:8])
    project = Project.objects.get(pk=project.pk)
    [judge] = people_of(project, 1)
    found = voted(project, judge, 3, time)
    gold, places = (sum(column) for column in zip(*found, strict=True))
    # By chance the judge has met all that is left: what the last HIT lacks is told to the lead.
    last = Hit.objects.filter(annotator=judge).latest("started_at")
    lacking = sum(row.wanted - row.given for row in GoldShortfall.objects.filter(hit=last))
    assert abs(gold + lacking - RATE * places) < 1
    met = list(Assignment.objects.filter(annotator=judge).values_list("sample", flat=True))
    again = Assignment.objects.filter(annotator=judge, task__purpose="gold", hit__isnull=False)
    assert any(met.count(row.sample_id) > 1 for row in again)
    groups = again.values_list("sample", "exclusion_group")
    assert len(set(groups)) == len(groups), "never the same answer twice"


@pytest.mark.parametrize(("rate", "size"), [(0.13, 5), (0.5, 3), (0.07, 10)])
def test_the_realised_rate_is_the_promised_one_for_everybody(
    project: Project, people: Cast, time: Clock, rate: float, size: int
) -> None:
    caption_hits(project, size=size, gold_rate=rate, rounds=5)
    put_gold(project, people.owner, 24)
    add_samples(project, 12 * size)
    for user in (people.ada, people.ben, people.cleo):
        counts = given(project, user, 12, time)
        assert abs(sum(counts) - 12 * size * rate) < 1
        assert max(counts) - min(counts) <= 1, "no HIT does for another"
    for share in GoldShare.objects.all():
        assert abs(share.given - share.promised) < 1
    assert not GoldShortfall.objects.exists()


def test_one_at_a_time_the_rate_holds_and_no_place_is_counted_off(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, gold_rate=0.2, rounds=5, hit=None)
    put_gold(project, people.owner, 20)
    add_samples(project, 90)
    places: dict[str, list[int]] = {}
    for user in (people.ada, people.ben):
        for number in range(60):
            held = claim(project, user)
            if held.task.purpose == "gold":
                places.setdefault(user.username, []).append(number)
            submit(held, says(text=True, key=held.pk))
    for found in places.values():
        assert len(found) == 12
        gaps = {after - before for before, after in pairwise(found)}
        assert len(gaps) > 2
    assert places["ada"] != places["ben"]


def test_annotators_are_told_nothing_of_shares(small: Project, people: Cast, time: Clock) -> None:
    given(small, people.ada, 4, time)
    client = client_of(people.ada)
    assert client.get(f"/api/v1/projects/{small.pk}/gold/shares").status_code == 403
    hit = Hit.objects.filter(annotator=people.ada).latest("started_at")
    body = client.get(f"/api/v1/hits/{hit.pk}").content.decode()
    assert "gold" not in body
    assert "short" not in body
