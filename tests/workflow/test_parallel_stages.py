"""A parallel stage opens its replicas at once; independent people, then the next stage."""

import pytest

from annotate.people.models import User
from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Annotation, Sample
from tests.conftest import Cast, add_samples
from tests.workflow.acts import (
    claim,
    describe,
    open_tasks,
    seed,
    stage_of,
    submit,
    use_recipe,
    why_nothing,
    work,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample(project: Project) -> Sample:
    """Three captions side by side, then one description."""
    use_recipe(
        project,
        {"key": "caption", "mode": "parallel", "rounds": 3, "seeded": True},
        {"key": "description"},
        no_repeat="stage",
    )
    return add_samples(project, 1)[0]


def caption(project: Project, user: User, text: str) -> None:
    work(project, user, {"text": text}, "caption")


def test_all_replicas_open_at_once(sample: Sample) -> None:
    assert open_tasks(sample) == [("caption", 1), ("caption", 2), ("caption", 3)]


def test_several_people_hold_replicas_at_the_same_time(
    people: Cast, project: Project, sample: Sample
) -> None:
    indexes = {claim(project, u).task.index for u in (people.ada, people.ben, people.cleo)}
    assert indexes == {1, 2, 3}


def test_nobody_is_given_two_replicas(people: Cast, project: Project, sample: Sample) -> None:
    caption(project, people.ada, "One kite")
    assert why_nothing(project, people.ada) == "no_more_for_you"


def test_replicas_are_independent_and_start_from_nothing(
    people: Cast, project: Project, sample: Sample
) -> None:
    caption(project, people.ada, "One kite")
    assert claim(project, people.ben).base is None


def test_replicas_start_from_the_seed_not_from_each_other(
    people: Cast, project: Project, sample: Sample
) -> None:
    start = services.add_seed(
        project=project,
        sample=sample,
        stage_key="caption",
        value={"text": "A seed"},
        producer="classical 1",
    )
    caption(project, people.ada, "One kite")
    assert claim(project, people.ben).base == start


def test_the_next_stage_opens_when_the_last_replica_is_in(
    people: Cast, project: Project, sample: Sample
) -> None:
    held = [claim(project, user) for user in (people.ada, people.ben, people.cleo)]
    for assignment in held[:2]:
        submit(assignment, {"text": "The same words"})
        assert stage_of(sample) == ("open", "caption", 1)
    submit(held[2], {"text": "The same words"})
    assert stage_of(sample) == ("open", "description", 1)
    assert open_tasks(sample) == [("description", 1)]


def test_replicas_are_never_compared_to_stop_early(
    people: Cast, project: Project, sample: Sample
) -> None:
    caption(project, people.ada, "The same words")
    caption(project, people.ben, "The same words")
    reasons = {row.decision["reason"] for row in Annotation.objects.all()}
    assert reasons == {"replica"}


def test_a_last_parallel_stage_ends_the_sample(people: Cast, project: Project) -> None:
    use_recipe(project, {"key": "description", "mode": "parallel", "rounds": 2})
    [sample] = add_samples(project, 1)
    describe(project, people.ada, "One")
    assert stage_of(sample)[0] == "open"
    describe(project, people.ben, "Two")
    assert stage_of(sample)[0] == "done"


def test_a_replica_skipped_by_one_is_done_by_another(
    people: Cast, project: Project, sample: Sample
) -> None:
    given = claim(project, people.ada)
    services.skip(assignment=given, actor=people.ada, reason="other")
    assert why_nothing(project, people.ada) == "no_more_for_you"
    for user in (people.ben, people.cleo, people.lead):
        caption(project, user, "A kite")
    assert stage_of(sample)[:2] == ("open", "description")


def test_seeds_of_another_stage_are_not_inherited(
    people: Cast, project: Project, sample: Sample
) -> None:
    seed(sample, "For the description")
    assert claim(project, people.ada, "caption").base is None
