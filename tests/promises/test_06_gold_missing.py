"""Where a HIT cannot have the gold that the rate promises, a lead is told why."""

import pytest

from annotate.projects.models import Project
from annotate.quality.models import GoldShortfall
from annotate.quality.services import gold
from annotate.workflow.models import Annotation, Assignment, Task
from tests.conftest import Cast, Clock, add_samples
from tests.promises.gold_given import given, shares, voted
from tests.promises.gold_hits import votes_to_give
from tests.promises.test_03_blindness import people_of
from tests.quality.gold_scene import caption_hits, put_gold

pytestmark = pytest.mark.django_db


def test_no_gold_and_no_room_are_said(project: Project, people: Cast, time: Clock) -> None:
    caption_hits(project, size=2, gold_rate=1.0, rounds=5)
    add_samples(project, 12)
    given(project, people.ada, 1, time)
    put_gold(project, people.owner, 4)
    given(project, people.ben, 1, time)
    [stage] = shares(project, people.reviewer)
    assert {row["reason"]: row["people"] for row in stage["short"]} == {"none": 1, "room": 1}


def test_gold_that_would_stand_out_is_not_given_and_that_is_said(
    project: Project, people: Cast, time: Clock
) -> None:
    """All work is on images that the judge has met; the gold is not."""
    votes_to_give(project, time, 3, gold_rate=1.0)
    project = Project.objects.get(pk=project.pk)
    [judge] = people_of(project, 1)
    voted(project, judge, 1, time)
    known = votes_elsewhere(project, people)
    [(golden, _)] = voted(project, judge, 1, time)
    assert golden == 0
    assert not Assignment.objects.filter(annotator=judge, sample=known).exists()
    shortfalls = GoldShortfall.objects.filter(annotator=judge).order_by("pk")
    assert [shortfall.reason for shortfall in shortfalls][-1] == "unlike"


def votes_elsewhere(project: Project, people: Cast) -> int:
    """One image with a known answer, on which nobody works."""
    [sample] = add_samples(project, 1)
    Task.objects.filter(sample=sample).update(state="cancelled")
    text = Annotation.objects.create(
        project=project,
        sample=sample,
        stage_key="text",
        index=1,
        kind="description.v1",
        origin="import",
        purpose="gold",
        value={"text": "A known one."},
    )
    gold.add_item(
        project=project,
        actor=people.owner,
        stage=project.recipe.stage("vote"),
        sample=sample,
        about=text,
        expected={"votes.good": True},
    )
    return sample.pk
