"""Images as they come: folders, files, addresses, pictures in memory, rows of a table."""

import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx

from annotate_client.errors import MissingExtra, Misused, NoConnection

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp", ".tif", ".tiff"}
_MANIFEST = "manifest.jsonl"
_ID_COLUMNS = ("external_id", "id", "image_id", "file_name")
_TIMEOUT = 60.0
# What holds images or names them, and is brought in as a whole.
_WHOLE = {".zip", ".tar", ".json", ".jsonl", ".csv", ".tsv", ".parquet"}


@dataclass(frozen=True)
class Picture:
    """An image that is to be sent.

    Attributes:
        external_id: what it is called outside; unique in a project. Seeds and exports name it so.
        source: where its bytes are: a path, an http address, bytes, or a picture of Pillow.
        split: ``train``, ``val``, ``test`` or nothing.
        metadata: hints that annotators see.
        seed: what people start from, where it came with the image.
    """

    external_id: str
    source: Any
    split: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    seed: Any = None

    @property
    def path(self) -> Path | None:
        """The file it is in, where it is in one."""
        return self.source if isinstance(self.source, Path) else None

    def data(self) -> bytes:
        """The bytes of the file."""
        source = self.source
        if isinstance(source, bytes):
            return source
        if isinstance(source, Path):
            return source.read_bytes()
        if isinstance(source, str):
            return _fetched(source)
        # A picture in memory has no file any more: no pixel of a PNG is another than here.
        file = io.BytesIO()
        source.save(file, format="PNG")
        return file.getvalue()

    def open(self) -> Any:
        """The image as Pillow knows it, upright."""
        try:
            from PIL import Image, ImageOps
        except ImportError:
            raise MissingExtra("pillow", "pictures") from None
        image = Image.open(io.BytesIO(self.data()))
        return ImageOps.exif_transpose(image)


def pictures_of(images: Any, *, ids: Sequence[str] | None = None, split: str = "") -> list[Picture]:
    """The images that were given, in their order; see `Project.add_images` for what may be given.

    Raises:
        Misused: two of them have one name, or something is no image.
    """
    found = list(_found(images))
    if ids is not None:
        if len(ids) != len(found):
            raise Misused(f"There are {len(found)} images and {len(ids)} ids.")
        found = [
            replace(each, external_id=str(name)) for each, name in zip(found, ids, strict=True)
        ]
    found = [replace(each, split=each.split or split) for each in found]
    _check_names(found)
    return found


def _check_names(pictures: Iterable[Picture]) -> None:
    seen: set[str] = set()
    for each in pictures:
        if not each.external_id:
            raise Misused(f"{each.source!r} has no name.\nWhat to do: name each image by `ids`.")
        if each.external_id in seen:
            raise Misused(
                f"Two images are called {each.external_id}.\n"
                "What to do: name each image by `ids`, or by a column external_id."
            )
        seen.add(each.external_id)


def _found(images: Any) -> Iterator[Picture]:
    if isinstance(images, str | Path) and not _is_address(images):
        path = Path(images).expanduser()
        yield from _in_folder(path) if path.is_dir() else [_one(path)]
    elif isinstance(images, Mapping):
        for name, source in images.items():
            yield replace(_one(source), external_id=str(name))
    elif hasattr(images, "columns") and hasattr(images, "to_dict"):
        for row in images.to_dict("records"):
            yield _row(row)
    elif isinstance(images, Iterable) and not isinstance(images, str | bytes):
        for each in images:
            yield _row(each) if isinstance(each, Mapping) else _one(each)
    else:
        yield _one(images)


def _in_folder(folder: Path) -> Iterator[Picture]:
    """The pictures of a folder: those its manifest names, or all; by path."""
    manifest = folder / _MANIFEST
    if manifest.is_file():
        for line in manifest.read_text(encoding="utf-8").splitlines():
            if line.strip():
                row = json.loads(line)
                yield Picture(
                    external_id=row.get("external_id") or row["file"],
                    source=folder / row["file"],
                    split=row.get("split", ""),
                    metadata=row.get("metadata", {}),
                    seed=_seed(row),
                )
        return
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in SUFFIXES)
    for path in paths:
        inside = path.relative_to(folder)
        if not any(part.startswith(".") for part in inside.parts):
            yield Picture(inside.as_posix(), path)


def _one(source: Any) -> Picture:
    if isinstance(source, Picture):
        return source
    if _is_address(source):
        return Picture(PurePosixPath(unquote(urlsplit(source).path)).name, source)
    if isinstance(source, str | Path):
        path = Path(source).expanduser()
        if not path.is_file():
            raise Misused(f"There is no file {path}.")
        if path.suffix.lower() in _WHOLE:
            raise Misused(f"{path.name} is no image.\nWhat to do: import_file({path.name!r}).")
        return Picture(path.name, path)
    if isinstance(source, bytes):
        return Picture("", source)
    if isinstance(source, Mapping):  # an image as the library datasets gives it, not decoded
        inside = source.get("bytes") or source.get("path")
        return replace(_one(inside), external_id=Path(source.get("path") or "").name)
    if not hasattr(source, "save"):
        raise Misused(f"This is no image: {source!r}.")
    # Pillow knows the file that a picture was opened from.
    return Picture(Path(getattr(source, "filename", "") or "").name, source)


def _row(row: Mapping[Any, Any]) -> Picture:
    """The image of a row of a table."""
    image = row.get("image", row.get("path", row.get("url")))
    if image is None:
        raise Misused(
            f"A row needs a column image, path or url; this one has {', '.join(map(str, row))}."
        )
    picture = _one(image)
    name = next((row[column] for column in _ID_COLUMNS if _is_there(row, column)), "")
    return replace(
        picture,
        external_id=str(name) or picture.external_id,
        split=str(row["split"]) if _is_there(row, "split") else "",
        metadata=row.get("metadata") or {},
        seed=_seed(row),
    )


def _seed(row: Mapping[Any, Any]) -> Any:
    if _is_there(row, "seed"):
        return row["seed"]
    return {part: row[part] for part in ("text", "objects") if _is_there(row, part)} or None


def _is_there(row: Mapping[Any, Any], column: str) -> bool:
    """Whether a cell has a value; an empty one of pandas is the one number unlike itself."""
    value = row.get(column)
    return value is not None and not (isinstance(value, float) and value != value)


def _is_address(source: Any) -> bool:
    return isinstance(source, str) and source.startswith(("http://", "https://"))


def _fetched(address: str) -> bytes:
    """The file at an address; the server does not ask other servers for pictures."""
    try:
        answer = httpx.get(address, follow_redirects=True, timeout=_TIMEOUT)
        answer.raise_for_status()
    except httpx.HTTPError as fault:
        raise NoConnection(f"{address} could not be read: {fault}") from fault
    return answer.content
