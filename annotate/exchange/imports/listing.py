"""Files without a manifest: every file that may be a picture is a row, in order of its name."""

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from annotate.exchange.imports.rows import Files, Row, broken
from annotate.images.archives import RowError
from annotate.images.details import Details, clean_name

MANIFEST = "manifest.jsonl"
# Notes that people keep beside pictures. Anything else that is no picture is reported.
_NOTES = {".csv", ".json", ".jsonl", ".md", ".rst", ".toml", ".tsv", ".txt", ".xml", ".yaml"}


class Listing:
    """One row per file; its path is its external id, so that importing again adds nothing."""

    def __init__(self, names: Sequence[str], files: Files) -> None:
        self._names = [name for name in names if PurePosixPath(name).suffix.lower() not in _NOTES]
        self._files = files

    def total(self) -> int:
        return len(self._names)

    def rows(self, start: int) -> Iterator[Row]:
        for number, name in enumerate(self._names[start:], start=start + 1):
            shown = clean_name(name)
            try:
                read = self._files.reader(name)
            except RowError as error:
                yield broken(number, shown, error)
            else:
                yield Row(number, shown, Details(external_id=shown), read=read)


def manifest_of(names: Sequence[str]) -> str | None:
    """The manifest among the names: at the top, or in the one folder that holds all.

    >>> manifest_of(["photos/a.jpg", "photos/manifest.jsonl"])
    'photos/manifest.jsonl'
    """
    if MANIFEST in names:
        return MANIFEST
    tops = {PurePosixPath(name).parts[0] for name in names}
    if len(tops) == 1:
        inside = f"{tops.pop()}/{MANIFEST}"
        return inside if inside in names else None
    return None
