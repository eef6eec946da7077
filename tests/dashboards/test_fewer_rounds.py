"""Whether fewer rounds would do for the whole stage: said with figures, decided by a lead."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from annotate.analysis.histograms import SIMILARITY
from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, HistogramBin
from tests.conftest import Cast, add_samples
from tests.dashboards.scene import shown
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db
TODAY = date(2026, 3, 30)


def rounds_were(project: Project, index: int, likeness: float, texts: int, day: date) -> None:
    """So many texts got this round on a day, as alike to the round before."""
    DailyStats.objects.create(
        project=project,
        annotator=project.created_by,
        stage_key="description",
        index=index,
        day=day,
        submissions=texts,
        active_seconds=60.0 * texts,
        last_at=timezone.now(),
    )
    HistogramBin.objects.create(
        project=project,
        stage_key="description",
        measure=HistogramBin.Measure.JACCARD,
        index=index,
        day=day,
        n=1,
        bin=SIMILARITY.counted.place(likeness),
        lane=0,
        count=texts,
        total=likeness * texts,
    )


def test_rounds_after_two_that_agree_can_be_spared(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    rounds_were(project, 2, 0.9, 70, TODAY)
    rounds_were(project, 2, 0.3, 30, TODAY - timedelta(days=1))
    rounds_were(project, 3, 0.9, 40, TODAY)
    fewer = shown(people, project, "stopping")["fewer"]
    assert (fewer["proposed"], fewer["threshold"]) == (2, 0.8)
    assert (fewer["rounds_spared"], fewer["seconds_spared"]) == (40, 2400.0)
    first, second = fewer["pairs"]
    assert (first["first"], first["second"], first["alike"], first["texts"]) == (1, 2, 70, 100)
    assert [round(first[end], 3) for end in ("share", "low", "high")] == [0.7, 0.604, 0.781]
    assert second["texts"] == 40


def test_nothing_is_proposed_where_people_disagree_or_few_were_seen(
    people: Cast, project: Project
) -> None:
    use_recipe(project, {"key": "description", "rounds": 4})
    rounds_were(project, 2, 0.3, 60, TODAY)
    rounds_were(project, 2, 0.9, 55, TODAY - timedelta(days=1))
    rounds_were(project, 3, 0.9, 29, TODAY)
    fewer = shown(people, project, "stopping")["fewer"]
    assert (fewer["proposed"], fewer["rounds_spared"]) == (None, 0)
    assert [pair["texts"] for pair in fewer["pairs"]] == [115, 29]


def test_only_the_last_four_weeks_of_work_count(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "rounds": 3})
    rounds_were(project, 2, 0.9, 100, TODAY - timedelta(days=28))
    rounds_were(project, 2, 0.3, 40, TODAY)
    fewer = shown(people, project, "stopping")["fewer"]
    assert (fewer["first_day"], fewer["last_day"]) == ("2026-03-03", "2026-03-30")
    assert [(pair["alike"], pair["texts"]) for pair in fewer["pairs"]] == [(0, 40)]
    assert fewer["proposed"] is None


def test_what_people_hand_in_is_what_is_looked_at(people: Cast, project: Project) -> None:
    """9 of 11 words are shared in rounds 1 and 2, which is alike; 11 of 16 in 2 and 3 is not."""
    use_recipe(
        project, {"key": "description", "rounds": 3, "stop": {"threshold": 0.8, "enabled": False}}
    )
    add_samples(project, 1)
    assert shown(people, project, "stopping")["fewer"] is None
    describe(project, people.ada, "one two three four five six seven eight nine ten")
    describe(project, people.ben, "one two three four five six seven eight nine eleven")
    describe(project, people.cleo, "one two three four five six seven eight nine eleven a b c d e")
    fewer = shown(people, project, "stopping")["fewer"]
    told = [(pair["second"], pair["alike"], pair["texts"]) for pair in fewer["pairs"]]
    assert told == [(2, 1, 1), (3, 0, 1)]
    assert fewer["proposed"] is None
