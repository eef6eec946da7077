"""Queries that are built once answer as the ORM would, on both databases."""

from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import Count

from annotate.core import clock, rows
from annotate.core.prepared import Parameter, Prepared, PreparedRows, each_asked
from annotate.projects.models import Membership, Project
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from annotate.workflow.selectors.annotations import annotations_of
from annotate.workflow.selectors.queue import offerable
from tests.conftest import Cast, NewProject, add_samples

pytestmark = pytest.mark.django_db

OPEN = Prepared(
    lambda: (
        Task.objects.select_related("sample__image")
        .filter(project=Parameter("project"), state=Task.State.OPEN)
        .order_by("order_key")
    )
)


def test_it_finds_what_the_queryset_finds_each_time_with_other_values(
    new_project: NewProject,
) -> None:
    for project in (new_project(name="One"), new_project(name="Two")):
        add_samples(project, 3)
        plain = Task.objects.filter(project=project, state="open").order_by("order_key")
        assert OPEN.all(project=project.pk) == list(plain)


def test_related_rows_come_with_their_values_converted(project: Project) -> None:
    [sample] = add_samples(project, 1)
    task = OPEN.one(project=project.pk)
    assert task.sample == sample
    assert task.sample.image.metadata == {}
    assert task.created_at.tzinfo is not None
    assert task._state.adding is False


PLACES = PreparedRows(
    lambda: (
        Task.objects.filter(project=Parameter("project"), state=Task.State.OPEN)
        .annotate(tasks_of_sample=Count("sample__tasks"))
        .order_by("order_key")
        .values_list("pk", "sample__image__metadata", "tasks_of_sample", "created_at")
    )
)


def test_rows_of_several_tables_come_in_the_order_that_was_asked_for(project: Project) -> None:
    add_samples(project, 2)
    plain = (
        Task.objects.filter(project=project, state="open")
        .annotate(tasks_of_sample=Count("sample__tasks"))
        .order_by("order_key")
        .values_list("pk", "sample__image__metadata", "tasks_of_sample", "created_at")
    )
    assert PLACES.all(project=project.pk) == list(plain)
    [metadata, number, created_at] = PLACES.all(project=project.pk)[0][1:]
    assert (metadata, number) == ({}, 1)
    assert created_at.tzinfo is not None


def test_conditions_asked_row_by_row_find_what_others_find(project: Project) -> None:
    add_samples(project, 2)
    add_samples(project, 1, opened=False)
    asked = PreparedRows(
        lambda: (
            Task.objects.filter(
                each_asked(project=Parameter("project"), sample__state=Parameter("state")),
                state=Task.State.OPEN,
            )
            .order_by("-order_key")
            .values_list("pk")
        )
    )
    plain = Task.objects.filter(project=project, sample__state="open", state="open")
    found = asked.all(project=project.pk, state="open")
    assert found == list(plain.order_by("-order_key").values_list("pk"))
    assert len(found) == 2
    assert asked.all(project=project.pk, state="done") == []
    assert asked.all(project=0, state="open") == []


def test_first_is_none_where_nothing_is_found(project: Project) -> None:
    assert OPEN.first(project=project.pk) is None


def test_nothing_is_left_out_when_connections_are_pooled(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_samples(project, 2)
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    said: list[str] = []

    def listen(execute: Any, sql: str, *rest: Any) -> Any:
        said.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(listen):
        assert len(OPEN.all(project=project.pk)) == 2
    assert said
    assert not any(sql.startswith(("PREPARE", "EXECUTE")) for sql in said)


def test_a_search_for_open_tasks_reads_the_index_made_for_it(
    people: Cast, project: Project
) -> None:
    """Catches a condition written so that the partial index cannot serve: claims would slow down
    with every task that is done."""
    add_samples(project, 300)
    search = Prepared(
        lambda: offerable(Parameter("project"), Parameter("annotator"), Parameter("stage"))[:1]
    )
    asked: dict[str, Any] = {"project": project.pk, "annotator": people.ada.pk, "stage": "objects"}
    plans: list[str] = []

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        word = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor = connection.create_cursor()
        cursor.execute(f"{word} {sql}", params)
        plans.extend(str(row) for row in cursor.fetchall())
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # What other tests left in the table and rolled back is not what this one is about.
            cursor.execute("ANALYZE workflow_task")
        with connection.execute_wrapper(explain):
            search.all(**asked)
    assert any("task_open_in_order" in line for line in plans), plans


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite plans each time")
def test_a_prepared_query_is_planned_once_on_a_connection(project: Project) -> None:
    add_samples(project, 1)
    search = Prepared(lambda: Task.objects.filter(project=Parameter("project"), state="open"))
    for _ in range(7):
        search.all(project=project.pk)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans, custom_plans FROM pg_prepared_statements"
            " ORDER BY prepare_time DESC, generic_plans DESC LIMIT 1"
        )
        # Once more than it was asked: the first time it is planned and nothing else.
        assert cursor.fetchone() == (8, 0)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite plans each time")
def test_what_is_planned_while_a_table_is_empty_looks_rows_up_by_their_keys() -> None:
    """Or a new installation reads whole tables at each request until they are next counted."""
    search = Prepared(
        lambda: Annotation.objects.filter(sample=Parameter("sample")).select_related("assignment")
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE workflow_annotation, workflow_assignment")
        search.all(sample=1)
        cursor.execute("SELECT name FROM pg_prepared_statements ORDER BY prepare_time DESC LIMIT 1")
        [name] = cursor.fetchone()
        cursor.execute(f"EXPLAIN EXECUTE {name}(1)")
        plan = "\n".join(line for (line,) in cursor.fetchall())
        cursor.execute("SHOW enable_seqscan")
        assert cursor.fetchone() == ("on",), "for the plan alone"
    assert "Seq Scan" not in plan


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite plans each time")
def test_what_is_planned_anew_after_a_count_of_a_small_table_still_looks_rows_up(
    people: Cast, project: Project
) -> None:
    """Or an installation that grows quickly reads whole tables until the count after that: the plan
    is PostgreSQL's own then, made for a hundred rows and kept for thousands."""
    samples = add_samples(project, 150)
    tasks = list(Task.objects.filter(project=project))
    answers = Annotation.objects.bulk_create(
        Annotation(
            project=project,
            sample_id=task.sample_id,
            stage_key=task.stage_key,
            index=task.index,
            kind="objects.v1",
            origin=Annotation.Origin.PERSON,
            author=people.ada,
            value={"objects": [], "note": "A tree beside a road. " * 20},
        )
        for task in tasks
    )
    Assignment.objects.bulk_create(
        Assignment(
            project=project,
            task=task,
            sample_id=task.sample_id,
            annotator=people.ada,
            exclusion_group=task.exclusion_group,
            lease_expires_at=clock.now(),
            state=Assignment.State.SUBMITTED,
            answer=answer,
            submit_key=uuid4(),
        )
        for task, answer in zip(tasks, answers, strict=True)
    )
    annotations_of(samples[0].pk)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM pg_prepared_statements WHERE statement LIKE '%superseded_by%'"
            " ORDER BY prepare_time DESC LIMIT 1"
        )
        [name] = cursor.fetchone()
        cursor.execute("ANALYZE workflow_annotation, workflow_assignment")
        cursor.execute(f"EXPLAIN EXECUTE {name}(1)")
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Seq Scan" not in plan, plan


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite plans each time")
def test_a_request_that_is_refused_leaves_its_connection_what_it_plans_by(project: Project) -> None:
    """What a transaction sets it takes back when it is rolled back; what it prepared stays."""
    search = Prepared(lambda: Task.objects.filter(project=Parameter("project"), state="open"))
    with suppress(PermissionError), transaction.atomic():
        search.all(project=project.pk)
        raise PermissionError
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('plan_cache_mode'), current_setting('random_page_cost')"
        )
        assert cursor.fetchone() == ("force_generic_plan", "1.1")


def test_an_update_can_ask_for_the_value_it_changes(project: Project) -> None:
    [task] = OPEN.all(project=add_samples(project, 1)[0].project_id)
    held = {"state": Task.State.HELD}
    assert rows.update(Task, {"id": task.pk, "state": Task.State.OPEN}, held) == 1
    assert rows.update(Task, {"id": task.pk, "state": Task.State.OPEN}, held) == 0
    task.refresh_from_db()
    assert task.state == Task.State.HELD


@pytest.mark.parametrize("number", [1, 3, rows.FEW + 1])
def test_inserted_rows_have_their_keys_in_order(
    people: Cast, new_project: NewProject, number: int
) -> None:
    project = new_project()
    Membership.objects.filter(project=project).delete()
    users = [type(people.ada).objects.create(username=f"new-{n}") for n in range(number)]
    made = [Membership(project=project, user=user, role="annotator") for user in users]
    rows.insert(made)
    assert [Membership.objects.get(pk=row.pk).user_id for row in made] == [u.pk for u in users]
    assert not any(row._state.adding for row in made)


def test_inserting_nothing_asks_the_database_nothing(
    project: Project, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        rows.insert([])


def test_taking_stock_leaves_everything_as_it_is(project: Project) -> None:
    add_samples(project, 2)
    rows.analyze_tables(Sample, Task)
    assert Sample.objects.count() == 2
