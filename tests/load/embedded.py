"""Eight annotators on the product as `make demo` runs it, while its worker has jobs to do.

    python -m tests.load.embedded --seconds 60 --annotators 8

SQLite, one web process and one worker on this machine, in a folder of its own. Everybody claims and
submits without a pause; meanwhile a manifest of stored pictures is imported and photographs are
seeded, one job after the other, as the one worker takes them.
"""

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.load.annotators import Plan
from tests.load.processes import parent_of, processor_seconds
from tests.load.serving import free_port

PHOTOS = Path("deploy", "demo", "photos")
_MOST = 90.0  # seconds until it answers
_AIM = 250.0  # ms at p95


def main() -> int:
    """Measure, print a table and a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--annotators", type=int, default=8)
    parser.add_argument("--tasks", type=int, default=4_000)
    parser.add_argument("--rows", type=int, default=40_000, help="of the manifest; 0: no jobs")
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="annotate-embedded-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        os.environ.update(
            DATA_DIR=folder, DEMO="true", DJANGO_SETTINGS_MODULE="annotate.config.settings"
        )
        import django

        django.setup()
        found = measured(chosen)
    print(json.dumps(found))
    return 1 if found["refusals"] else 0


def measured(chosen: argparse.Namespace) -> dict[str, Any]:
    """Prepare a project, let everybody work, and return the figures."""
    from django.core.management import call_command

    from annotate.config import demo as demos
    from annotate.core.jobs.models import Job
    from tests.load.filling import add_people, add_project
    from tests.load.measuring import percentiles

    demos.claim(Path(os.environ["DATA_DIR"]))  # or the demo takes it for somebody's installation
    call_command("migrate", verbosity=0)
    people = add_people(chosen.annotators)
    project = add_project(people, name="Load")
    fill(project, chosen.tasks)
    with demo() as (port, pid):
        if chosen.rows:
            start_jobs(people[0].user, chosen.rows)
        before = used_by(pid)
        plan: Plan = {
            "port": port,
            "project": project.pk,
            "secrets": [person.secret for person in people],
            "by_session": False,
            "by_browser": False,
            "warm_up": 3.0,
            "seconds": chosen.seconds,
        }
        seen = worked(plan)
        used = used_by(pid) - before
        jobs = list(Job.objects.exclude(finished_at=None).values_list("name", flat=True))
    found = {
        "annotators": chosen.annotators,
        "answers_per_second": round(len(seen["submits"]) / chosen.seconds, 1),
        "processor_ms": round(1000 * used / max(len(seen["acknowledged"]), 1), 1),
        "refusals": seen["refusals"],
        "jobs": {name: jobs.count(name) for name in sorted(set(jobs))},
        "load_average": round(os.getloadavg()[0], 1),
    }
    for name in ("claims", "submits"):
        longest = round(1000 * max(seen[name], default=0.0))
        found[name] = {**percentiles(seen[name]), "max": longest}
        met = (found[name]["p95"] or _AIM + 1) <= _AIM
        print(f"{name}: {found[name]} ms, aim of {_AIM:.0f} at p95 {'met' if met else 'MISSED'}")
    return found


def used_by(pid: int) -> float:
    """Processor seconds of the demo: its keeper, web server and worker, and what they started."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    children = [child for child in pids if parent_of(child) == pid]
    # A tree counts a process and its children; those of the keeper are counted with their own.
    return sum(processor_seconds(child) or 0.0 for child in children)


def worked(plan: Plan) -> dict[str, Any]:
    """Let the annotators loose, in a process of their own; return what they saw."""
    annotators = [sys.executable, "-m", "tests.load.annotators"]
    finished = subprocess.run(
        annotators, input=json.dumps(plan), stdout=subprocess.PIPE, text=True, check=True
    )
    seen: dict[str, Any] = json.loads(finished.stdout)
    return seen


def fill(project: Any, number: int) -> None:
    """Open so many samples with seeds: one by the product, the others as its copies."""
    from annotate.workflow import services
    from annotate.workflow.models import Annotation
    from tests.load.exchange import add_images
    from tests.load.filling import one_sample

    template = one_sample(project)
    seeds = list(template.annotations.all())
    images = add_images(project, [f"{number:064x}" for number in range(1, number)])
    samples = services.add_samples(project=project, image_ids=images)
    copies = []
    for sample in samples:
        for seed in seeds:
            values = {field.attname: getattr(seed, field.attname) for field in seed._meta.fields}
            copies.append(Annotation(**{**values, "id": None, "sample_id": sample.pk}))
    Annotation.objects.bulk_create(copies, batch_size=500)
    services.open_samples(project=project, samples=samples)


@contextmanager
def demo() -> Iterator[tuple[int, int]]:
    """Serve as `make demo` does; yields the port and the id of the main process."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", str(port)], stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(port)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def _wait_for(port: int) -> None:
    from tests.load.wire import Connection

    ends = time.monotonic() + _MOST
    while time.monotonic() < ends:
        try:
            Connection(port, {}).post("/api/v1/session", {})
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError("It did not answer.")


def start_jobs(actor: Any, rows: int) -> None:
    """Import a manifest of stored pictures, open its samples, and seed photographs."""
    from django.core.files.uploadedfile import TemporaryUploadedFile

    from annotate.exchange import services
    from annotate.projects.services import create_project
    from annotate.seeding.services import start_run
    from tests.load.exchange import Silent, add_images
    from tests.load.opening import manifest_of

    def project(name: str) -> Any:
        return create_project(
            name=name, description="", recipe_name="iiw", changes={}, creator=actor, seed=1
        )

    library, target, pictures = map(project, ("Library", "Target", "Pictures"))
    digests = [f"{number:064x}" for number in range(rows)]
    add_images(library, digests)
    with TemporaryDirectory() as folder:
        manifest = TemporaryUploadedFile("rows.jsonl", "application/jsonl", 0, None)
        manifest.write(manifest_of(Path(folder), digests).read_bytes())
        manifest.flush()
        for number, photo in enumerate(sorted(PHOTOS.glob("*.jpg"))):
            for copy in range(5):
                _save_copy(photo, Path(folder, f"{number}-{copy}.jpg"), quality=70 + copy)
        Path(folder, "rows.jsonl").unlink()
        services.import_path(project=pictures, path=Path(folder), watcher=Silent())
    start_run(project=pictures, actor=actor, detector="classical", captioner="classical")
    services.start_import(project=target, actor=actor, file=manifest)


def _save_copy(photo: Path, path: Path, *, quality: int) -> None:
    from PIL import Image

    with Image.open(io.BytesIO(photo.read_bytes())) as image:
        image.save(path, quality=quality)


if __name__ == "__main__":
    sys.exit(main())
