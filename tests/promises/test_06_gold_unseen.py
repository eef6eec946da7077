"""A gold task is, to whoever reads every byte, distributed as work is."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from annotate.projects.models import Project
from annotate.quality.selectors import mixing as supply
from annotate.workflow.models import Assignment
from annotate.workflow.services import hits, mixing, search
from tests.conftest import Cast, Clock
from tests.promises.gold_hits import mark_gold, read_through, votes_to_give
from tests.promises.guessing import Row
from tests.promises.telling_gold import betraying

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def small(project: Project, people: Cast, time: Clock) -> Project:
    """After two HITs everybody has met all images. Each has one answer that is gold: which images
    have any, a reader could learn by heart but never guess.
    """
    mark_gold(project, people.owner, votes_to_give(project, time, 20))
    return Project.objects.get(pk=project.pk)


@pytest.mark.long
def test_nothing_tells_gold_from_work(small: Project, time: Clock) -> None:
    told = read_through(small, time, people=10, hits=5)
    assert len(told.rows) >= 450
    assert 0.25 < sum(told.golden) / len(told.rows) < 0.35
    assert betraying(told.rows, told.golden, told.hits) == {}


class Unshuffled:
    def shuffle(self, tasks: list[Any]) -> None:
        """Leave the gold where it was put, at the end."""


def test_gold_that_stands_at_the_end_is_found(
    small: Project, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hits, "generator", lambda *_: Unshuffled())
    assert "place from the end" in leaks(small, time)


def test_gold_that_stands_alone_among_images_that_repeat_is_found(
    small: Project, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: work came in groups of one image, gold never did."""

    def grouped(seeker: Any, stage: Any, count: int) -> Any:
        once = {task.about_id: task for task in seeker.anywhere(stage, one=False)}
        return search._locked(sorted(once.values(), key=lambda task: task.sample_id)[:count])

    monkeypatch.setattr(mixing, "tasks_alike", grouped)
    assert "tasks on the image" in leaks(small, time)


def test_gold_on_images_that_are_always_new_is_found(
    small: Project, people: Cast, time: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: work came back to an image, gold never did."""
    monkeypatch.setattr(mixing, "tasks_alike", search.next_tasks)
    plain = supply.Supply.take

    def unmet(self: supply.Supply, count: int, like: Any) -> Any:
        met = set(
            Assignment.objects.filter(annotator=self.annotator).values_list("sample", flat=True)
        )
        return plain(self, count, lambda samples: set(samples) - met)

    monkeypatch.setattr(supply.Supply, "take", unmet)
    assert "times met" in leaks(small, time)


def leaks(project: Project, time: Clock) -> set[str]:
    told = read_through(project, time, people=12, hits=3, closely=False)
    return set(betraying(told.rows, told.golden, told.hits))


@pytest.mark.parametrize("share", [0.3, 1.0])
def test_the_guesser_finds_what_marks_only_some_of_the_gold(share: float) -> None:
    chance = random.Random(11)
    hits_of = [number // 10 for number in range(450)]
    golden = [number % 10 < 3 for number in range(450)]
    rows: Sequence[Row] = [
        {"leak": float(is_gold and chance.random() < share), "noise": chance.random()}
        for is_gold in golden
    ]
    assert set(betraying(rows, golden, hits_of)) == {"leak"}
