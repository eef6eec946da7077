"""What is held out of a training to measure it: drawn once for all, or as the splits say."""

import pytest

from annotate.backends.training import snapshots as reading
from annotate.projects.models import Project
from tests.images.pictures import png
from tests.learning.test_writing_snapshots import add, done, frozen, many

pytestmark = pytest.mark.django_db


def held_out(opened: reading.Frozen) -> set[int]:
    return {each.sample for each in opened.samples("held_out")}


def test_a_share_is_held_out_once_for_all(project: Project) -> None:
    """More samples move none of the earlier ones; a greater share keeps those of the smaller."""
    first = {sample.pk for sample in many(project, 40)}
    few = held_out(frozen(project, 0.25))
    assert 2 <= len(few) <= 20
    later = [
        done(add(project, png(24, 16, seed=100 + each), f"later{each}.png"), "More.")
        for each in range(10)
    ]
    assert held_out(frozen(project, 0.25)) & first == few
    assert few < held_out(frozen(project, 0.75))
    assert held_out(frozen(project, 1.0)) == first | {sample.pk for sample in later}
    assert held_out(frozen(project, 0.0)) == set()


def test_splits_decide_where_a_project_has_them(project: Project) -> None:
    train = {sample.pk for sample in many(project, 5, "train")}
    kept = {
        done(add(project, png(24, 16, seed=50 + number), f"{split}.png", split), "Text.").pk
        for number, split in enumerate(("val", "test"))
    }
    opened = frozen(project, 0.99)
    assert held_out(opened) == kept
    assert {each.sample for each in opened.samples("train")} == train
    assert (opened.count(), opened.count("held_out"), opened.count("train")) == (7, 2, 5)


def test_a_project_with_one_split_is_measured_on_a_share_of_it(project: Project) -> None:
    train = {sample.pk for sample in many(project, 5, "train")}
    assert held_out(frozen(project, 1.0)) == train
