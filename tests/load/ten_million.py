"""A database of very many open tasks: what a claim costs, what lies on disk, what VACUUM does.

    DURABLE=1 tests/services/with_services.sh .venv/bin/python -m tests.load.ten_million
    … -m tests.load.ten_million --tasks 100000 --seconds 5       to try it
    … -m tests.load.ten_million --seeds                          each sample with its two seeds

The tables are filled by a few statements, without the indexes that the product could do without
meanwhile; these are made afterwards. Then 1 and 8 people claim and submit over HTTP. Then the tasks
that would come first are finished in one statement, so that the index begins with entries of what
is done, and people claim before and after VACUUM. Ten million tasks take some 11 GB of disk and
ten minutes, with seeds about four times as much. Needs Redis in REDIS_URL, and a superuser.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.load.database import Database
from tests.load.serving import KEY

if TYPE_CHECKING:
    from annotate.projects.models import Project
    from tests.load.filling import Annotator

TABLES = ("images_image", "workflow_sample", "workflow_task", "workflow_annotation")
CHANGED = ("workflow_task", "workflow_sample", "workflow_assignment")
PEOPLE = (1, 8)
_MIB = 1024 * 1024
_DONE = """
    UPDATE workflow_task SET state = 'done' WHERE id IN (
      SELECT id FROM workflow_task WHERE project_id = %(project)s AND stage_key = 'objects'
        AND state = 'open' ORDER BY order_key LIMIT %(number)s
    )
"""
_DEAD = """
    SELECT relname, n_live_tup, n_dead_tup, n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables
    WHERE relname = ANY(%(tables)s) ORDER BY relname
"""
_SIZES = """
    SELECT relname, pg_table_size(oid), pg_indexes_size(oid) FROM pg_class
    WHERE relname = ANY(%(tables)s) AND relkind = 'r' ORDER BY relname
"""
_INDEXES = """
    SELECT indexrelname, pg_relation_size(indexrelid) FROM pg_stat_user_indexes
    WHERE relname = 'workflow_task' ORDER BY 2 DESC
"""
# How each index but the primary keys is removed and made again, those of UNIQUE constraints too.
_SPARE = """
    SELECT format('DROP INDEX %%I', c.relname), pg_get_indexdef(i.indexrelid) FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relname = ANY(%(tables)s)
      AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
    UNION ALL
    SELECT format('ALTER TABLE %%I DROP CONSTRAINT %%I', t.relname, k.conname),
      format('ALTER TABLE %%I ADD CONSTRAINT %%I %%s', t.relname, k.conname,
        pg_get_constraintdef(k.oid))
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
    WHERE t.relname = ANY(%(tables)s) AND k.contype = 'u'
"""


@contextmanager
def timed(what: str, into: dict[str, float]) -> Iterator[None]:
    """Note and print how many seconds something took."""
    started = time.monotonic()
    yield
    into[what] = round(time.monotonic() - started, 1)
    print(f"{what}: {into[what]} s", flush=True)


def rows(database: Database, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    with database.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())


def fill_quickly(
    database: Database, project: "Project", number: int, *, seeds: bool
) -> dict[str, float]:
    """Have so many tasks open; return the seconds of each step."""
    from tests.load import filling

    took: dict[str, float] = {}
    filling.one_sample(project, with_seeds=seeds)
    spare = rows(database, _SPARE, tables=list(TABLES))
    for removing, _ in spare:
        database.alone(removing)
    try:
        with timed("rows", took):
            filling.copy_first(database, project, number - 1)
    finally:
        with timed("indexes", took):
            for _, making in spare:
                database.alone(f"SET maintenance_work_mem = '1GB'; {making}")
    with timed("vacuum of the new tables", took):
        database.alone("VACUUM ANALYZE")
    database.alone("CHECKPOINT")
    return took


def sizes(database: Database) -> dict[str, Any]:
    """MiB of the database, its large tables and the indexes of tasks."""
    tables = rows(database, _SIZES, tables=list(TABLES))
    of_tasks = rows(database, _INDEXES)
    return {
        "database": database.value("SELECT pg_database_size(current_database())") // _MIB,
        "tables": {
            name: {"heap": heap // _MIB, "indexes": own // _MIB} for name, heap, own in tables
        },
        "indexes_of_tasks": {name: size // _MIB for name, size in of_tasks},
    }


def dead(database: Database) -> dict[str, dict[str, int]]:
    """Live and dead rows, and how many updates stayed in their page (HOT)."""
    # What other sessions did is told after a second at the earliest.
    time.sleep(2)
    names = ("live", "dead", "updates", "hot")
    return {
        name: dict(zip(names, values, strict=True))
        for name, *values in rows(database, _DEAD, tables=list(CHANGED))
    }


def plan(project: "Project", person: "Annotator") -> dict[str, Any]:
    """How the search of a claim is carried out, and how many pages of 8 KiB it touches."""
    from django.db import connection, transaction

    from annotate.workflow.selectors.queue import offerable_near

    found = offerable_near(project.pk, person.user.pk, "objects", 0)
    found = found.select_for_update(skip_locked=True, of=("self",), no_key=True)[:1]
    with transaction.atomic(), connection.cursor() as cursor:
        sql, values = found.query.sql_with_params()
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", values)
        [[[told]]] = cursor.fetchall()
    top = told["Plan"]
    nodes = list(_nodes(top))
    return {
        "ms": round(told["Planning Time"] + told["Execution Time"], 2),
        "pages": top["Shared Hit Blocks"] + top["Shared Read Blocks"],
        "pages_read": top["Shared Read Blocks"],
        "nodes": [f"{node['Node Type']} {node.get('Index Name', '')}".strip() for node in nodes],
    }


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for below in node.get("Plans", ()):
        yield from _nodes(below)


def measured(chosen: argparse.Namespace, database: Database) -> dict[str, Any]:
    """All figures, printed as they come."""
    from tests.load.deployment import deployed
    from tests.load.filling import add_people, add_project
    from tests.load.measuring import Target, load, measure

    people = add_people(max(PEOPLE))
    project = add_project(people, name="Ten million")
    found: dict[str, Any] = {"tasks": chosen.tasks, "seeds": chosen.seeds, "runs": []}
    found["filling"] = fill_quickly(database, project, chosen.tasks, seeds=chosen.seeds)
    found["sizes"] = told("sizes", sizes(database))
    found["plan"] = told("plan", plan(project, people[0]))
    secrets = [person.secret for person in people]
    with deployed(database) as deployment:
        target = Target("product", deployment)
        load(target, project, secrets, 3)  # first use of everything

        def run(name: str, number: int) -> None:
            try:
                made = measure(
                    target,
                    database,
                    project,
                    secrets[:number],
                    open_tasks=chosen.tasks,
                    seconds=chosen.seconds,
                )
            except RuntimeError as fault:  # checks that do not end, on a machine that is busy
                found["runs"].append(told(name, {"annotators": number, "problem": str(fault)}))
                return
            kept = {"when": name, **made.as_json()}
            found["runs"].append(kept)
            shown = ("annotators", "submissions_per_second", "claim", "submit", "load_average")
            told(name, {key: kept[key] for key in (*shown, "duplicates", "lost")})

        for number in PEOPLE:
            run("as filled", number)
        found["dead_by_work"] = told("rows after work", dead(database))
        number = chosen.tasks // 50
        done = f"{number:,} tasks done in one statement"
        with timed(done, found["filling"]), database.cursor() as cursor:
            cursor.execute(_DONE, {"project": project.pk, "number": number})
        database.alone("ANALYZE workflow_task")
        found["dead_before"] = told("rows before VACUUM", dead(database))
        found["plan_before"] = told("plan before VACUUM, first", plan(project, people[0]))
        found["plan_again"] = told("plan before VACUUM, again", plan(project, people[0]))
        run("before VACUUM", max(PEOPLE))
        for table in CHANGED:
            with timed(f"VACUUM {table}", found["filling"]):
                database.alone(f"VACUUM (ANALYZE) {table}")
        found["dead_after"] = told("rows after VACUUM", dead(database))
        found["plan_after"] = told("plan after VACUUM", plan(project, people[0]))
        run("after VACUUM", max(PEOPLE))
    found["sizes_after"] = told("sizes after", sizes(database))
    return found


def told(what: str, figures: dict[str, Any]) -> dict[str, Any]:
    """Print figures and hand them on."""
    print(f"{what}: {json.dumps(figures)}", flush=True)
    return figures


def main() -> int:
    """Print the figures, the last line as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=10_000_000, help="that are open")
    parser.add_argument("--seconds", type=int, default=10, help="of each run")
    parser.add_argument("--seeds", action="store_true", help="two seeds for each sample")
    parser.add_argument("--keep", action="store_true", help="leave the database where it is")
    chosen = parser.parse_args()
    database = Database(os.environ["DATABASE_URL"], "annotate_ten_million")
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database.url,
        "LOG_LEVEL": "WARNING",
    }
    os.environ.setdefault("SECRET_KEY", KEY)
    os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
    database.make()
    import django

    django.setup()
    try:
        found = measured(chosen, database)
    finally:
        from django.db import connection

        connection.close()
        if not chosen.keep:
            database.drop()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
