"""What the checks after submissions cost in statements when many answers come in together."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.projects.recipes import StageSpec
from annotate.quality.models import PendingCheck
from annotate.quality.selectors import works
from annotate.quality.services import checking, copies, new_work
from annotate.quality.services.jobs import change_settings
from annotate.workflow.models import Annotation, Assignment
from tests.conftest import Cast, add_samples
from tests.plans import as_in_a_new_installation, plan_of, rows_read, with_their_rows_counted
from tests.quality.checks_at_once import Silent
from tests.quality.scene import STAGE, answer_all, caption_recipe, crew, new_samples
from tests.workflow.acts import TREE, describe, mark, seed

pytestmark = pytest.mark.django_db
MOST_PER_ANSWER = 1


def statements(project: Project, stage: str) -> float:
    """Statements per answer of one check of all that came in to a stage."""
    pending = PendingCheck.objects.filter(project=project, stage_key=stage)
    answers = pending.count()
    with CaptureQueriesContext(connection) as asked:
        new_work.check_new({"project_id": project.pk, "stage": stage}, Silent())
    assert not pending.exists()
    return len(asked) / answers


def came_in(answers: list[Assignment]) -> int:
    new_work.note_submitted(answers[0].project, answers)
    return len(answers)


@pytest.mark.parametrize("new_below", [0, 1_000])
def test_a_burst_of_a_hundred_costs_few_statements_per_answer(
    project: Project, people: Cast, new_below: int
) -> None:
    """By five people side by side who have answered before, or are all new."""
    change_settings(project=project, actor=people.owner, changes={"new_below": new_below})
    caption_recipe(project)
    workers: list[User] = crew(project, 5)
    came_in(answer_all(new_samples(project, 2), workers))
    statements(project, STAGE)
    assert came_in(answer_all(new_samples(project, 20), workers)) == 100
    assert statements(project, STAGE) <= MOST_PER_ANSWER


def test_a_burst_of_a_hundred_of_the_recipe_iiw_does_as_well(
    project: Project, people: Cast
) -> None:
    for sample in add_samples(project, 50):
        seed(sample, "A red kite")
    for _ in range(50):
        mark(project, people.ada, TREE)
    for _ in range(50):
        describe(project, people.ben, "Some words about a kite above a field of green grass")
    for stage in ("objects", "description"):
        assert PendingCheck.objects.filter(project=project, stage_key=stage).count() == 50
        assert statements(project, stage) <= MOST_PER_ANSWER


def test_what_is_read_of_people_is_read_once_however_many_samples_are_checked(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of each: what their latest answers took, and the prints of their latest texts.

    What those of everybody took is read once as well.
    """
    caption_recipe(project)
    workers: list[User] = crew(project, 2)
    came_in(answer_all(new_samples(project, 1), workers))
    statements(project, STAGE)  # the first one makes the figures of everybody
    came_in(answer_all(new_samples(project, 5), workers))
    asked: list[int] = []
    prints_of: list[int] = []
    projects: list[Project] = []
    times_of, latest_prints = works.times_of, copies._latest_prints
    times_of_project = works.times_of_project

    def times(project: Project, stage: StageSpec, annotators: set[int], most: int) -> Any:
        asked.extend(annotators)
        return times_of(project, stage, annotators, most)

    def of_project(project: Project, stage: StageSpec) -> Any:
        projects.append(project)
        return times_of_project(project, stage)

    def stored(most: int) -> Any:
        def of_person(**given: Any) -> Any:
            prints_of.append(given["annotator"])
            return latest_prints(most).all(**given)

        return SimpleNamespace(all=of_person)

    monkeypatch.setattr(checking, "SAMPLES_AT_ONCE", 2)
    monkeypatch.setattr(works, "times_of", times)
    monkeypatch.setattr(works, "times_of_project", of_project)
    monkeypatch.setattr(copies, "_latest_prints", stored)
    statements(project, STAGE)
    everybody = sorted(worker.pk for worker in workers)
    assert sorted(asked) == everybody
    assert sorted(prints_of) == everybody
    assert projects == [project]


def test_what_is_read_of_somebody_does_not_grow_with_what_others_have_done(
    project: Project,
) -> None:
    """Catches a plan that goes along all answers of a project to find the latest of one person."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite does not tell how many rows it reads.")
    caption_recipe(project)
    first, other = crew(project, 2)
    answer_all(new_samples(project, 3), [first])
    answer_all(new_samples(project, 60), [other])
    # Planned anew: another test may have had it planned for a handful of rows.
    works._latest_of_person.cache_clear()
    as_in_a_new_installation(Annotation, Assignment)
    before = rows_read("workflow_assignment")
    latest = works.times_of(project, project.recipe.stage(STAGE), {first.pk})
    assert len(latest[first.pk]) == 3
    assert rows_read("workflow_assignment") - before < 10, plan_of("LIMIT")


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite tells no number of rows")
@pytest.mark.parametrize("earlier", [10, 200])
def test_what_is_read_of_somebody_does_not_grow_with_what_they_have_done(
    project: Project, earlier: int
) -> None:
    """Catches a plan that reads and sorts all of somebody's answers to find the latest."""
    caption_recipe(project)
    [ann] = crew(project, 1)
    answer_all(new_samples(project, earlier), [ann])
    works._latest_of_person.cache_clear()
    with_their_rows_counted(Annotation, Assignment)
    before = rows_read("workflow_annotation")
    latest = works.times_of(project, project.recipe.stage(STAGE), {ann.pk}, most=5)
    assert len(latest[ann.pk]) == 5
    assert rows_read("workflow_annotation") - before == 5, plan_of("LIMIT")
