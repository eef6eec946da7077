"""What more workers bring: seeds and checks a second with 1, 2 and 4 of them.

    tests/services/with_services.sh .venv/bin/python -m tests.load.scaling
    … -m tests.load.scaling --workers 1,2 --samples 10 --answers 5000      to try it

Seeding waits: a stand-in model server answers after 200 ms, in which it only sleeps. One worker at
a time asks the connection of a project, so four projects are seeded at once, and then one alone.
Checks compute: the rules of texts read every answer of a project of some thousand. Each worker has
one process. Needs Redis in REDIS_URL, a superuser in DATABASE_URL, and makes a database of its own;
some five minutes on two cores.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.load.database import Database
from tests.load.models import standin
from tests.load.processes import processor_seconds
from tests.load.serving import KEY

if TYPE_CHECKING:
    from annotate.projects.models import Project

PROJECTS = 4
CONCURRENCY = 2  # requests at once of each connection
SECONDS = 0.2
_LONGEST = 600


@contextmanager
def working(number: int, folder: Path) -> Iterator[list[int]]:
    """Run so many workers of one process each; yields their ids once all are heard of."""
    from annotate.core.jobs.models import WorkerBeat
    from annotate.core.tasks import worker_name

    command = [sys.executable, "-m", "celery", "--app", "annotate.config", "--quiet", "worker"]
    command += ["--pool", "solo", "--loglevel", "warning", "--without-gossip", "--without-mingle"]
    with ExitStack() as stack:
        log = stack.enter_context((folder / f"workers-{number}.log").open("w"))
        processes = [
            subprocess.Popen([*command, "--hostname", f"w{place}@scaling"], stdout=log, stderr=log)
            for place in range(number)
        ]
        try:
            pids = [process.pid for process in processes]
            heard = WorkerBeat.objects.filter(name__in=[worker_name(pid) for pid in pids])
            _wait(lambda: heard.count() == number)
            yield pids
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait(timeout=60)


def _wait(is_over: Any) -> None:
    started = time.monotonic()
    while not is_over():
        if time.monotonic() > started + _LONGEST:
            raise RuntimeError("It does not come to an end.")
        time.sleep(0.05)


def connect(project: "Project", host: str) -> None:
    """Have the stand-in make the seeds of a project of one text."""
    from annotate.seeding.services import connections, model_assignment
    from tests.backends.standin.requests import MODEL
    from tests.workflow.acts import use_recipe

    use_recipe(project, {"key": "description", "rounds": 1, "seeded": True})
    made = connections.make(
        project=project,
        actor=None,
        name="stand-in",
        backend="openai",
        settings={
            "base_url": f"http://{host}/v1",
            "model": MODEL,
            "concurrency": CONCURRENCY,
        },
        secrets={},
    )
    chosen = {"detector": made.pk, "captioner": made.pk}
    model_assignment.change(project=project, actor=None, changes=chosen)


def add_waiting(project: "Project", number: int) -> None:
    """Add pictures that wait for seeds."""
    from annotate.images import services as images
    from annotate.workflow import services as workflow
    from tests.images.pictures import jpeg

    first = project.samples.count()
    data = [jpeg(64, 48, seed=each) for each in range(first, first + number)]
    added = [images.add_image(project=project, data=each, name="p.jpg") for each in data]
    workflow.add_samples(project=project, image_ids=[image.pk for image in added])


def seeded(projects: list["Project"], samples: int) -> float:
    """Seed so many samples of each project at once; return seeds a second."""
    from annotate.seeding.services import start_run
    from annotate.workflow.models import Sample

    for project in projects:
        add_waiting(project, samples)
    started = time.monotonic()
    for project in projects:
        start_run(project=project, actor=None)
    waiting = Sample.objects.filter(project__in=projects, state=Sample.State.WAITING)
    _wait(lambda: not waiting.exists())
    return samples * len(projects) / (time.monotonic() - started)


def checked(project: "Project") -> float:
    """Have every answer of a project read by the rules of texts; return answers a second."""
    from annotate.core.jobs.models import Job
    from annotate.quality.services.checking import OF_RULES
    from annotate.quality.services.jobs import start_checks
    from annotate.workflow.models import Annotation

    answers = Annotation.objects.filter(project=project, origin=Annotation.Origin.PERSON).count()
    started = time.monotonic()
    job = start_checks(project=project, actor=project.created_by, checks=sorted(OF_RULES))
    unfinished = Job.objects.filter(pk=job.pk, state__in=Job.UNFINISHED)
    _wait(lambda: not unfinished.exists())
    return answers / (time.monotonic() - started)


def measured(chosen: argparse.Namespace, host: str, folder: Path) -> list[dict[str, Any]]:
    """A line for each number of workers, printed as it comes."""
    from tests.load import synthetic
    from tests.load.filling import add_people, add_project

    people = add_people(1)
    projects = [add_project(people, name=f"Seeds {number}") for number in range(PROJECTS)]
    for project in projects:
        connect(project, host)
    old = add_project(people, name="Checks")
    synthetic.fill(old, chosen.answers)
    found: list[dict[str, Any]] = []
    for number in chosen.workers:
        with working(number, folder) as pids:
            if not found:
                checked(old)  # what is found is written down once
            used = _used(pids)
            line = {"workers": number, "checks": round(checked(old), 1)}
            line["checks_cores"] = round((_used(pids) - used) * line["checks"] / chosen.answers, 2)
            line["seeds"] = round(seeded(projects, chosen.samples), 2)
            line["seeds_of_one"] = round(seeded(projects[:1], chosen.samples), 2)
            found.append(line | {"load_average": round(os.getloadavg()[0], 1)})
        print(json.dumps(found[-1]), flush=True)
    return found


def _used(pids: list[int]) -> float:
    return sum(processor_seconds(pid) or 0.0 for pid in pids)


def numbers(text: str) -> list[int]:
    """Parse a list such as `1,2,4`."""
    return [int(each) for each in text.split(",")]


def main() -> int:
    """Print the curve, the last line as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=numbers, default=[1, 2, 4], help="how many, in turn")
    parser.add_argument("--samples", type=int, default=40, help="seeded in each project")
    parser.add_argument("--answers", type=int, default=20_000, help="to be checked")
    chosen = parser.parse_args()
    database = Database(os.environ["DATABASE_URL"], "annotate_scaling")
    with standin(SECONDS) as host, TemporaryDirectory(prefix="annotate-scaling-") as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": database.url,
            "FETCH_PRIVATE_HOSTS": host,
            "LOG_LEVEL": "WARNING",
        }
        os.environ.setdefault("SECRET_KEY", KEY)
        os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
        database.make()
        import django

        django.setup()
        try:
            found = measured(chosen, host, Path(folder))
        finally:
            from django.db import connection

            connection.close()
            database.drop()
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
