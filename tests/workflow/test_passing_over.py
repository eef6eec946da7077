"""After an act that parks many tasks nobody's search walks over them: the act has done it.

On PostgreSQL alone: only there do entries stay in the index. With no other test beside it: a
transaction that is open anywhere on the server can keep a search from marking entries as dead.
"""

import json
from collections.abc import Iterator

import pytest
from django.db import connection, transaction

from annotate.projects.models import Project
from annotate.workflow import services
from annotate.workflow.models import Batch, Task
from annotate.workflow.services import passing_over
from tests.conftest import Cast, add_samples
from tests.workflow.acts import use_recipe

pytestmark = [pytest.mark.race, pytest.mark.alone, pytest.mark.django_db(transaction=True)]

PARKED = 400
# A search that walks over none of them touches three or four pages; one that does so fifty to four
# hundred: the planner walks over some of them first, how many differs.
PAGES_WITHOUT_A_WALK = 10
CLEANING = "ALTER TABLE workflow_task SET (autovacuum_enabled = {})"


@pytest.fixture(autouse=True)
def _nobody_else_cleans(transactional_db: None) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(CLEANING.format("off"))
        yield
        cursor.execute(CLEANING.format("on"))


@pytest.fixture
def batch(project: Project, people: Cast) -> Batch:
    """One batch that holds all work but the task that is offered last, which is in another."""
    use_recipe(project, {"key": "description"})
    services.open_samples(project=project, samples=add_samples(project, PARKED + 1))
    keys = list(Task.objects.order_by("order_key").values_list("sample", flat=True))
    made = [
        services.make_batch(project=project, actor=people.lead, sample_ids=some)
        for some in (keys[:-1], keys[-1:])
    ]
    return made[0]


def pages(project: Project) -> int:
    """How many pages are touched to find the first open task, along the index as with many."""
    queue = Task.objects.filter(project=project, stage_key="description", state=Task.State.OPEN)
    with transaction.atomic(), connection.cursor() as cursor:
        for other in passing_over.OTHER_WAYS:
            cursor.execute(f"SET LOCAL {other} = off")
        first = queue.order_by("order_key").values("pk")[:1]
        [told] = json.loads(first.explain(analyze=True, buffers=True, format="json"))
    return int(told["Plan"]["Shared Hit Blocks"] + told["Plan"]["Shared Read Blocks"])


def test_a_closed_batch_costs_the_next_search_nothing(
    project: Project, people: Cast, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing_over, "FEW", PARKED)
    services.close_batch(batch=batch, actor=people.lead)
    assert pages(project) < PAGES_WITHOUT_A_WALK


def test_where_few_were_parked_the_search_walks_itself(
    project: Project, people: Cast, batch: Batch
) -> None:
    """Holds the test above to something: without the walk each parked task is looked at."""
    assert PARKED < passing_over.FEW
    services.close_batch(batch=batch, actor=people.lead)
    assert pages(project) >= 2 * PAGES_WITHOUT_A_WALK
    assert pages(project) < PAGES_WITHOUT_A_WALK


def test_the_walk_leaves_what_people_are_given_as_it_was(
    project: Project, people: Cast, batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing_over, "FEW", 1)
    services.close_batch(batch=batch, actor=people.lead)
    given = services.claim(project=project, annotator=people.ada).assignment
    assert given is not None
    assert given.task.sample.batch_id != batch.pk
