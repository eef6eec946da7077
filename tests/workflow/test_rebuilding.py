"""Sums that are wrong or missing are repaired from what they count."""

import io
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from annotate.projects.models import AuditEvent, Project
from annotate.workflow import services
from annotate.workflow.models import (
    Annotation,
    DailyStats,
    HistogramBin,
    SampleCounter,
    SampleDocument,
)
from annotate.workflow.services import documents
from annotate.workflow.services.counters import rebuild
from tests.conftest import Cast, Clock, NewProject, add_samples
from tests.workflow.acts import TREE, claim, describe, mark
from tests.workflow.aggregates import forget, last_moments, there

pytestmark = pytest.mark.django_db


@pytest.fixture
def worked(people: Cast, project: Project, time: Clock) -> Project:
    """Two images; of one the objects and a round, of the other the objects."""
    add_samples(project, 2)
    mark(project, people.ada, TREE)
    time.forward(minutes=3)
    mark(project, people.ada, TREE)
    describe(project, people.ben, "A tall tree")
    return project


def run_command(*arguments: str) -> str:
    out = io.StringIO()
    call_command("rebuild_stats", *arguments, stdout=out)
    return out.getvalue()


def test_what_is_right_is_left_alone(worked: Project) -> None:
    before = there(worked)
    found = rebuild.rebuild(worked)
    assert found.repaired == 0
    assert (found.daily_stats, found.histogram_bins) == (2, HistogramBin.objects.count())
    assert there(worked) == before


def test_what_is_missing_is_made(worked: Project) -> None:
    before, moments = there(worked), last_moments(worked)
    forget(worked)
    assert there(worked) == {}
    rebuild.rebuild(worked)
    assert there(worked) == before
    assert last_moments(worked) == moments


def test_what_is_wrong_is_put_right(worked: Project) -> None:
    before, moments = there(worked), last_moments(worked)
    DailyStats.objects.update(tokens=F("tokens") + 5, last_at=F("last_at") + timedelta(hours=1))
    HistogramBin.objects.filter(measure="tokens").update(bin=F("bin") + 20)
    HistogramBin.objects.filter(measure="seconds").update(active_seconds=7.5)
    SampleCounter.objects.update(count=F("count") * 3)
    assert there(worked) != before
    rebuild.rebuild(worked)
    assert there(worked) == before
    assert last_moments(worked) == moments


def test_a_last_moment_that_is_too_early_is_put_right(worked: Project) -> None:
    moments = last_moments(worked)
    DailyStats.objects.update(last_at=F("last_at") - timedelta(hours=1))
    rebuild.rebuild(worked)
    assert last_moments(worked) == moments


def test_rows_that_count_nothing_are_removed(worked: Project) -> None:
    right = HistogramBin.objects.count()
    HistogramBin.objects.create(
        project=worked,
        stage_key="gone",
        measure="tokens",
        index=1,
        day="2026-01-01",
        bin=3,
        lane=1,
        count=4,
    )
    assert rebuild.rebuild(worked).repaired == 1
    assert HistogramBin.objects.count() == right


def test_another_project_is_left_alone(
    people: Cast, worked: Project, new_project: NewProject
) -> None:
    other = new_project(name="Other")
    add_samples(other, 1)
    SampleCounter.objects.filter(project=other).update(count=8)
    rebuild.rebuild(worked)
    assert SampleCounter.objects.filter(project=other, count=8).exists()


def test_a_skip_is_found_again(people: Cast, worked: Project) -> None:
    services.skip(assignment=claim(worked, people.cleo), actor=people.cleo, reason="other")
    before = there(worked)
    forget(worked)
    rebuild.rebuild(worked)
    assert there(worked) == before
    assert sum(DailyStats.objects.values_list("skips", flat=True)) == 1


def test_a_round_that_noted_no_prior_is_compared_with_those_before() -> None:
    """As with answers that were given before it was noted with each."""

    def given(sample: int, similarity: float | None, **more: object) -> SimpleNamespace:
        decision = {"similarity": similarity, "n": 2, **more}
        return SimpleNamespace(sample_id=sample, stage_key="description", decision=decision)

    alike = rebuild.Alike()
    found = [
        alike.before(each)
        for each in (
            given(1, None),
            given(1, 0.6),
            given(2, None),
            given(1, 0.4),
            given(1, 0.9),
            given(2, 0.1),
            given(2, 0.2, prior=None),
            given(2, 0.2, priors={"1": 0.3, "2": None}),
        )
    ]
    assert found == [{}, {}, {}, {2: 0.6}, {2: 0.6}, {}, {}, {1: 0.3}]


def test_answers_are_held_in_parts_also_where_a_pooler_leaves_no_cursor_open(
    worked: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    monkeypatch.setattr(rebuild, "_AT_ONCE", 1)
    before = there(worked)
    forget(worked)
    with CaptureQueriesContext(connection) as seen:
        rebuild.rebuild(worked)
    # The other look at answers is for labels, by their kind.
    answers = [query["sql"] for query in seen if '"active_seconds"' in query["sql"]]
    asked = [sql for sql in answers if '"decision"' in sql and '"kind" IN' not in sql]
    assert len(asked) == Annotation.objects.filter(origin="person").count() + 1
    assert all(sql.endswith("LIMIT 1") for sql in asked)
    assert there(worked) == before


def test_samples_are_found_again_part_by_part(
    worked: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "AT_ONCE", 1)
    SampleDocument.objects.all().delete()
    assert documents.rebuild(worked) == 2
    assert SampleDocument.objects.filter(text="A tall tree").count() == 1


def test_it_is_written_in_the_projects_record(worked: Project) -> None:
    rebuild.rebuild(worked)
    assert AuditEvent.objects.get(verb="stats.rebuilt").actor is None


def test_the_command_names_what_it_found(worked: Project) -> None:
    SampleCounter.objects.all().delete()
    assert "2 rows of daily stats" in (said := run_command(str(worked.pk)))
    assert "1 were missing or wrong" in said
    assert worked.name in run_command("--all")
    with pytest.raises(CommandError):
        run_command("no such project")
    with pytest.raises(CommandError):
        run_command()
