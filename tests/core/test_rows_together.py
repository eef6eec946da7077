"""Writes that nobody waits for go to the database together, and do what they do alone."""

import contextlib
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from annotate.core import clock, rows
from annotate.projects.models import Project
from annotate.workflow.models import Sample, SampleCounter, SampleDocument, Task, Transition
from tests.conftest import add_samples

pytestmark = pytest.mark.django_db

KEY = ("project_id", "stage_key", "split", "state", "lane")


def counted(project: Project) -> int:
    return SampleCounter.objects.get(project=project, stage_key="far").count


def count(project: Project, by: int) -> None:
    line = (project.pk, "far", "", Sample.State.OPEN, 1, by)
    rows.add(SampleCounter, [line], key=KEY, sums=("count",))


def transition(sample: Sample, reason: str) -> Transition:
    return Transition(
        sample=sample,
        subject=Transition.Subject.SAMPLE,
        subject_id=sample.pk,
        to_state=Sample.State.OPEN,
        reason=reason,
        at=clock.now(),
    )


def trips(captured: CaptureQueriesContext) -> list[str]:
    """What went to the database, without savepoints."""
    left_out = ("SAVEPOINT", "RELEASE", "BEGIN", "ROLLBACK")
    said = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in said if not sql.startswith(left_out)]


def everything(project: Project, sample: Sample) -> None:
    """One of each of the writes that return nothing."""
    rows.change(Sample, {"id": sample.pk}, {"round": 7})
    rows.put(
        SampleDocument,
        [(sample.pk, project.pk, "kite red")],
        key=("sample_id",),
        values=("project_id", "words"),
    )
    rows.note([transition(sample, "one"), transition(sample, "two")])
    count(project, 3)


def test_what_is_written_together_is_what_is_written_alone(project: Project) -> None:
    one, other = add_samples(project, 2)
    everything(project, one)
    with rows.together():
        everything(project, other)
    assert counted(project) == 6
    for sample in (one, other):
        sample.refresh_from_db()
        assert sample.round == 7
        assert SampleDocument.objects.get(sample=sample).words == "kite red"
        found = Transition.objects.filter(sample=sample, reason__in=("one", "two"))
        assert found.count() == 2


def test_changes_of_one_row_are_one_statement(project: Project) -> None:
    one, other = add_samples(project, 2)
    with CaptureQueriesContext(connection) as captured, rows.together():
        rows.change(Sample, {"id": one.pk}, {"round": 7, "state": "done"})
        rows.change(Sample, {"id": other.pk}, {"round": 3})
        rows.change(Sample, {"id": one.pk, "state": "done"}, {"round": 8, "stage_key": "far"})
    assert sum("UPDATE" in sql or "EXECUTE" in sql for sql in trips(captured)) <= 2
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.round, one.state, one.stage_key) == (8, "done", "far")
    assert (other.round, other.state) == (3, Sample.State.OPEN)


def test_what_a_later_change_asks_is_asked_of_the_row_as_it_was(project: Project) -> None:
    """Catches a merged change that is made although the row is in another state."""
    [sample] = add_samples(project, 1)
    with rows.together():
        rows.change(Sample, {"id": sample.pk}, {"round": 7})
        rows.change(Sample, {"id": sample.pk, "state": "parked"}, {"stage_key": "far"})
    sample.refresh_from_db()
    assert sample.stage_key != "far"


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite is in this process")
@pytest.mark.parametrize("is_pooled", [False, True])
def test_they_make_one_round_trip(
    project: Project, monkeypatch: pytest.MonkeyPatch, is_pooled: bool
) -> None:
    [sample] = add_samples(project, 1)
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", is_pooled)
    with CaptureQueriesContext(connection) as captured, rows.together():
        everything(project, sample)
    [sent] = trips(captured)
    assert sent.count(";") == 3
    assert ("EXECUTE" in sent) is not is_pooled


def test_they_are_sent_in_their_order(project: Project) -> None:
    [sample] = add_samples(project, 1)
    with rows.together():
        rows.change(Sample, {"id": sample.pk}, {"round": 1})
        rows.change(Sample, {"id": sample.pk, "round": 1}, {"round": 2})
    sample.refresh_from_db()
    assert sample.round == 2


def test_many_rows_go_at_once_after_what_came_before_them(project: Project) -> None:
    [sample] = add_samples(project, 1)
    with rows.together():
        count(project, 1)
        rows.note([transition(sample, "many") for _ in range(rows.FEW + 1)])
        assert counted(project) == 1
        assert Transition.objects.filter(reason="many").count() == rows.FEW + 1


def test_who_begins_inside_of_another_leaves_the_sending_to_it(project: Project) -> None:
    with rows.together():
        with CaptureQueriesContext(connection) as captured, rows.together():
            count(project, 1)
        assert trips(captured) == []
    assert counted(project) == 1


def test_whoever_reads_inside_finds_what_was_written_before(project: Project) -> None:
    with rows.together():
        count(project, 1)
        assert counted(project) == 1
        count(project, 2)
    assert counted(project) == 3


def test_what_is_taken_back_to_a_savepoint_takes_back_what_was_gathered_since(
    project: Project,
) -> None:
    with transaction.atomic(), rows.together():
        count(project, 1)
        with contextlib.suppress(RuntimeError), transaction.atomic():
            count(project, 2)
            raise RuntimeError
    assert counted(project) == 1


def new_tasks(sample: Sample, number: int) -> list[Task]:
    return [
        Task(project=sample.project, sample=sample, stage_key="far", index=index, order_key=index)
        for index in range(number)
    ]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite keeps no keys apart")
def test_a_row_whose_key_was_read_ahead_is_not_waited_for(project: Project) -> None:
    [sample] = add_samples(project, 1)
    key = Project.objects.values_list(rows.NextKey(Task)).get(pk=project.pk)[0]
    [first, second] = new_tasks(sample, 2)
    with rows.together({Task: key}):
        with CaptureQueriesContext(connection) as captured:
            rows.insert([first])
        assert trips(captured) == []
        assert first.pk == key
        rows.insert([second])
        assert second.pk == key + 1  # read as it was inserted: nothing was left to be given
    assert list(Task.objects.filter(stage_key="far").order_by("pk")) == [first, second]


def test_without_keys_rows_get_theirs_as_they_are_inserted(project: Project) -> None:
    [sample] = add_samples(project, 1)
    tasks = new_tasks(sample, 2)
    with rows.together({Task: None}):
        count(project, 1)
        rows.insert(tasks)
        assert Task.objects.filter(pk__in=[task.pk for task in tasks]).count() == 2
    assert counted(project) == 1


def fail_after_counting(project: Project) -> None:
    with transaction.atomic(), rows.together():
        count(project, 1)
        raise RuntimeError


def test_where_something_fails_inside_nothing_is_sent(project: Project) -> None:
    with pytest.raises(RuntimeError):
        fail_after_counting(project)
    count(project, 1)
    assert counted(project) == 1


def count_and_break(project: Project, sample: Sample) -> None:
    with transaction.atomic(), rows.together():
        count(project, 1)
        rows.change(Sample, {"id": sample.pk}, {"state": None})


def test_an_error_of_one_ends_them_all(project: Project) -> None:
    [sample] = add_samples(project, 1)
    with pytest.raises(DatabaseError):
        count_and_break(project, sample)
    assert not SampleCounter.objects.filter(project=project, stage_key="far").exists()


def test_a_line_whose_key_is_there_is_left_as_it_is(project: Project) -> None:
    [sample] = add_samples(project, 1)
    names: dict[str, Any] = {"key": ("sample_id",), "values": ("project_id", "words")}
    SampleDocument.objects.filter(sample=sample).delete()
    rows.insert_missing(SampleDocument, [(sample.pk, project.pk, "first")], **names)
    rows.insert_missing(SampleDocument, [(sample.pk, project.pk, "second")], **names)
    assert SampleDocument.objects.get(sample=sample).words == "first"


def test_writing_nothing_asks_the_database_nothing(
    project: Project, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0), rows.together():
        rows.note([])
        rows.add(SampleCounter, [], key=KEY, sums=("count",))
