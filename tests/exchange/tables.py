"""What the formats for tables gave, opened by the programs they are for."""

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

from annotate.core.csv_files import plain
from annotate.exchange.exports import FORMATS
from annotate.exchange.exports.reading import Selection
from annotate.exchange.exports.writing import Written, write
from annotate.projects.models import Project
from tests.exchange.files import Silent


def exported(project: Project, name: str, **wanted: Any) -> tuple[bytes, Written]:
    out = BytesIO()
    selection = Selection(**{"with_unfinished": True} | wanted)
    written = write(
        out, project=project, format_=FORMATS[name], selection=selection, watcher=Silent()
    )
    return out.getvalue(), written


def unpacked(data: bytes, folder: Path) -> Path:
    """Unpack an archive that has nothing wrong; return where it is now."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
    return folder


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a table as pandas reads them, nothing taken for a number or for missing."""
    import pandas

    rows = pandas.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")
    return [{str(column): plain(cell) for column, cell in row.items()} for row in rows]
