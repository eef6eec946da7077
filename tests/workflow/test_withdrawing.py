"""Leads pull samples and bring them back; nobody loses what they typed."""

from collections.abc import Callable

import pytest

from annotate.core import errors
from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services
from annotate.workflow.models import Sample
from annotate.workflow.services.draft import LeaseLost
from tests.conftest import Cast, NewProject, add_samples
from tests.workflow.acts import (
    GREEN,
    claim,
    describe,
    draft,
    fresh,
    open_tasks,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project) -> Sample:
    use_recipe(project, {"key": "description", "rounds": 2})
    return add_samples(project, 1)[0]


@pytest.fixture
def withdraw(people: Cast) -> Callable[[Sample], None]:
    def act(sample: Sample) -> None:
        services.withdraw_sample(sample=sample, actor=people.owner, reason="not free to use")

    return act


@pytest.fixture
def restore(people: Cast) -> Callable[[Sample], None]:
    def act(sample: Sample) -> None:
        services.restore_sample(sample=sample, actor=people.owner)

    return act


Act = Callable[[Sample], None]


def test_a_withdrawn_sample_is_offered_to_nobody(
    people: Cast, project: Project, sample: Sample, withdraw: Act
) -> None:
    withdraw(sample)
    assert stage_of(sample)[0] == "withdrawn"
    assert why_nothing(project, people.ada) == "nothing_open"


def test_who_holds_it_loses_the_lease_and_not_the_draft(
    people: Cast, project: Project, sample: Sample, withdraw: Act
) -> None:
    held = claim(project, people.ada)
    draft(held, "Half", version=0)
    withdraw(sample)
    assert fresh(held).state == "expired"
    with pytest.raises(LeaseLost):
        draft(held, "Half a text", version=1)
    with pytest.raises(LeaseLost):
        submit(held, {"text": GREEN})
    assert fresh(held).draft == {"text": GREEN}
    assert stage_of(sample)[0] == "withdrawn"


def test_who_lost_it_can_submit_once_it_is_back(
    people: Cast, project: Project, sample: Sample, withdraw: Act, restore: Act
) -> None:
    held = claim(project, people.ada)
    withdraw(sample)
    restore(sample)
    submit(held, {"text": GREEN})
    assert stage_of(sample) == ("open", "description", 2)


def test_a_restored_sample_goes_on_where_it_was(
    people: Cast, project: Project, sample: Sample, withdraw: Act, restore: Act
) -> None:
    describe(project, people.ada, GREEN)
    withdraw(sample)
    assert open_tasks(sample) == []
    restore(sample)
    assert stage_of(sample) == ("open", "description", 2)
    assert open_tasks(sample) == [("description", 2)]
    describe(project, people.ben, "Other words")
    assert stage_of(sample)[0] == "done"


def test_a_finished_sample_is_finished_again_when_it_is_back(
    people: Cast, project: Project, sample: Sample, withdraw: Act, restore: Act
) -> None:
    describe(project, people.ada, GREEN)
    describe(project, people.ben, "Other words")
    withdraw(sample)
    restore(sample)
    assert stage_of(sample)[0] == "done"
    assert open_tasks(sample) == []


def test_a_sample_that_waited_for_seeds_waits_again(
    new_project: NewProject, withdraw: Act, restore: Act
) -> None:
    [sample] = add_samples(new_project(), 1, opened=False)
    withdraw(sample)
    restore(sample)
    assert stage_of(sample)[0] == "waiting"


def test_a_sample_is_withdrawn_once(sample: Sample, withdraw: Act) -> None:
    withdraw(sample)
    with pytest.raises(errors.Conflict):
        withdraw(sample)


def test_only_a_withdrawn_sample_is_restored(sample: Sample, restore: Act) -> None:
    with pytest.raises(errors.Conflict):
        restore(sample)


def test_both_are_audited_with_the_reason(sample: Sample, withdraw: Act, restore: Act) -> None:
    withdraw(sample)
    restore(sample)
    events = AuditEvent.objects.filter(verb__startswith="sample.").order_by("pk")
    assert [(event.verb, event.target) for event in events] == [
        ("sample.withdrawn", str(sample.pk)),
        ("sample.restored", str(sample.pk)),
    ]
    assert events[0].data == {"reason": "not free to use"}


def test_a_withdrawn_sample_is_not_opened_by_seeding(sample: Sample, withdraw: Act) -> None:
    withdraw(sample)
    assert services.open_samples(project=sample.project, samples=[sample]) == 0
    assert stage_of(sample)[0] == "withdrawn"


def test_opening_twice_opens_once(project: Project) -> None:
    samples = add_samples(project, 3, opened=False)
    assert services.open_samples(project=project, samples=samples) == 3
    assert services.open_samples(project=project, samples=samples) == 0


def test_an_image_becomes_a_sample_once(project: Project) -> None:
    [sample] = add_samples(project, 1)
    assert services.add_samples(project=project, image_ids=[sample.image_id]) == []
    assert Sample.objects.count() == 1


def test_who_worked_on_it_is_told_that_it_was_withdrawn(
    people: Cast, project: Project, sample: Sample, withdraw: Act
) -> None:
    """And not that it went to somebody else, which would be untrue."""
    held = claim(project, people.ada)
    withdraw(sample)
    with pytest.raises(LeaseLost) as lost:
        draft(held, "half a sentence", version=0)
    assert lost.value.error_code == "withdrawn"
    with pytest.raises(LeaseLost) as lost:
        submit(held, {"text": "A whole sentence."})
    assert lost.value.error_code == "withdrawn"
