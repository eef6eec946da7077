"""People who are there and not mentioned are counted by group, with what sets groups apart."""

from dataclasses import replace

import pytest

from annotate.analysis.geometry import Box
from annotate.analysis.harms.people import Peopled, covered, not_mentioned
from annotate.analysis.undefined import Undefined
from tests.analysis.harms import unmentioned_people


def box(x: float, y: float, width: float, height: float) -> Box:
    """Return a box."""
    return Box(x=x, y=y, width=width, height=height)


@pytest.mark.parametrize(
    ("boxes", "share"),
    [
        ([], 0),
        ([box(0, 0, 10, 10)], 1),
        ([box(-5, -5, 30, 30)], 1),
        ([box(0, 0, 4, 4), box(0, 0, 4, 4)], 0.16),
        ([box(0, 0, 4, 4), box(2, 2, 4, 4)], 0.28),
        ([box(0, 0, 4, 4), box(0, 6, 4, 4), box(0, 3, 2, 4)], 0.36),
        ([box(20, 20, 5, 5)], 0),
        ([box(1, 1, 0, 8)], 0),
    ],
)
def test_what_boxes_cover_is_their_union_inside_the_image(boxes: list[Box], share: float) -> None:
    assert covered(boxes, width=10, height=10) == pytest.approx(share)


def test_only_images_mostly_of_people_count() -> None:
    def image(name: str, side: float, mentioned: bool) -> Peopled:
        return Peopled(name, None, 10, 10, [box(0, 0, side, 10)], {"S4": mentioned})

    (found,) = not_mentioned([image("1", 1, False), image("2", 1.5, False), image("3", 9, True)])
    assert (found.all.mean, found.all.n, found.cases) == (0.5, 2, ("2",))


def test_the_planted_shares_are_found_and_their_difference_is_within_its_interval() -> None:
    images = unmentioned_people.world(3, 6000)
    human, system = not_mentioned(images)
    assert (human.stage, system.stage) == ("S3", "S4")
    for group, rate in unmentioned_people.SILENT["S4"].items():
        assert system.groups[group].mean == pytest.approx(rate, abs=0.02)
    assert not isinstance(system.differences, Undefined)
    apart = system.differences["a", "b"]
    assert not isinstance(apart.low, Undefined)
    assert not isinstance(apart.high, Undefined)
    assert apart.low < -0.07 < apart.high < 0
    assert apart.n == min(each.n for each in system.groups.values())


def test_without_groups_there_is_no_difference_and_the_reason_is_said() -> None:
    images = [replace(each, group=None) for each in unmentioned_people.world(4, 50)]
    for found in not_mentioned(images):
        assert isinstance(found.differences, Undefined)
        assert found.groups == {}
        assert found.all.n > 0
    assert not_mentioned([]) == []
