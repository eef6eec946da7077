"""How analyses of a table grow faster with workers, and whether memory stays while tables grow.

    nice python -m tests.load.cluster                         1, 2 and 4 workers, 20,000 texts
    nice python -m tests.load.cluster --texts 1000000 --engine dask --workers 1 2 4 8
    nice python -m tests.load.cluster --texts 1000000 -- --engine dask --scheduler tls://host:8786 …

Texts are those of `tests.load.duplicates`: 7,750 real captions and others with every fourth word
replaced. Each has two references, the captions beside it. Each line is measured in a process of its
own: seconds by the clock on the wall, processor seconds of it and its workers, which other work on
the machine changes less, and the most memory of that process without its workers.
`harms absent` has the references as its truth.
Figures must be the same for every number of workers, or it ends with an error.
"""

import argparse
import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from io import StringIO
from pathlib import Path
from typing import Any

from tests.load.duplicates import captions

_TABLE = "TABLE"  # stands for the table where an analysis reads it twice
_ABSENT = ("harms", "absent", "--parser", "patterns", "--truth-field", "references")
ANALYSES = {
    "captions": ("captions", "--no-intervals", "--without", "meteor", "--without", "spice"),
    "near-duplicates": ("duplicates",),
    "harms graphs": ("harms", "graphs", "--parser", "patterns"),
    "harms demeaning": ("harms", "demeaning", "--parser", "patterns"),
    "harms absent": (*_ABSENT, "--truth", _TABLE),
}


def main() -> None:
    chosen = _arguments()
    if chosen.analysis:
        print(json.dumps(_measured(chosen.analysis, chosen.table, chosen.rest)), flush=True)
        return
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "texts.parquet"
        _write(table, chosen.texts)
        print(f"{chosen.texts:,} texts, engine {chosen.engine}")
        for name in chosen.only or ANALYSES:
            _curve(name, table, chosen)


def _curve(name: str, table: Path, chosen: argparse.Namespace) -> None:
    first: dict[str, Any] = {}
    for workers in chosen.workers:
        engine = ["--engine", "dask", "--workers", str(workers)]
        rest = chosen.rest + (engine if chosen.engine == "dask" else engine[2:])
        command = [sys.executable, "-m", "tests.load.cluster", "--analysis", name]
        ran = subprocess.run(
            [*command, "--table", str(table), "--", *rest], check=True, capture_output=True
        )
        found = json.loads(ran.stdout)
        first = first or found
        if found["figures"] != first["figures"]:
            sys.exit(f"{name}: {workers} workers have other figures than {chosen.workers[0]}.")
        faster = first["seconds"] / found["seconds"]
        print(
            f"{name:16} {workers} workers {found['seconds']:8.1f} s {faster:5.2f} times as fast"
            f" {found['processor']:8.1f} processor s {found['mib']:6} MiB",
            flush=True,
        )


def _measured(name: str, table: Path, rest: list[str]) -> dict[str, Any]:
    from annotate.analysis import commands

    chosen = [str(table) if each == _TABLE else each for each in ANALYSES[name]]
    options = commands.parser().parse_args([*chosen, str(table), "--json", *rest])
    told = StringIO()
    start = time.perf_counter()
    options.run(options, told)
    return {
        "seconds": time.perf_counter() - start,
        "processor": _processor(resource.RUSAGE_SELF) + _processor(resource.RUSAGE_CHILDREN),
        "mib": _most(),
        "figures": hashlib.sha256(told.getvalue().encode()).hexdigest(),
    }


def _most() -> int:
    """Return the most memory of this process in MiB.

    Not `ru_maxrss`: that of a new process begins with what the one had that started it.
    """
    status = Path("/proc/self/status").read_text("ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmHWM:"))
    return int(line.split()[1]) // 1024


def _processor(whose: int) -> float:
    used = resource.getrusage(whose)
    return used.ru_utime + used.ru_stime


def _write(path: Path, count: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = captions(count)
    references = [[texts[at - 1], texts[at - 2]] for at in range(count)]
    table = pa.table({"text": texts, "candidate": texts, "references": references})
    pq.write_table(table, path, row_group_size=250)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--texts", type=int, default=20_000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--engine", choices=("local", "dask"), default="local")
    parser.add_argument("--only", action="append", choices=list(ANALYSES))
    parser.add_argument("--analysis", choices=list(ANALYSES), help=argparse.SUPPRESS)
    parser.add_argument("--table", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("rest", nargs="*", help="after --: options of the commands themselves")
    return parser.parse_args()


if __name__ == "__main__":
    main()
