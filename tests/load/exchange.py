"""How fast rows come in and samples go out, and how much memory that takes.

    python -m tests.load.exchange                  both, on the database of DATABASE_URL or SQLite
    python -m tests.load.exchange export --samples 10000
    python -m tests.load.exchange export --formats iiw-jsonl coco

Everything happens in a database of its own that is dropped afterwards. What is written is the
product's own code doing its own work: rows that name stored pictures by their digest, and samples
with five objects, a seed and three rounds of text of the lengths that the IIW paper reports.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from annotate.kinds.capabilities import Refinable
from annotate.messages import Message
from tests.load.processes import parent_of, processor_seconds

_PROSE = (
    "a red kite with long yellow tail hangs above the wide meadow of dry grass while two people"
    " in dark coats watch from shade old tree near white wooden house under pale evening sky"
)
_WORDS = _PROSE.split()


def text(words: int, start: int = 0) -> str:
    """Return so many words that look like a description."""
    return " ".join(_WORDS[(start + place * 7) % len(_WORDS)] for place in range(words)) + "."


@contextmanager
def private_database() -> Iterator[str]:
    """Set Django up on a new, empty database; yield what kind it is."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.db import connection

    with tempfile.TemporaryDirectory() as folder:
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        real_name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield connection.vendor
        finally:
            connection.creation.destroy_test_db(real_name, verbosity=0)


def new_project(name: str) -> Any:
    """Make a project with an owner."""
    from annotate.people.models import User
    from annotate.projects.services import create_project

    owner, _ = User.objects.get_or_create(username="bench")
    return create_project(
        name=name, description="", recipe_name="iiw", changes={}, creator=owner, seed=1
    )


class Silent:
    """Watches without a word."""

    def renew(self) -> None:
        return

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        return None


class WithoutPandas:
    """Keeps Arrow from loading pandas, which tests have and no deployment has: 45 MiB."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        if name.partition(".")[0] == "pandas":
            raise ModuleNotFoundError(name=name)


class Clock:
    """Takes the time: on the wall, and of the processors, which a busy machine hardly changes."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()
        self._server = server_seconds()

    def per_second(self, number: int) -> dict[str, int]:
        """Return how many of `number` things were done in a second, by the clock on the wall.

        `µs_client` and `µs_server` are the processor time of one thing, here and in the database.
        """
        wall, cpu = time.perf_counter() - self._wall, time.process_time() - self._cpu
        return {
            "per_second": round(number / wall),
            "µs_client": round(cpu / number * 1e6),
            "µs_server": round((server_seconds() - self._server) / number * 1e6),
        }


def server_seconds() -> float:
    """Return the processor time of all PostgreSQL so far; 0 where it runs elsewhere."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
    return processor_seconds(parent_of(process)) or 0.0


def peak_growth(work: Callable[[], None]) -> float:
    """Return by how many MiB the resident memory rose at most while `work` ran (Linux)."""
    status, clear = Path("/proc/self/status"), Path("/proc/self/clear_refs")
    clear.write_text("5")  # forget the peak so far
    before = _kib(status, "VmRSS")
    work()
    return (_kib(status, "VmHWM") - before) / 1024


def _kib(status: Path, name: str) -> int:
    line = next(line for line in status.read_text().splitlines() if line.startswith(name))
    return int(line.split()[1])


# --- import ---------------------------------------------------------------------------------


def measure_import(rows: int) -> dict[str, float]:
    """Import `rows` rows that name stored pictures by their digest; return the figures."""
    from annotate.exchange import services
    from annotate.workflow.models import Sample

    library, target = new_project("Library"), new_project("Target")
    digests = [f"{number:064x}" for number in range(rows)]
    add_images(library, digests)
    with tempfile.TemporaryDirectory() as folder:
        manifest = Path(folder) / "rows.jsonl"
        with manifest.open("w") as file:
            for number, digest in enumerate(digests):
                row = {
                    "sha256": digest,
                    "external_id": f"photo-{number}",
                    "split": "train",
                    "metadata": {"Title": f"Photo {number}", "Licence": "CC0 1.0"},
                }
                file.write(json.dumps(row) + "\n")
        clock = Clock()
        growth = peak_growth(
            lambda: _quiet(services.import_path(project=target, path=manifest, watcher=Silent()))
        )
        speed = clock.per_second(rows)
    assert Sample.objects.filter(project=target).count() == rows
    return {"rows": rows, **speed, "peak_growth_mib": round(growth, 1)}


def _quiet(result: object) -> None:
    return None


def add_images(project: Any, digests: list[str]) -> list[int]:
    """Write image rows, without files."""
    from annotate.images.models import Image

    images = [
        Image(
            project=project,
            name=f"{number}.jpg",
            external_id=f"{number}.jpg",
            sha256=digest,
            format="jpeg",
            width=4000,
            height=3000,
            bytes=3_000_000,
            metadata={"Title": f"Photo {number}"},
            split="train",
        )
        for number, digest in enumerate(digests)
    ]
    for start in range(0, len(images), 5000):
        Image.objects.bulk_create(images[start : start + 5000])
    return [image.pk for image in images]


# --- export ---------------------------------------------------------------------------------


def measure_export(samples: int, formats: Sequence[str]) -> list[dict[str, Any]]:
    """Export `samples` finished samples in these formats; return the figures of each."""
    from annotate.exchange.exports import FORMATS
    from annotate.exchange.exports.reading import Selection
    from annotate.exchange.exports.writing import write_to_path

    project = new_project("Finished")
    fill(project, samples)
    figures = []
    for format_ in [FORMATS[name] for name in formats or FORMATS]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out"
            clock = Clock()
            growth = peak_growth(
                lambda path=path, format_=format_: _quiet(  # type: ignore[misc]
                    write_to_path(
                        path,
                        project=project,
                        format_=format_,
                        selection=Selection(),
                        watcher=Silent(),
                    )
                )
            )
            speed = clock.per_second(samples)
            size = path.stat().st_size
        figures.append(
            {
                "format": format_.name,
                "samples": samples,
                **speed,
                "kib_per_sample": round(size / samples / 1024, 1),
                "peak_growth_mib": round(growth, 1),
            }
        )
    return figures


def fill(project: Any, samples: int) -> None:
    """Make finished samples: one by the product, the rest as its copies."""
    from django.db import connection

    from annotate.workflow.models import Annotation, Sample

    digests = [f"{number:064x}" for number in range(samples)]
    image_ids = add_images(project, digests)
    for start in range(0, samples, 5000):
        Sample.objects.bulk_create(
            Sample(project=project, image_id=image_id, state=Sample.State.DONE)
            for image_id in image_ids[start : start + 5000]
        )
    first = Sample.objects.filter(project=project).order_by("id")[0]
    model = annotate(project, first)
    table, number = Annotation._meta.db_table, len(model)
    names = [field.column for field in Annotation._meta.concrete_fields]
    ids = [annotation.pk for annotation in model]
    chosen = {
        "id": f"a.id + n.i * {number}",
        "sample_id": "a.sample_id + n.i",
        "parent_id": f"a.parent_id + n.i * {number}",
    }
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(chosen.get(str(name), f'a."{name}"') for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({columns}) "
            f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s) "
            f"SELECT {values} FROM n CROSS JOIN {table} a WHERE a.id BETWEEN %s AND %s",
            [samples - 1, min(ids), max(ids)],
        )
        cursor.execute("ANALYZE")


def annotate(project: Any, sample: Any) -> list[Any]:
    """Give one sample what an annotated one has: two seeds, its objects, three rounds of text."""
    from annotate import kinds
    from annotate.workflow.models import Annotation

    seeds: list[tuple[str, int, dict[str, Any]]] = [
        ("objects", 0, {"objects": [an_object(n, 12) for n in range(5)]}),
        ("description", 0, {"text": text(60)}),
    ]
    rounds: list[tuple[str, int, dict[str, Any]]] = [
        ("objects", 1, {"objects": [an_object(n, 25) for n in range(5)]}),
        *(("description", index, {"text": text(140 + 25 * index, index)}) for index in (1, 2, 3)),
    ]
    made: dict[tuple[str, int], Any] = {}
    for stage, index, value in [*seeds, *rounds]:
        kind = kinds.get("objects.v1" if stage == "objects" else "description.v1")
        before = made.get((stage, index - 1))
        answer = kind.parse(value)
        changes = (
            kinds.able(kind, Refinable).changes(kind.parse(before.value), answer)
            if before
            else None
        )
        made[stage, index] = Annotation.objects.create(
            project=project,
            sample=sample,
            stage_key=stage,
            index=index,
            kind=kind.name,
            origin=Annotation.Origin.PERSON if index else Annotation.Origin.MODEL,
            author=project.created_by if index else None,
            producer="" if index else "classical 1",
            parent=before,
            value=value,
            measures={
                "self": kind.measure(answer),
                "from_base": changes,
                "from_seed": changes,
            },
            decision={"open_next": index < 3, "reason": "next_round"} if index else {},
            active_seconds=123.4,
        )
    return list(made.values())


def an_object(number: int, words: int) -> dict[str, Any]:
    """Return one object as an answer has it."""
    return {
        "id": f"object-{number}",
        "label": text(2, number).rstrip("."),
        "box": {"x": 100.25 * number, "y": 50.5, "width": 640.75, "height": 480.0},
        "description": text(words, number),
        "derived_from": [f"object-{number}"],
    }


def main() -> None:
    """Measure what is asked for and print it as JSON, one object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=["import", "export"])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--samples", type=int, default=100_000)
    parser.add_argument("--formats", nargs="*", default=[], help="all, unless some are named")
    chosen = parser.parse_args()
    sys.meta_path.insert(0, WithoutPandas)
    with private_database() as vendor:
        if chosen.what != "export":
            print(json.dumps({"database": vendor, "import": measure_import(chosen.rows)}))
        if chosen.what != "import":
            for figures in measure_export(chosen.samples, chosen.formats):
                print(json.dumps({"database": vendor, "export": figures}), flush=True)


if __name__ == "__main__":
    main()
