"""Charts and simulator show what the rule of today would have found; medians lie in the values."""

from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.projects.recipes import Recipe
from tests.conftest import Cast, add_samples
from tests.dashboards.scene import shown
from tests.workflow.acts import claim, describe, use_recipe

pytestmark = pytest.mark.django_db
FIRST = "one two three four five six seven eight nine ten"
# The same words, and no two of them in the same order: alike by words, unlike by pairs.
SWAPPED = "two one four three six five eight seven ten nine"


@pytest.fixture
def told(people: Cast, project: Project) -> Project:
    """Two texts of three rounds under a rule that compares pairs of words."""
    use_recipe(project, {"key": "description", "rounds": 3, "stop": {"n": 2, "threshold": 0.6}})
    add_samples(project, 2)
    for user, text in ((people.ada, FIRST), (people.ben, SWAPPED), (people.cleo, SWAPPED)):
        for _ in range(2):
            describe(project, user, text, seconds=0)
    return project


def compare_by(project: Project, n: int) -> None:
    raw: Any = project.recipe.dump()
    raw["stages"][0]["stop"] |= {"n": n}
    project.recipe_data = Recipe.parse(raw).dump()
    project.save()


def saved(people: Cast, project: Project) -> list[int]:
    found = shown(people, project, "stopping")
    return [
        row["rounds_saved"] for row in found["thresholds"] if row["threshold"] in (0.0, 0.6, 1.0)
    ]


def test_the_simulator_counts_by_the_rule_of_today(people: Cast, told: Project) -> None:
    """After a change of the rule it went on showing what the one before had counted."""
    assert saved(people, told) == [2, 0, 0]
    compare_by(told, 1)
    assert shown(people, told, "stopping")["ngram"] == 1
    assert saved(people, told) == [2, 2, 2], "all words were shared, also at a threshold of 1"


def test_charts_and_overview_say_the_same_of_a_round(people: Cast, told: Project) -> None:
    """The overview said 0.8620 where the chart said 0.8550, read off the middles of bars."""
    for n, alike in ((2, 0.0), (1, 1.0)):
        compare_by(told, n)
        overview = shown(people, told, "overview")["rounds"][1]["jaccard_mean"]
        chart = shown(people, told, "rounds")["rounds"][1]["jaccard"]["mean"]
        stage = shown(people, told, "stages/description")["rounds"][1]["jaccard"]["mean"]
        assert (overview, chart, stage) == (alike, alike, alike)


def test_texts_that_were_stopped_are_those_that_the_rule_stopped(
    people: Cast, project: Project
) -> None:
    """Another text is more alike, and was not stopped, because it was written before the rule."""
    use_recipe(project, {"key": "description", "rounds": 3})
    add_samples(project, 1)
    describe(project, people.ada, FIRST)
    describe(project, people.ben, FIRST)
    claim(project, people.cleo)  # so that the others are given the sample to come
    use_recipe(project, {"key": "description", "rounds": 3, "stop": {"n": 1, "threshold": 0.6}})
    add_samples(project, 1)
    describe(project, people.ben, FIRST)
    describe(project, people.lead, FIRST.replace("ten", "TEN eleven twelve"))
    rows = shown(people, project, "stopping")["thresholds"]
    went_on = {row["threshold"]: row["would_go_on"] for row in rows}
    assert (went_on[0.82], went_on[0.84]) == (0, 1), "10 of 12 words were shared"


def test_a_median_lies_between_the_values(people: Cast, project: Project) -> None:
    """Texts of 9 to 12 tokens had a median of 13; answers of a second one of 3 to 4 seconds."""
    use_recipe(project, {"key": "description", "rounds": 1})
    add_samples(project, 6)
    for user, tokens in zip(
        (people.ada, people.ben, people.cleo) * 2, (9, 10, 10, 11, 12, 12), strict=True
    ):
        describe(project, user, " ".join(FIRST.split()[: tokens - 2] + ["a", "b"][:2]), seconds=0)
    [only] = shown(people, project, "stages/description")["rounds"]
    assert 9 <= only["tokens"]["q10"] <= only["tokens"]["median"] <= only["tokens"]["q90"] <= 12
    assert only["tokens"]["error"] == 0
    assert only["tokens"]["q10"] <= only["tokens"]["mean"] <= only["tokens"]["q90"]
