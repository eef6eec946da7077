"""Tar archives for tests, good and bad, made by code."""

import gzip
import io
import tarfile
from collections.abc import Iterable

Content = bytes | tarfile.TarInfo


def tarred(entries: Iterable[tuple[str, Content]], *, pack: bool = False) -> bytes:
    """A tar archive with these members, in their order; a `TarInfo` is one without content."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, content in entries:
            if isinstance(content, tarfile.TarInfo):
                content.name = name
                archive.addfile(content)
            else:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return gzip.compress(out.getvalue()) if pack else out.getvalue()


def special(type_: bytes, target: str = "") -> tarfile.TarInfo:
    """A link, a device, a folder."""
    member = tarfile.TarInfo()
    member.type, member.linkname = type_, target
    return member


def with_long_header(size: int, *, type_: bytes = tarfile.XHDTYPE) -> bytes:
    """An archive whose first member is described by `size` bytes."""
    header = tarfile.TarInfo("long")
    header.type, header.size = type_, size
    record = f"{size} comment={'x' * (size - len(str(size)) - 10)}\n".encode()
    return header.tobuf() + record + bytes(-size % 512) + tarred([("a.jpg", b"x")])


def with_size(archive: bytes, size: bytes) -> bytes:
    """The archive with another size in its first header, and the sum of that header right."""
    head = bytearray(archive[:512])
    head[124:136] = size.ljust(12, b"\0")
    head[148:156] = b" " * 8
    head[148:156] = f"{sum(head):06o}\0 ".encode()
    return bytes(head) + archive[512:]
