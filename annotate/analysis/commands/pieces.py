"""What commands share that read tables in pieces: which engine, how many workers, where."""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from annotate.analysis.commands.base import InputError
from annotate.analysis.pieces.engines import (
    Certificates,
    Engine,
    EngineError,
    Here,
    Processes,
    dask,
)
from annotate.analysis.pieces.tables import ROWS, Piece, TableError, is_table, pieces_of

_HERE = frozenset({"127.0.0.1", "::1", "localhost"})


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Take who looks at the pieces of a table."""
    tables = parser.add_argument_group(
        "tables", "Parquet (a file, a folder, or the archive of a release) is read in pieces."
    )
    tables.add_argument(
        "--engine", choices=("local", "dask"), default="local", help="who looks at the pieces"
    )
    tables.add_argument("--workers", type=_some, default=1, help="processes of this machine (1)")
    tables.add_argument(
        "--scheduler", default="", metavar="ADDRESS", help="Dask's, instead: tls://host:8786"
    )
    for name, what in (
        ("ca", "who signed the scheduler's certificate"),
        ("cert", "one's own certificate"),
        ("key", "its key"),
    ):
        tables.add_argument(f"--tls-{name}", type=Path, metavar="FILE", help=what)
    tables.add_argument(
        "--piece-rows", type=_some, default=ROWS, metavar="N", help=f"rows of a piece ({ROWS:,})"
    )


def _some(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 on")
    return int(text)


def reads_table(options: argparse.Namespace, path: Path) -> bool:
    """Tell whether a command is given a table; raises InputError for options that need one."""
    return reads_tables(options, [path])


def reads_tables(options: argparse.Namespace, paths: Sequence[Path]) -> bool:
    """Tell the same of several files, of which one or more may be tables."""
    if any(map(is_table, paths)):
        return True
    if options.engine != "local" or options.workers > 1 or options.scheduler:
        raise InputError(f"{paths[0]}: only tables (Parquet) are read by several workers.")
    return False


@contextmanager
def read_table(
    options: argparse.Namespace, path: Path
) -> Iterator[tuple[list[Piece], Engine, Path]]:
    """The pieces of a table, who looks at them, and an empty folder; raises InputError."""
    with engine_of(options) as (engine, folder):
        yield pieces_of(path, rows=options.piece_rows), engine, folder


@contextmanager
def engine_of(options: argparse.Namespace) -> Iterator[tuple[Engine, Path]]:
    """Who looks at the pieces of tables, and an empty folder; raises InputError, inside it too."""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="annotate-pieces-") as folder,
            _engine(options) as engine,
        ):
            yield engine, Path(folder)
    except (TableError, EngineError) as error:
        raise InputError(str(error)) from None


def _engine(options: argparse.Namespace) -> Engine:
    certificates = _certificates(options)
    if options.scheduler:
        if options.engine != "dask":
            raise InputError("--scheduler is Dask's: give --engine dask with it.")
        _refuse_open(options.scheduler, certificates)
    if options.engine == "dask":
        return dask(options.workers, options.scheduler, certificates)
    return Here() if options.workers == 1 else Processes(options.workers)


def _certificates(options: argparse.Namespace) -> Certificates | None:
    given = [options.tls_ca, options.tls_cert, options.tls_key]
    if not any(given):
        return None
    for path in given:
        if path is None or not path.is_file():
            raise InputError("--tls-ca, --tls-cert and --tls-key each need a file.")
    return Certificates(*given)


def _refuse_open(address: str, certificates: Certificates | None) -> None:
    """Whoever hears what is sent to workers could send them code of theirs."""
    parts = urlsplit(address if "://" in address else f"tcp://{address}")
    if parts.scheme == "tls":
        if certificates is None:
            raise InputError("A scheduler of tls:// needs --tls-ca, --tls-cert and --tls-key.")
    elif parts.hostname not in _HERE:
        raise InputError(
            f"{address}: a scheduler on another machine needs tls:// and certificates; "
            "see docs/reference/analysis.md."
        )
