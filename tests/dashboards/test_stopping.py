"""The simulator of early stopping, on histories in which the rule was off, on or met."""

from typing import Any

import pytest

from annotate.projects.models import Project
from tests.conftest import Cast, add_samples
from tests.dashboards.scene import shown, wrong_field
from tests.workflow.acts import describe, use_recipe

pytestmark = pytest.mark.django_db
KITE = "one two three four five six seven eight nine ten"


def at(found: dict[str, Any], threshold: float) -> dict[str, Any]:
    [row] = [row for row in found["thresholds"] if row["threshold"] == threshold]
    return dict(row)


def three_rounds(people: Cast, project: Project, **stop: Any) -> dict[str, Any]:
    """Round 2 changes one word of ten (9 of 11 shared), round 3 adds five more in 30 seconds."""
    use_recipe(project, {"key": "description", "rounds": 3, "stop": stop})
    add_samples(project, 1)
    second = KITE.replace("ten", "TEN eleven").replace("TEN ", "")
    describe(project, people.ada, KITE, seconds=0)
    describe(project, people.ben, second)
    if stop.get("threshold", 0.8) > 9 / 11:
        describe(project, people.cleo, f"{second} a b c d e")
    return shown(people, project, "stopping")


def test_a_threshold_saves_the_rounds_after_it_was_met(people: Cast, project: Project) -> None:
    """9 of 11 is 0.818: 0.80 would have saved round 3 and its five words, 0.82 nothing."""
    found = three_rounds(people, project, threshold=0.9)
    assert (found["rounds_allowed"], found["rounds_done"]) == (3, 3)
    saved = at(found, 0.8)
    assert (saved["rounds_saved"], saved["share_saved"]) == (1, pytest.approx(1 / 3))
    assert (saved["tokens_lost"], saved["edit_distance_lost"]) == (5, 5)
    assert at(found, 0.82)["rounds_saved"] == 0
    assert at(found, 0.0)["rounds_saved"] == 1
    assert [row["would_go_on"] for row in found["thresholds"]] == [0] * 51


def test_texts_that_were_stopped_would_go_on_under_a_stricter_rule(
    people: Cast, project: Project
) -> None:
    found = three_rounds(people, project, threshold=0.8)
    assert (found["rounds_done"], found["rule"]["threshold"]) == (2, 0.8)
    assert at(found, 0.5)["rounds_saved"] == 0
    assert [at(found, each)["would_go_on"] for each in (0.8, 0.82, 1.0)] == [0, 1, 1]


def test_thresholds_are_fiftieths_from_nought_to_one(people: Cast, project: Project) -> None:
    found = shown(people, project, "stopping")
    assert [row["threshold"] for row in found["thresholds"]] == [n / 50 for n in range(51)]
    assert {row["share_saved"] for row in found["thresholds"]} == {None}
    assert (found["rounds_done"], found["small_n"]) == (0, 30)
    assert found["rule"] == {"n": 1, "threshold": 0.8, "enabled": True}


def test_without_rounds_there_is_nothing_to_stop(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "text", "mode": "parallel", "rounds": 3})
    found = shown(people, project, "stopping")
    assert (found["stages"], found["stage"], found["thresholds"]) == ([], None, [])


def test_a_stage_without_rounds_is_refused(people: Cast, project: Project) -> None:
    assert wrong_field(people, project, "stopping", stage="objects") == "stage"
    assert wrong_field(people, project, "stopping", stage="nowhere") == "stage"
