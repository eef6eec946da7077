"""Each submission of work is counted in one bin of every figure that it has."""

import uuid

import pytest

from annotate.analysis.histograms import SECONDS, SIMILARITY, TOKENS
from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Assignment, HistogramBin
from annotate.workflow.services.counters import histograms
from tests.conftest import Cast, Clock, add_samples
from tests.workflow.acts import TREE, claim, fresh, mark, seed, submit, use_recipe, work
from tests.workflow.aggregates import bins
from tests.workflow.hit_acts import YES, give_votes

pytestmark = pytest.mark.django_db
ALIKE: dict[str, object] = {"n": 1, "threshold": 0.8}
NO_RULE: dict[str, object] = {**ALIKE, "enabled": False}


def rounds(project: Project, stop: dict[str, object] | None = None, number: int = 4) -> None:
    use_recipe(project, {"key": "description", "rounds": number, "stop": stop})
    add_samples(project, 1)


def say(project: Project, time: Clock, user: User, text: str, seconds: float) -> Assignment:
    held = claim(project, user)
    time.forward(seconds=seconds)
    submit(held, {"text": text}, seconds=seconds)
    return fresh(held)


def test_tokens_and_seconds_are_those_of_the_submission(
    people: Cast, project: Project, time: Clock
) -> None:
    rounds(project)
    say(project, time, people.ada, "One two three four five six", 12)
    assert bins(project, "tokens") == {(1, TOKENS.counted.place(6)): [1, 6, 0, 0, 12]}
    assert bins(project, "seconds") == {(1, SECONDS.counted.place(12)): [1, 12, 0, 0, 12]}
    assert bins(project, "jaccard") == {}
    assert bins(project, "prior") == {}


def test_what_was_gained_is_against_the_text_it_started_from(
    people: Cast, project: Project, time: Clock
) -> None:
    """The seed has three words; one is replaced and two are added."""
    use_recipe(project, {"key": "description", "rounds": 2, "seeded": True})
    [sample] = add_samples(project, 1)
    seed(sample, "a red kite")
    say(project, time, people.ada, "a blue kite flies high", 20)
    assert bins(project, "tokens") == {(1, TOKENS.counted.place(5)): [1, 5, 2, 3, 20]}
    assert bins(project, "jaccard") == {}, "a seed is no round"


def test_how_alike_two_rounds_are_is_counted_without_a_rule_too(
    people: Cast, project: Project, time: Clock
) -> None:
    """Three of four words are shared; of two the second round changes none."""
    for stop in (None, NO_RULE):
        HistogramBin.objects.all().delete()
        rounds(project, stop)
        say(project, time, people.ada, "a red kite", 10)
        say(project, time, people.ben, "a red kite flies", 10)
        assert bins(project, "jaccard") == {
            (2, SIMILARITY.counted.place(0.75)): [1, 0.75, 1, 1, 10]
        }
        [sample] = Annotation.objects.order_by("-pk")[:1]
        assert sample.decision["reason"] == "no_stop_rule"
        services.withdraw_sample(sample=sample.sample, actor=people.owner, reason="next")


def test_the_prior_of_a_round_is_how_alike_those_before_it_were(
    people: Cast, project: Project, time: Clock
) -> None:
    """At a threshold of 0.75 the third and the fourth round would have been saved, not at 0.8."""
    rounds(project, ALIKE)
    texts = ["a red kite", "a red kite flies", "two boats", "two boats and a bird"]
    users = [people.ada, people.ben, people.cleo, people.lead]
    for user, text in zip(users, texts, strict=True):
        say(project, time, user, text, 10)
    found = bins(project, "prior")
    assert found.keys() == {
        (3, SIMILARITY.counted.place(0.75)),
        (4, SIMILARITY.counted.place(0.75)),
    }
    assert found[4, SIMILARITY.counted.place(0.75)] == [1, 0.75, 3, 3, 10]
    assert set(bins(project, "jaccard")) == {
        (2, SIMILARITY.counted.place(0.75)),
        (3, SIMILARITY.counted.place(0.0)),
        (4, SIMILARITY.counted.place(0.4)),
    }


def test_a_rejected_round_saves_none(people: Cast, project: Project, time: Clock) -> None:
    rounds(project)
    say(project, time, people.ada, "a red kite", 10)
    rejected = say(project, time, people.ben, "a red kite", 10)
    assert rejected.answer is not None
    services.set_verdict(
        annotation=rejected.answer, verdict="rejected", actor=people.owner, reason="no"
    )
    say(project, time, people.cleo, "a red kite at dawn", 10)
    assert bins(project, "prior") == {}


def test_replicas_are_not_compared(people: Cast, project: Project, time: Clock) -> None:
    use_recipe(project, {"key": "description", "mode": "parallel", "rounds": 2})
    add_samples(project, 1)
    for user in (people.ada, people.ben):
        say(project, time, user, "a red kite", 10)
    assert bins(project, "jaccard") == {}
    assert len(bins(project, "tokens")) == 2


def test_what_has_no_words_is_counted_by_its_time_alone(
    people: Cast, project: Project, time: Clock
) -> None:
    give_votes(project, texts=1, votes=1, hit=None)
    add_samples(project, 1)
    work(project, people.ada, {"text": "A kite."}, "text")
    work(project, people.ben, YES, "vote")
    counted = HistogramBin.objects.filter(stage_key="vote").values_list("measure", flat=True)
    assert "seconds" in counted
    measured = Annotation.objects.get(stage_key="vote").measures["self"]
    assert ("tokens" in counted) == ("tokens" in measured)


def test_people_count_in_lanes_by_their_ids(people: Cast, project: Project) -> None:
    add_samples(project, 3)
    for user in (people.ada, people.ben, people.cleo):
        mark(project, user, TREE)
    expected = {user.pk % histograms.LANES for user in (people.ada, people.ben, people.cleo)}
    assert set(HistogramBin.objects.values_list("lane", flat=True)) == expected


def test_a_submission_sent_again_counts_once(people: Cast, project: Project) -> None:
    rounds(project)
    held, key = claim(project, people.ada), uuid.uuid4()
    for _ in range(2):
        submit(held, {"text": "A kite"}, key=key)
    assert sum(row[0] for row in bins(project, "tokens").values()) == 1
