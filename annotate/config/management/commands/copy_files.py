"""manage.py copy_files to|from FOLDER: all stored files out of the storage, or into it."""

import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management.base import CommandError

from annotate.core.command_line import CommandWithExamples, in_words
from annotate.core.whole_files import is_being_written, written_whole

# What waits to be read, and what a health check leaves where it is killed.
_PASSING = ("uploads", "health")


class Command(CommandWithExamples):
    help = (
        "Copy pictures, exports, releases and reports between the file storage (a folder, or the "
        "bucket of STORAGE_BUCKET) and a folder on this machine: for backups, and to move to an "
        "object store. What is there already in the same size is left alone, so a copy that was "
        "cut off goes on where it was."
    )
    examples = """
Examples:
  manage.py copy_files to /srv/backups/files        # a backup of a bucket
  manage.py copy_files from /data/media             # once, after STORAGE_BUCKET was set
"""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("direction", choices=["to", "from"])
        parser.add_argument("folder", metavar="FOLDER", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        with in_words():
            if options["direction"] == "to":
                copied = sum(map(_out_of, *_pairs(stored_names(), folder)))
            elif folder.is_dir():
                copied = sum(map(_into, *_pairs(_names_below(folder), folder)))
            else:
                raise CommandError(f"There is no folder {folder}.")
        self.stdout.write(f"{copied:,} files copied.")


def _pairs(names: Iterator[str], folder: Path) -> tuple[list[str], list[Path]]:
    known = sorted(names)
    return known, [folder / name for name in known]


def stored_names(folder: str = "") -> Iterator[str]:
    """The names of all files of the storage that are to stay."""
    below, names = default_storage.listdir(folder)
    for name in names:
        if not is_being_written(name):
            yield f"{folder}/{name}".lstrip("/")
    for name in below:
        if folder or name not in _PASSING:
            yield from stored_names(f"{folder}/{name}".lstrip("/"))


def _names_below(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder)
        if path.is_file() and name.parts[0] not in _PASSING and not is_being_written(path.name):
            yield name.as_posix()


def _out_of(name: str, path: Path) -> int:
    if path.is_file() and path.stat().st_size == default_storage.size(name):
        return 0
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with default_storage.open(name, "rb") as stored, written_whole(path) as file:
        shutil.copyfileobj(stored, file, 1 << 20)
    return 1


def _into(name: str, path: Path) -> int:
    if default_storage.exists(name):
        if default_storage.size(name) == path.stat().st_size:
            return 0
        default_storage.delete(name)
    with path.open("rb") as file:
        default_storage.save(name, File(file))
    return 1
