"""A synthetic half year of work: its sums equal a recount in SQL. PostgreSQL only."""

import pytest

from annotate.projects.models import Project
from annotate.workflow.models import DailyStats, HistogramBin, SampleCounter
from annotate.workflow.services.counters import rebuild
from tests.conftest import Cast, client_of
from tests.load import asking, recount, synthetic

# It reads and writes as at a million submissions, by SQL of that database.
pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
SUBMISSIONS = 2_000


@pytest.fixture
def worked(people: Cast, project: Project) -> Project:
    rows = synthetic.fill(project, SUBMISSIONS)
    assert 0.8 * SUBMISSIONS < rows["task"] < 1.6 * SUBMISSIONS
    return project


def differing(project: Project) -> dict[str, int]:
    return {each.what: each.different for each in recount.recount(project)}


def test_a_rebuild_equals_a_recount_by_other_means(worked: Project) -> None:
    found = rebuild.rebuild(worked)
    assert min(found.daily_stats, found.samples, found.histogram_bins) > 0
    assert differing(worked) == {"figures": 0, "tallies": 0, "bins": 0}
    assert rebuild.rebuild(worked).repaired == 0


def test_the_recount_sees_a_row_that_is_wrong(worked: Project) -> None:
    """Guards the test above."""
    rebuild.rebuild(worked)
    for model, name in ((DailyStats, "tokens"), (SampleCounter, "count"), (HistogramBin, "count")):
        row = model._default_manager.filter(project=worked).order_by("pk")[0]
        setattr(row, name, getattr(row, name) + 1)
        row.save()
    assert differing(worked) == {"figures": 1, "tallies": 1, "bins": 1}


def test_every_page_answers(people: Cast, worked: Project) -> None:
    rebuild.rebuild(worked)
    client = client_of(people.owner)
    answers = {url: client.get(url).status_code for url in asking.endpoints(worked)}
    assert set(answers.values()) == {200}, answers
