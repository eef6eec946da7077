"""Lines of a file whose length and number are bounded."""

from collections.abc import Iterator
from typing import IO

from annotate.images.archives import BadArchive
from annotate.messages import Message

# A long description with hundreds of objects fits.
MAX_LINE_BYTES = 256 * 1024
# Empty ones among them: hundreds of millions take minutes to be passed over.
MAX_LINES = 5_000_000
MARK = b"\xef\xbb\xbf"
_BLOCK = 1 << 20


def numbered(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line number from 1, line) of all lines that are not empty.

    An overlong line comes cut to one byte more than is allowed: memory stays bounded whatever is
    sent.
    """
    number = 0
    while line := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if number > MAX_LINES:
            raise BadArchive(Message("manifest_too_long", limit=MAX_LINES))
        if len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            while (more := file.readline(_BLOCK)) and not more.endswith(b"\n"):
                pass
        text = line.removeprefix(MARK) if number == 1 else line
        if text.strip():
            yield number, text
