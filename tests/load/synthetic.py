"""A project in which many people have worked for half a year, made by a few statements of SQL.

Recipe `iiw`: objects once, then up to three rounds of a description, fewer where two are alike.
People get better with time: texts longer, rounds more alike, times shorter. All figures are drawn
by chance and mean nothing; numbers, keys and columns are those of real work, but for histories,
of which there are none, and for texts, which are shorter than their counts say.

PostgreSQL only. Imports models, so Django must have been set up before.
"""

from typing import Any

from django.db import connection, models

from annotate.images.models import Image
from annotate.people.models import User
from annotate.projects.models import Membership, Project, Role
from annotate.quality.models import Flag, GoldResult
from annotate.seeding.models import SeedOutcome
from annotate.workflow.models import Annotation, Assignment, Sample, Task
from tests.load import synthetic_sql as sql
from tests.load.synthetic_extras import add_gold, add_outcomes
from tests.load.synthetic_rows import insert

PEOPLE, DAYS = 120, 180
LAST = "(SELECT max(id) FROM acts)"
# Submissions that the figures come to for each sample, nearly.
_EACH = 3.55


def fill(project: Project, submissions: int, *, seed: float = 0.5) -> dict[str, int]:
    """Give an empty project about so many submissions; return how many rows of each sort."""
    samples = max(round(submissions / _EACH), 200)
    users = _people(project)
    with connection.cursor() as cursor:
        # Keys hold by construction; looking each up would take most of the time. Only a superuser,
        # as on a private server, may leave that out.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SELECT setseed(%s)", [seed])
        for statement in (sql.PLAN, sql.ACTS):
            cursor.execute(statement, {"samples": samples, "days": DAYS, "people": PEOPLE})
        cursor.execute("CREATE INDEX ON acts (n); ANALYZE plan; ANALYZE acts")
        for model, values, source in _tables(project, users):
            insert(cursor, model, values, source)
        add_outcomes(cursor, project, LAST)
        _renumber(cursor)
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("DROP TABLE plan, acts")
    add_gold(project)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {
        model._meta.model_name or "": model._default_manager.count()
        for model in (Sample, Task, Assignment, Annotation, Flag, GoldResult, SeedOutcome)
    }


def _people(project: Project) -> int:
    """Make the annotators; their ids follow each other, and the one before the first is told."""
    users = User.objects.bulk_create(
        User(username=f"person-{number}", display_name=f"Person {number}", password="!")
        for number in range(PEOPLE)
    )
    Membership.objects.bulk_create(
        Membership(project=project, user=user, role=Role.ANNOTATOR) for user in users
    )
    return users[0].pk - 1


def _tables(project: Project, users: int) -> list[tuple[type[models.Model], dict[str, str], str]]:
    """Return what is inserted: the table, its columns in SQL, and where they come from."""
    ours = {"project_id": str(project.pk)}
    author, done = f"author + {users}", {"state": "'done'"}
    key = {"stage_key": "stage", "index": "index", "sample_id": "n"}
    random = "('x' || substr(md5(random()::text), 1, 15))::bit(60)::bigint"
    task = {**ours, "exclusion_group": "'sample'", "order_key": random}
    ended = {"ended_at": "at", "lease_expires_at": "at", "started_at": "at - interval '1 hour'"}
    given = {**ours, **ended, "task_id": "id", "sample_id": "n", "exclusion_group": "'sample'"}
    return [
        (Image, {**ours, **sql.IMAGE, "split": "split"}, "plan"),
        (
            Sample,
            {**ours, **sql.SAMPLE, "split": "split", "state": "state"},
            f"plan {sql.FINISHED}",
        ),
        (
            Annotation,
            {**ours, **key, **sql.ANNOTATION, "author_id": author, "parent_id": sql.PARENT},
            "acts",
        ),
        (Task, {**task, **done, **key, "id": "id", "created_at": "at - interval '1 day'"}, "acts"),
        (
            Task,
            {**task, "sample_id": "n", "stage_key": sql.NEXT_STAGE, "index": "greatest(answers, 1)"}
            | {"state": "'open'", "created_at": "began", "id": f"{LAST} + n"},
            "plan WHERE state = 'open'",
        ),
        (Assignment, {**given, **sql.SUBMITTED, "id": "id", "annotator_id": author}, "acts"),
        (
            Assignment,
            {**given, "annotator_id": f"1 + (author + 61) % {PEOPLE} + {users}"}
            | {"state": "'skipped'", "skip_reason": "'other'", "id": f"{LAST} + id"},
            "acts WHERE id % 33 = 0",
        ),
        (
            Flag,
            {**ours, "assignment_id": "id", "annotation_id": "id", "annotator_id": author}
            | {"stage_key": "stage", "code": sql.CODE, "numbers": sql.NUMBERS, "created_at": "at"}
            | {"changed_at": "at", "state": "CASE WHEN u < 0.3 THEN 'open' ELSE 'settled' END"},
            "acts WHERE id % 100 = 7",
        ),
    ]


def _renumber(cursor: Any) -> None:
    """Let the next row of each table come after those that were given a number."""
    for model in (Image, Sample, Annotation, Task, Assignment):
        table = model._meta.db_table
        cursor.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), max(id)) FROM {table}"
        )
