"""Ask for the answers that a lead reviews, by every filter and in every order, on both databases.

Imports models, so Django must have been set up before.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from django.apps import apps
from django.db import connection, connections
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotate.people.services import create_token
from annotate.projects.models import Project
from annotate.quality.schemas.answers import Order
from annotate.workflow.models import Batch, DailyStats, Sample
from tests.load import asking
from tests.load.database import Database
from tests.load.serving import served

AIM = 300.0  # milliseconds, p95
# Copying row by row is for projects that one would keep in a file.
MOST_IN_A_FILE = 50_000


def all_lists(database: Database, project: Project, submissions: int, times: int) -> dict[str, Any]:
    """Measure on PostgreSQL and, where the project is not too large for that, on SQLite."""
    batch = _batch(project)
    _, secret = create_token(user=project.created_by, name="review", expires_in_days=1)
    urls = list(_addresses(project, batch))
    statements = {url: _statements(url, secret) for url in urls}
    found = {"postgresql": _asked(database.url, database.postmaster(), secret, urls, times)}
    if submissions <= MOST_IN_A_FILE:
        with TemporaryDirectory(prefix="annotate-load-") as folder:
            url = _in_a_file(Path(folder, "annotate.sqlite3"))
            found["sqlite"] = _asked(url, None, secret, urls, times)
    for where, rows in found.items():
        slow = sum((each.p95 or 0) > AIM for each in rows)
        print(f"review on {where}: the p95 of {slow} of {len(rows)} is beyond {AIM:.0f} ms")
    print(f"statements of a list: at most {max(statements.values())}", flush=True)
    return {
        "statements": statements,
        **{where: [asdict(each) for each in rows] for where, rows in found.items()},
    }


def _batch(project: Project) -> Batch:
    """Return the batch in which every tenth sample is."""
    known = {"created_by": project.created_by}
    batch, _ = Batch.objects.get_or_create(project=project, number=1, defaults=known)
    tenth = Sample.objects.filter(project=project).annotate(rest=F("pk") % 10).filter(rest=0)
    tenth.update(batch=batch)
    return batch


def _addresses(project: Project, batch: Batch) -> Iterator[str]:
    base = f"/api/v1/projects/{project.pk}/review"
    today = timezone.now().date()
    busiest = DailyStats.objects.filter(project=project).order_by("-submissions")[0].annotator_id
    person = f"annotator={busiest}"
    yield f"{base}?state=open"
    yield f"{base}?state=settled"
    for filters in (
        person,
        "stage=description",
        "round=3",
        "verdict=unreviewed",
        "verdict=rejected",
        "code=near_duplicate",
        f"batch={batch.pk}",
        "split=test",
        "words=kite",
        "words=kite+tail+1234",
        "words=bicycle",
        f"from={today - timedelta(days=28)}&to={today}",
        f"{person}&words=meadow&order=-seconds",
        "words=meadow&order=-flags",
        f"batch={batch.pk}&split=test&order=person",
    ):
        yield f"{base}?state=all&{filters}"
    for order in get_args(Order):
        yield f"{base}?state=all&order={order}"
    yield f"{base}/people"
    yield f"{base}/acts?{person}"


def _statements(url: str, secret: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = Client().get(url, headers={"Authorization": f"Token {secret}"})
    if answer.status_code != 200:
        raise RuntimeError(f"{url}: {answer.status_code}")
    return len(captured)


def _asked(
    url: str, postmaster: int | None, secret: str, urls: list[str], times: int
) -> list[asking.Timed]:
    found = []
    settings, application = "annotate.config.settings", "annotate.config.wsgi:application"
    print(asking.HEAD, flush=True)
    with served(url, settings=settings, application=application) as (port, web):
        at = asking.Served(port, web, postmaster, secret, AIM)
        for each in urls:
            found.append(at.ask(each, times))
            print(found[-1], flush=True)
    return found


def _in_a_file(path: Path) -> str:
    """Copy all there is into a database of SQLite; return its address."""
    url = f"sqlite:///{path}"
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"]
    subprocess.run(migrate, check=True, env={**os.environ, "DATABASE_URL": url})
    connections.databases["file"] = {
        **connections.databases["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "OPTIONS": {},
        "CONN_HEALTH_CHECKS": False,
    }
    into = connections["file"]
    with into.constraint_checks_disabled():
        for model in apps.get_models(include_auto_created=True):
            if model._meta.managed and not model._meta.proxy:
                manager = model._base_manager
                manager.using("file").all().delete()
                rows = manager.using("default").iterator(chunk_size=2_000)
                manager.using("file").bulk_create(rows, batch_size=500)
    with into.cursor() as cursor:
        cursor.execute("ANALYZE")
    into.close()
    return url
