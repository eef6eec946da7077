"""How long it takes from a manifest to the first task: rows in, samples opened, a task claimed.

    python -m tests.load.opening --rows 20000       on the database of DATABASE_URL, or SQLite
    python -m tests.load.opening --profile var/opening.prof

The rows name stored pictures by their digest, so that no pixels are worked on. Processor time is
that of this process and of its PostgreSQL backend.
"""

import argparse
import cProfile
import gc
import json
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from tests.load.exchange import Clock, Silent, add_images, new_project, private_database


def manifest_of(folder: Path, digests: list[str]) -> Path:
    """Write a line for each picture, with a title and a licence."""
    path = folder / "rows.jsonl"
    with path.open("w") as file:
        for number, digest in enumerate(digests):
            row = {
                "sha256": digest,
                "external_id": f"photo-{number}",
                "split": "train",
                "metadata": {"Title": f"Photo {number}", "Licence": "CC0 1.0"},
            }
            file.write(json.dumps(row) + "\n")
    return path


def measure(rows: int, watch: Callable[[], Any]) -> dict[str, Any]:
    """Bring `rows` rows in, open their samples and take the first task; return the figures."""
    from annotate.exchange import services
    from annotate.seeding.services.unseeded import open_in_background
    from annotate.workflow.models import Task

    library, target = new_project("Library"), new_project("Target")
    digests = [f"{number:064x}" for number in range(rows)]
    add_images(library, digests)
    with tempfile.TemporaryDirectory() as folder:
        manifest = manifest_of(Path(folder), digests)
        # As workers do before they take jobs (annotate/config/celery.py).
        gc.collect()
        gc.freeze()
        whole, statements = Clock(), Statements()
        with statements, watch():
            services.import_path(project=target, path=manifest, watcher=Silent())
            imported, opening = whole.per_second(rows), Clock()
            payload = {"project_id": target.pk, "actor_id": target.created_by_id}
            open_in_background(payload, Silent())  # type: ignore[arg-type]
            opened, together = opening.per_second(rows), whole.per_second(rows)
    if Task.objects.filter(project=target, state=Task.State.OPEN).count() != rows:
        raise RuntimeError("Some samples have no open task.")
    taken = Clock()
    claimed(target)
    return {
        "rows": rows,
        **together,
        "of_import": imported,
        "of_opening": opened,
        "statements": statements.number,
        "first_claim_ms": round(1e3 / taken.per_second(1)["per_second"]),
    }


def claimed(project: Any) -> None:
    """Take the first task."""
    from annotate.workflow import services

    if services.claim(project=project, annotator=project.created_by).assignment is None:
        raise RuntimeError("There is no task.")


class Statements:
    """Counts what is asked of the database."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, execute: Any, sql: Any, params: Any, many: Any, context: Any) -> Any:
        self.number += 1
        return execute(sql, params, many, context)

    def __enter__(self) -> None:
        from django.db import connection

        connection.execute_wrappers.append(self)

    def __exit__(self, *_: object) -> None:
        from django.db import connection

        connection.execute_wrappers.remove(self)


def main() -> None:
    """Measure and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--profile", help="a file to write a profile to; slows the run")
    chosen = parser.parse_args()
    profile = cProfile.Profile()
    with private_database() as vendor:
        found = measure(chosen.rows, lambda: profile if chosen.profile else nullcontext())
    if chosen.profile:
        profile.dump_stats(chosen.profile)
    print(json.dumps({"database": vendor, "opening": found}))


if __name__ == "__main__":
    main()
