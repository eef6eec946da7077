"""Engines give results in order, whatever becomes of workers; memory stays while tables grow."""

import os
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from annotate.analysis.pieces import captions, harms
from annotate.analysis.pieces.engines import Engine, EngineError, Here, Processes, dask
from annotate.analysis.pieces.stores import Counts
from annotate.analysis.pieces.tables import pieces_of
from tests.analysis.pieces.made import read, table

ENGINES: dict[str, Callable[[int], Engine]] = {"processes": Processes, "dask": dask}
MIB = 1 << 20


def killed_once(piece: int, flags: Path) -> tuple[int, int]:
    """Return the piece; whoever is at the third is killed without warning, once."""
    if piece == 3 and not (flags / "killed").exists():
        (flags / "killed").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return piece, os.getpid()


def killed_always(piece: int, shared: None) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return piece


@pytest.fixture(params=[*ENGINES.values()], ids=[*ENGINES])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with request.param(2) as engine:
        yield engine


def test_a_worker_that_is_killed_loses_nothing(engine: Engine, tmp_path: Path) -> None:
    found = list(engine.each(killed_once, range(12), tmp_path))
    assert (tmp_path / "killed").exists()
    assert [piece for piece, _ in found] == list(range(12))
    assert os.getpid() not in {process for _, process in found}


def test_where_every_worker_is_killed_it_ends() -> None:
    """Catches one that starts them again for ever, as where memory is too small."""
    with Processes(1) as engine, pytest.raises(EngineError, match="enough memory"):
        list(engine.each(killed_always, range(3), None))


def test_only_some_pieces_are_under_way_at_once() -> None:
    """Catches results that gather while somebody is slow to take them."""
    asked = []

    def pieces() -> Iterator[int]:
        for piece in count():
            asked.append(piece)
            yield piece

    with Processes(1) as engine:
        found = engine.each(max_of, pieces(), 5)
        assert list(islice(found, 3)) == [5, 5, 5]
        assert len(asked) <= 6
        found.close()  # type: ignore[attr-defined]


def max_of(piece: int, shared: int) -> int:
    return max(piece, shared)


def texts(path: Path, rows: int) -> Path:
    """Made captions: real ones, each with a word of its own."""
    real = [each["caption"] for each in read("vizwiz/fake_caption_val.json.gz")[:100]]
    made = [f"{real[at % len(real)]} {at}" for at in range(rows)]
    columns: dict[str, list[Any]] = {
        "candidate": made,
        "references": [[text, "A thing."] for text in made],
    }
    return table(path, columns, group=200)


def peak(path: Path, folder: Path) -> float:
    """Return the most memory, in MiB, that captions and harms of a table took."""
    folder.mkdir()
    pieces = pieces_of(path, rows=200)
    wanted = captions.Wanted("candidate", "references", without=("rouge_1", "rouge_2"))
    tracemalloc.start()
    try:
        with Here() as engine:
            found = captions.measured(pieces, wanted, engine, folder, drawn=False)
            counts = harms.graph_counts(pieces, harms.Wanted("candidate", "patterns"), engine)
        assert found.items == counts.texts
        return tracemalloc.get_traced_memory()[1] / MIB
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m tests.load.cluster` says what 10,000 and 100,000 rows take."""
    # Words would go to disk only from two million on.
    monkeypatch.setattr(captions, "Counts", partial(Counts, most=1_000))
    few, many = texts(tmp_path / "few.parquet", 400), texts(tmp_path / "many.parquet", 2_400)
    peak(few, tmp_path / "first")  # what is loaded once
    small = peak(few, tmp_path / "a")
    assert peak(many, tmp_path / "b") < 1.3 * small + 1
