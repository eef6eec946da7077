"""Gold: what is known to be right, made by leads, given to each person once, kept as evidence."""

import random
from typing import Any

import pytest

from annotate.core import errors
from annotate.people.models import User
from annotate.projects.models import AuditEvent, Project
from annotate.quality.models import GoldItem, GoldShare
from annotate.quality.selectors.mixing import Supply
from annotate.quality.services import gold
from annotate.quality.services.mixing import mix
from annotate.workflow import services
from annotate.workflow.hooks import Places, Slot
from annotate.workflow.models import Annotation, Assignment, Hit, Sample
from tests.conftest import Cast, Clock, add_samples, client_of
from tests.quality.gold_scene import (
    HAS_TEXT,
    STAGE,
    caption_hits,
    captions_and_votes,
    do,
    done_samples,
    purposes,
    put_gold,
    says,
)
from tests.quality.scene import captioned, give, sentence
from tests.workflow.acts import fresh, paths_of, use_recipe
from tests.workflow.hit_acts import claim_hit, in_hit

pytestmark = pytest.mark.django_db


def post(project: Project, people: Cast, **body: Any) -> Any:
    url = f"/api/v1/projects/{project.pk}/gold"
    return client_of(people.owner).post(url, body, format="json")


def mark(project: Project, people: Cast, annotation: Annotation, **more: Any) -> GoldItem:
    more = {"stage_key": STAGE, "expected": {}, **more}
    return gold.mark_answer(
        project=project, actor=people.owner, annotation_id=annotation.pk, **more
    )


def answer_of(sample: Sample, user: User, **changes: Any) -> Annotation:
    """A caption that somebody has given."""
    given = give(sample, user, captioned(sentence(sample.pk), **changes)).answer
    assert given is not None
    return given


# --- made by leads --------------------------------------------------------------------------


def test_a_good_answer_says_itself_what_is_right(project: Project, people: Cast) -> None:
    caption_hits(project)
    [sample] = add_samples(project, 1)
    item = mark(project, people, answer_of(sample, people.ada, text_detected=True))
    assert item.expected == {"canned": False, "text_detected": True}
    assert (item.sample, item.about, item.is_mixed) == (sample, None, True)
    assert AuditEvent.objects.filter(verb="gold.added", target=str(item.pk)).exists()


def test_a_bad_answer_does_not_say_what_is_right(project: Project, people: Cast) -> None:
    caption_hits(project)
    [sample] = add_samples(project, 1)
    bad = answer_of(sample, people.ada)
    with pytest.raises(errors.Invalid) as refused:
        mark(project, people, bad, is_good=False)
    assert [path for path, _ in paths_of(refused.value)] == ["expected"]
    assert mark(project, people, bad, is_good=False, expected=HAS_TEXT).expected == HAS_TEXT


def test_what_the_stage_does_not_ask_is_not_expected(project: Project, people: Cast) -> None:
    """TextCaps has no canned text: an answer still says that it is none."""
    caption_hits(project, settings={"canned_text": None})
    [sample] = add_samples(project, 1)
    item = mark(project, people, answer_of(sample, people.ada))
    assert item.expected == {"text_detected": False}


def test_an_answer_to_be_judged_is_gold_of_the_stage_that_judges(
    project: Project, people: Cast
) -> None:
    captions_and_votes(project)
    [sample] = add_samples(project, 1)
    caption = answer_of(sample, people.ada)
    item = mark(
        project,
        people,
        caption,
        stage_key="vote",
        expected={"votes.good": False},
        is_good=False,
    )
    assert (item.about, item.source, item.sample) == (caption, None, sample)
    with pytest.raises(errors.Invalid) as refused:
        gold.add_item(
            project=project,
            actor=people.owner,
            stage=project.recipe.stage("vote"),
            sample=sample,
            expected={"votes.good": True},
        )
    assert paths_of(refused.value) == [("annotation", "answer_missing")]


def test_every_wrong_part_is_named(project: Project, people: Cast) -> None:
    caption_hits(project)
    [sample] = done_samples(project, 1)
    expected = {"colour": True, "text_detected": "yes", "canned": False}
    refused = post(project, people, stage=STAGE, sample=sample.pk, expected=expected)
    assert refused.status_code == 422
    assert {each["path"] for each in refused.json()["error"]["fields"]} == {
        "expected.colour",
        "expected.text_detected",
    }
    assert not GoldItem.objects.exists()


@pytest.mark.parametrize(
    ("changes", "status", "path"),
    [
        ({"stage": "nothing"}, 422, "stage"),
        ({"uses": []}, 422, "uses"),
        ({"uses": ["sport"]}, 422, "uses"),
        ({"sample": None}, 422, "sample"),
        ({"sample": 2**63}, 422, "sample"),
        ({"expected": {}}, 422, "expected"),
        ({"expected": [1]}, 422, "expected"),
        ({"note": "a\u0000"}, 422, "note"),
        ({"sample": 10**9}, 404, None),
        ({"annotation": 10**9}, 404, None),
    ],
)
def test_what_is_sent_wrong_is_refused(
    project: Project, people: Cast, changes: dict[str, Any], status: int, path: str | None
) -> None:
    caption_hits(project)
    [sample] = done_samples(project, 1)
    body = {"stage": STAGE, "sample": sample.pk, "expected": HAS_TEXT} | changes
    refused = post(project, people, **body)
    assert refused.status_code == status
    if path is not None:
        assert refused.json()["error"]["fields"][0]["path"].startswith(path)


def test_a_stage_in_which_nothing_is_right_or_wrong_has_no_gold(
    project: Project, people: Cast
) -> None:
    use_recipe(project, {"key": "text", "mode": "parallel"})
    [sample] = add_samples(project, 1)
    refused = post(project, people, stage="text", sample=sample.pk, expected={"a": True})
    assert refused.json()["error"]["fields"][0]["code"] == "nothing_to_check"


def test_one_place_has_one_item_in_use(project: Project, people: Cast) -> None:
    caption_hits(project)
    [item] = put_gold(project, people.owner)
    same = {"stage": STAGE, "sample": item.sample_id, "expected": HAS_TEXT}
    refused = post(project, people, **same)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "gold_already")
    url = f"/api/v1/projects/{project.pk}/gold/{item.pk}"
    assert client_of(people.owner).delete(url).status_code == 204
    assert client_of(people.owner).delete(url).status_code == 404
    assert post(project, people, **same).status_code == 201
    assert GoldItem.objects.filter(is_active=False).count() == 1


def test_leads_change_what_is_expected_and_reviewers_read_it(
    project: Project, people: Cast
) -> None:
    caption_hits(project)
    [item] = put_gold(project, people.owner)
    url = f"/api/v1/projects/{project.pk}/gold/{item.pk}"
    changes = {"expected": {"canned": True}, "uses": ["test"], "note": "Black."}
    changed = client_of(people.owner).patch(url, changes, format="json").json()
    assert {name: changed[name] for name in changes} == changes
    refused = client_of(people.owner).patch(url, {"expected": {}}, format="json")
    assert refused.status_code == 422
    page = client_of(people.reviewer).get(f"/api/v1/projects/{project.pk}/gold").json()
    assert page["results"] == [changed]


def test_who_changes_an_item_does_not_bring_it_back(project: Project, people: Cast) -> None:
    """Two leads at once: one retires what the other has open."""
    caption_hits(project)
    [item] = put_gold(project, people.owner)
    opened = GoldItem.objects.get(pk=item.pk)
    gold.retire_item(item=item, actor=people.lead)
    gold.change_item(item=opened, actor=people.owner, changes={"note": "Look closely."})
    item.refresh_from_db()
    assert (item.is_active, item.note) == (False, "Look closely.")


# --- given to each person once --------------------------------------------------------------


def samples_mixed(project: Project, user: User, count: int = 50) -> set[int]:
    return {slot.sample.pk for slot in slots_of(project, STAGE, user, count)}


def slots_of(project: Project, stage: str, user: User, count: int) -> list[Slot]:
    """Gold that could be mixed into work of this person, wherever it would fit."""
    supply = Supply(project, project.recipe.stage(stage), user, random.Random(1))
    return supply.take(count, lambda samples: samples)


def leave(hit: Hit, user: User, way: str) -> None:
    if way == "submit":
        do(hit)
    elif way == "release":
        services.release_hit(hit=hit, actor=user)
    else:
        for each in in_hit(hit):
            services.skip(assignment=fresh(each), actor=user, reason="other")


def test_gold_comes_again_where_work_would_and_nowhere_else(
    project: Project, people: Cast, time: Clock
) -> None:
    """What was handed in or skipped is gone; what was given back comes again with its draft."""
    caption_hits(project, size=4, gold_rate=1.0)
    items = put_gold(project, people.owner, 8)
    add_samples(project, 5)
    met: dict[str, set[int]] = {}
    for way in ("submit", "skip", "release"):
        hit = claim_hit(project, people.ada)
        met[way] = {each.sample_id for each in in_hit(hit) if each.task.purpose == "gold"}
        leave(hit, people.ada, way)
        time.forward(minutes=1)
    gone = met["submit"] | met["skip"]
    assert len(gone) == 6
    assert samples_mixed(project, people.ada) == {item.sample_id for item in items} - gone
    assert len(samples_mixed(project, people.ben)) == 8


def test_gold_that_was_given_back_comes_with_its_draft(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, size=2, gold_rate=1.0)
    put_gold(project, people.owner)
    add_samples(project, 2)
    first = claim_hit(project, people.ada)
    for each in in_hit(first):
        typed = {"version": 0, "answer": says(text=True, key="draft"), "active_seconds": 1}
        url = f"/api/v1/assignments/{each.pk}/draft"
        assert client_of(people.ada).put(url, typed, format="json").status_code == 200
    services.release_hit(hit=first, actor=people.ada)
    back: dict[int, str] = {}
    for _ in range(2):
        again = claim_hit(project, people.ada)
        assert all(each.draft for each in in_hit(again))
        back |= {each.task_id: each.task.purpose for each in in_hit(again)}
        do(again)
    assert back == {each.task_id: each.task.purpose for each in in_hit(first)}
    assert sorted(back.values()) == ["gold", "work"]


def test_nobody_is_given_what_they_wrote(project: Project, people: Cast) -> None:
    captions_and_votes(project)
    one, two = add_samples(project, 2)
    mark(project, people, answer_of(one, people.ada))
    caption = answer_of(two, people.ada)
    mark(project, people, caption, stage_key="vote", expected={"votes.good": True})
    assert [slots_of(project, key, people.ada, 5) for key in (STAGE, "vote")] == [[], []]
    assert [len(slots_of(project, key, people.ben, 5)) for key in (STAGE, "vote")] == [1, 1]


def test_only_what_is_in_use_for_it_is_mixed_in(project: Project, people: Cast) -> None:
    caption_hits(project)
    put_gold(project, people.owner, uses=["practice", "test"])
    [retired] = put_gold(project, people.owner)
    gold.retire_item(item=retired, actor=people.owner)
    [withdrawn] = put_gold(project, people.owner)
    services.withdraw_sample(sample=withdrawn.sample, actor=people.owner, reason="private")
    [used] = put_gold(project, people.owner, uses=["mixed", "test"])
    assert samples_mixed(project, people.ada) == {used.sample_id}


def test_what_people_are_given_differs_and_repeats_from_the_seed(
    project: Project, people: Cast, time: Clock
) -> None:
    caption_hits(project, gold_rate=0.3)
    put_gold(project, people.owner, 12)
    stage = project.recipe.stage(STAGE)
    every = Places(count=13, at=time.at, like=lambda samples: samples)

    def drawn(user: User) -> set[int]:
        GoldShare.objects.all().delete()
        return {slot.sample.pk for slot in mix(project, stage, user, every)}

    each = [drawn(user) for user in (people.ada, people.ben, people.cleo)]
    assert len({frozenset(some) for some in each}) > 1
    assert drawn(people.ada) == each[0]


def test_a_hit_of_one_is_gold_or_work(project: Project, people: Cast, time: Clock) -> None:
    caption_hits(project, size=1, gold_rate=1.0)
    put_gold(project, people.owner, 1)
    add_samples(project, 2)
    first = claim_hit(project, people.ada)
    assert purposes(first) == ["gold"]
    do(first)
    assert purposes(claim_hit(project, people.ada)) == ["work"]
    held = Assignment.objects.filter(state="live").count()
    assert Sample.objects.filter(tasks__state="held").count() == held == 1


def test_an_answer_is_gold_of_its_own_stage_or_the_one_that_judges_it(
    project: Project, people: Cast
) -> None:
    captions_and_votes(project)
    [sample] = add_samples(project, 1)
    caption = answer_of(sample, people.ada)
    vote = Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="vote",
        index=1,
        kind="vote.v1",
        origin="person",
        author=people.ben,
        about=caption,
        value={"votes": {"good": True}, "comment": ""},
    )
    with pytest.raises(errors.Invalid) as refused:
        mark(project, people, vote, stage_key=STAGE)
    assert paths_of(refused.value) == [("annotation", "other_stage")]
    made = mark(project, people, vote, stage_key="vote")
    assert (made.about, made.source, made.expected) == (caption, vote, {"votes.good": True})
