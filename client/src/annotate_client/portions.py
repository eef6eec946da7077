"""Pictures in archives of a bounded size."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import IO, Any

from annotate_client.errors import NoConnection
from annotate_client.pictures import Picture
from annotate_client.values import RowError

# The server is asked about so many pictures at once, and an archive holds no more bytes than this.
MAX_PICTURES = 500
MAX_BYTES = 64 * 1024**2
Portion = tuple[list[tuple[Picture, bytes]], tuple[RowError, ...]]


def portions(pictures: Sequence[Picture]) -> Iterator[Portion]:
    """Pictures with their bytes, few enough at a time to be held and sent at once.

    With them, those that could not be read here: one lost file shall not stop ten thousand.
    """
    some: list[tuple[Picture, bytes]] = []
    unread: list[RowError] = []
    size = 0
    for number, each in enumerate(pictures, start=1):
        try:
            data = each.data()
        except (OSError, NoConnection) as fault:
            unread.append(_unread(number, each, fault))
            continue
        if some and (len(some) == MAX_PICTURES or size + len(data) > MAX_BYTES):
            yield some, tuple(unread)
            some, unread, size = [], [], 0
        # What was fetched is not fetched again for a model.
        some.append((replace(each, source=data) if isinstance(each.source, str) else each, data))
        size += len(data)
    if some or unread:
        yield some, tuple(unread)


def _unread(number: int, picture: Picture, fault: Exception) -> RowError:
    return RowError(
        row=number,
        name=picture.external_id,
        field="image",
        code="unread",
        message=str(fault),
        remedy="Add it again: what is in the project already is not sent twice.",
    )


def pack(
    file: IO[bytes],
    some: Sequence[tuple[Picture, bytes]],
    digests: Sequence[str],
    there: set[str],
) -> None:
    """Write an archive: a manifest, and those pictures that the project has not yet."""
    rows = []
    # Pictures are compressed already.
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for number, ((picture, data), digest) in enumerate(zip(some, digests, strict=True)):
            row: dict[str, Any] = {
                "external_id": picture.external_id,
                "name": PurePosixPath(picture.external_id).name,
                "metadata": {str(name): str(each) for name, each in picture.metadata.items()},
            }
            if picture.split:
                row["split"] = picture.split
            if digest in there:
                row["sha256"] = digest
            else:
                row["file"] = f"{number:04}{_suffix(picture)}"
                archive.writestr(row["file"], data)
            rows.append(json.dumps(row, ensure_ascii=False))
        archive.writestr("manifest.jsonl", "\n".join(rows) + "\n")


def _suffix(picture: Picture) -> str:
    return picture.path.suffix.lower() if picture.path is not None else ""
