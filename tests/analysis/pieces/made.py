"""Tables of real captions, made for tests."""

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"


def read(name: str) -> Any:
    return json.loads(gzip.decompress((DATA / name).read_bytes()))


def table(path: Path, columns: Mapping[str, Sequence[object]], *, group: int = 250) -> Path:
    """Write a file as releases have it: groups of 250 rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    made = pa.table({name: list(values) for name, values in columns.items()})
    pq.write_table(made, path, row_group_size=group)
    return path
