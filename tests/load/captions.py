"""How fast captions go out and are looked through, how much memory and how many queries it takes.

    python -m tests.load.captions                    on the database of DATABASE_URL or SQLite
    python -m tests.load.captions --samples 2000

Everything happens in a database of its own that is dropped afterwards: images with five captions by
five people each, one in a hundred rejected by a lead, one in ten dropped by the votes, one in a
hundred corrected.
"""

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

from tests.load.exchange import Clock, Silent, peak_growth, private_database
from tests.load.filled_captions import PER_IMAGE, fill


def measure_exports(project: Any, samples: int) -> list[dict[str, Any]]:
    """Export in every format; return the figures of each."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from annotate.exchange.exports import FORMATS
    from annotate.exchange.exports.writing import Written, write_to_path

    figures = []
    for format_ in FORMATS.values():
        with tempfile.TemporaryDirectory() as folder:
            path, written = Path(folder) / "out", list[Written]()

            def work(path: Path = path, format_: Any = format_, to: Any = written) -> None:
                to.append(write_to_path(path, project=project, format_=format_, watcher=Silent()))

            clock = Clock()
            growth = peak_growth(work)
            speed = clock.per_second(samples * PER_IMAGE)
            with CaptureQueriesContext(connection) as seen:
                work()
            figures.append(
                {
                    "format": format_.name,
                    "captions": samples * PER_IMAGE,
                    **speed,
                    "mib": round(path.stat().st_size / 2**20, 1),
                    "peak_growth_mib": round(growth, 1),
                    "queries": len(seen),
                    "left_out": written[0].left_out,
                }
            )
    return figures


def measure_spelling(project: Any, samples: int) -> dict[str, Any]:
    """Look through all captions; return the figures."""
    from annotate.core.jobs import services as job_services
    from annotate.quality.services import spelling as spell_checking

    job = spell_checking.start_run(project=project, actor=project.created_by, stage_key="caption")
    clock = Clock()
    growth = peak_growth(lambda: job_services.run(job.pk))
    return {
        "captions": samples * PER_IMAGE,
        **clock.per_second(samples * PER_IMAGE),
        "peak_growth_mib": round(growth, 1),
    }


def main() -> None:
    """Measure and print the figures as JSON, one object per line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=20_000)
    samples = parser.parse_args().samples
    with private_database() as vendor:
        from annotate.people.models import User
        from annotate.projects.services import create_project

        owner = User.objects.create(username="bench")
        project = create_project(
            name="Captions",
            description="",
            recipe_name="vizwiz-captions",
            changes={},
            creator=owner,
            seed=1,
            guidelines_required=False,
        )
        fill(project, samples)
        for figures in measure_exports(project, samples):
            print(json.dumps({"database": vendor, "export": figures}), flush=True)
        found = measure_spelling(project, samples)
        print(json.dumps({"database": vendor, "spelling": found}), flush=True)


if __name__ == "__main__":
    main()
