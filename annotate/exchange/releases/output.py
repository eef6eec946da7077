"""A frozen release written to this machine: as the archive that people download, or as a folder."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.db.models import QuerySet

from annotate.core import errors
from annotate.core.whole_files import written_whole
from annotate.exchange.models import Release
from annotate.exchange.releases import content, selectors
from annotate.exchange.releases.archive import archive
from annotate.exchange.releases.tombstones import TOMBSTONES, document, tombstones
from annotate.messages import Message
from annotate.projects.models import Project


def named(reference: str, project: Project | None) -> Release:
    """The release with this number, or NAME@VERSION of the project or of the only one that has it.

    Raises:
        NotFound: there is none, or several projects have it.
    """
    rows: QuerySet[Release] = Release.objects.select_related("project", "job", "frozen")
    if project is not None:
        rows = rows.filter(project=project)
    name, _, version = reference.rpartition("@")
    if reference.isdecimal():
        found = list(rows.filter(pk=int(reference[:18])))
    else:
        found = list(rows.filter(name=name, version=version)[:2])
    if len(found) != 1:
        raise errors.NotFound(Message("no_such_release", release=reference))
    return found[0]


def packed(release: Release) -> Iterator[bytes]:
    """The archive of a release, piece by piece.

    Raises:
        NotFound: it is not frozen (yet).
    """
    files = [(file.path, file.sha256) for file in selectors.files_of(release)]
    small = [(TOMBSTONES, document(tombstones(release)))]
    return archive(selectors.folder_of(release), files, small)


def write_zip(release: Release, path: Path) -> None:
    """Write the archive; what was there before stays until it is complete."""
    pieces = packed(release)
    with written_whole(path) as file:
        file.writelines(pieces)


def write_folder(release: Release, path: Path) -> None:
    """Write the files into a folder that is not there yet or empty; it appears when complete.

    Raises:
        NotFound: the release is not frozen (yet).
    """
    files = selectors.files_of(release)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name[:100]}-") as temporary:
        whole = Path(temporary) / "whole"
        whole.mkdir()
        for file in files:
            with content.opened(file.sha256) as stored, (whole / file.path).open("wb") as out:
                shutil.copyfileobj(stored, out, 1 << 20)
        (whole / TOMBSTONES).write_bytes(document(tombstones(release)))
        os.replace(whole, path)
