"""Archives and manifests for tests, good and bad, made by code."""

import json
import stat
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from annotate.core import uploads
from annotate.core.jobs import services as job_services
from annotate.exchange import services
from annotate.exchange.exports.reading import Selection
from annotate.exchange.models import Import
from annotate.messages import Message
from annotate.people.models import User
from annotate.projects.models import Project

UNFINISHED = Selection(with_unfinished=True)


def zipped(entries: dict[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive with these entries."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def with_link(entries: dict[str, bytes], name: str, target: str) -> bytes:
    """A zip archive with a symbolic link among its entries."""
    out = BytesIO(zipped(entries))
    with zipfile.ZipFile(out, "a") as archive:
        link = zipfile.ZipInfo(name)
        link.create_system = 3
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, target)
    return out.getvalue()


def marked_encrypted(archive: bytes) -> bytes:
    """The archive with the encryption flag set on its first entry, in both headers."""
    data = bytearray(archive)
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def with_damage(archive: bytes, needle: bytes) -> bytes:
    """The archive with one byte of its stored content changed."""
    data = bytearray(archive)
    at = data.index(needle)
    data[at] ^= 0xFF
    return bytes(data)


def bomb() -> bytes:
    """An archive of zeros that unpacks to about a thousand times its size, 20 MB."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros.bmp", bytes(20_000_000))
    return out.getvalue()


def jsonl(*rows: Any) -> bytes:
    """JSON lines; a row of bytes is taken as it is."""
    return b"".join(
        (row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in rows
    )


class Silent:
    """Watches an import or export without a word."""

    def renew(self) -> None:
        return

    def report(self, done: int, total: int, note: Message | None = None) -> None:
        return None


def sent(name: str, data: bytes) -> "UploadedFile[Any]":
    """A file as it arrives: on disk, under a name of its own."""
    handler = uploads.DiskUploadHandler(limit=10**9)
    handler.new_file("file", name, "application/octet-stream", len(data))
    handler.receive_data_chunk(data, 0)
    return handler.file_complete(len(data))


def start(project: Project, actor: User, name: str, data: bytes, **options: Any) -> Import:
    """Upload a file for import, and do not run the job yet."""
    return services.start_import(project=project, actor=actor, file=sent(name, data), **options)


def imported(project: Project, actor: User, name: str, data: bytes, **options: Any) -> Import:
    """Upload a file for import and run its job to the end."""
    import_ = start(project, actor, name, data, **options)
    assert import_.job is not None
    job_services.run(import_.job.pk)
    return Import.objects.select_related("job").get(pk=import_.pk)


def from_path(project: Project, path: Path, **options: Any) -> Import:
    """Import a path of this machine, as the command does."""
    return services.import_path(project=project, path=path, watcher=Silent(), **options)


def counts(import_: Import) -> tuple[int, int, int]:
    """(added, skipped, failed)"""
    return import_.added, import_.skipped, import_.failed


def problems(import_: Import) -> list[tuple[int, str, str]]:
    """(row, field, code) of each problem, in order."""
    found = import_.problems.order_by("row", "id")
    return list(found.values_list("row", "field", "code"))
