"""Whatever stands in a tar archive, it is read or refused; reading it always comes to an end."""

import io
import tarfile

from hypothesis import given
from hypothesis import strategies as st

from annotate.images.archives import BadArchive, RowError
from annotate.images.tars import TarFiles, is_tar

_BLOCK = tarfile.BLOCKSIZE
FORMATS = (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)


def archive(format_: int) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=format_) as made:
        for name, size in ((f"{'a' * 80}/{'b' * 80}.jpg", 700), ("ü.png", _BLOCK), ("n.txt", 0)):
            member = tarfile.TarInfo(name)
            member.size = size
            made.addfile(member, io.BytesIO(bytes(size)))
        link = tarfile.TarInfo("link.jpg")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made.addfile(link)
    return out.getvalue()


ARCHIVES = [archive(format_) for format_ in FORMATS]
CHANGES = st.lists(
    st.tuples(st.integers(0, 10 * _BLOCK), st.integers(0, 255)), min_size=1, max_size=5
)


def with_sums(data: bytearray) -> bytes:
    """With the sum of each header right, so that its other fields are believed."""
    for at in range(0, len(data) - _BLOCK + 1, _BLOCK):
        block = data[at : at + _BLOCK]
        if block[257:262] == b"ustar":
            block[148:156] = b" " * 8
            data[at + 148 : at + 156] = f"{sum(block):06o}\0 ".encode()
    return bytes(data)


@given(st.sampled_from(ARCHIVES), CHANGES, st.booleans(), st.integers(0, 20 * _BLOCK))
def test_any_tar_archive_is_read_or_refused(
    whole: bytes, changes: list[tuple[int, int]], summed: bool, length: int
) -> None:
    data = bytearray(whole)
    for at, value in changes:
        data[at % len(data)] = value
    changed = with_sums(data) if summed else bytes(data)
    for tried in (changed, changed[:length]):
        is_tar(tried)
        read_all(tried)


def read_all(data: bytes) -> None:
    try:
        files = TarFiles(io.BytesIO(data))
    except BadArchive:
        return
    for name in files.names():
        try:
            assert len(files.reader(name)()) <= len(data)
        except RowError:
            continue
