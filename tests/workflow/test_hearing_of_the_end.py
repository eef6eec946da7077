"""Who listens hears of each sample that is done, whichever way it came to its end."""

from collections.abc import Sequence

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import Project
from annotate.workflow import hooks, services
from annotate.workflow.models import Sample
from tests.conftest import Cast, NewProject, add_samples
from tests.workflow.acts import claim, describe, mark, submit, use_recipe

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Every list of samples that a listener was told of."""
    heard: list[list[int]] = []
    monkeypatch.setattr(hooks.finished, "functions", (lambda _, ids: heard.append(list(ids)),))
    return heard


@pytest.fixture
def brief(new_project: NewProject) -> Project:
    """A project whose samples are done after one text."""
    project = new_project(no_repeat="stage")
    use_recipe(project, {"key": "description", "mode": "sequential", "rounds": 1})
    return project


def test_the_last_answer_tells_of_its_sample(
    people: Cast, new_project: NewProject, told: list[list[int]]
) -> None:
    project = new_project(no_repeat="stage")
    [sample] = add_samples(project, 1)
    mark(project, people.ada)
    describe(project, people.ada, "A tree stands in a field of grass.")
    assert told == []
    describe(project, people.ben, "A tree stands in a field of grass, alone.")
    assert Sample.objects.get(pk=sample.pk).state == Sample.State.DONE
    assert told == [[sample.pk]]


def test_a_sample_that_is_restored_to_its_end_is_told_of_again(
    people: Cast, brief: Project, told: list[list[int]]
) -> None:
    [sample] = add_samples(brief, 1)
    describe(brief, people.ada, "A tree.")
    services.withdraw_sample(sample=sample, actor=people.lead, reason="not free")
    services.restore_sample(sample=sample, actor=people.lead)
    assert told == [[sample.pk], [sample.pk]]


def test_whoever_listens_is_inside_the_transaction(
    people: Cast, brief: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Catches a listener told before the sample is done, or of what is then taken back."""
    add_samples(brief, 1)
    seen: list[str] = []

    def listen(_: Project, sample_ids: Sequence[int]) -> None:
        assert transaction.get_connection().in_atomic_block
        seen.extend(Sample.objects.filter(pk__in=sample_ids).values_list("state", flat=True))

    monkeypatch.setattr(hooks.finished, "functions", (listen,))
    describe(brief, people.ada, "A tree.")
    assert seen == [Sample.State.DONE]


def test_an_end_nobody_listens_to_costs_no_query(
    people: Cast, brief: Project, monkeypatch: pytest.MonkeyPatch, told: list[list[int]]
) -> None:
    add_samples(brief, 2)
    costs = []
    for listeners in ([lambda _, ids: told.append(list(ids))], []):
        monkeypatch.setattr(hooks.finished, "functions", listeners)
        held = claim(brief, people.ada)
        with CaptureQueriesContext(connection) as captured:
            submit(held, {"text": "A tree."})
        costs.append(len(captured))
    assert costs[0] == costs[1]
    assert len(told) == 1
