"""The lists among the files of an import: each JSON document is read once for all readers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import IO

import msgspec

from annotate.exchange.imports.lines import MARK
from annotate.exchange.imports.trees import Tree
from annotate.images.archives import BadArchive
from annotate.messages import Message

# JSON documents are read whole, all of an import together: the largest release has 91 MB.
MAX_DOCUMENT_BYTES = 200_000_000
_HEAD = 64 * 1024

Members = Mapping[str, msgspec.Raw]
_members = msgspec.json.Decoder(dict[str, msgspec.Raw])
_items = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(frozen=True)
class Document:
    """One JSON document: the members of an object, or the items of a list, still undecoded."""

    name: str
    members: Members = field(default_factory=dict)
    items: tuple[msgspec.Raw, ...] = ()

    def list_of(self, member: str) -> list[msgspec.Raw] | None:
        """The items of a member that is a list; None if it is none."""
        try:
            return _items.decode(self.members[member])
        except (KeyError, msgspec.DecodeError):
            return None


class Documents:
    """What readers look at, and what somebody chose.

    Args:
        columns: what columns of a table hold.
        given_as: what becomes of what lists say; see `Import.GivenAs`.
        fetch: whether pictures are fetched from addresses.
    """

    def __init__(
        self,
        tree: Tree,
        columns: Mapping[str, str] | None = None,
        given_as: str = "",
        fetch: bool = False,
    ) -> None:
        self.tree = tree
        self.columns = dict(columns or {})
        self.given_as = given_as
        self.fetch = fetch

    @cached_property
    def json(self) -> list[Document]:
        """Every file that is one JSON document.

        Raises:
            BadArchive: they are too large to be read at once.
        """
        left, found = MAX_DOCUMENT_BYTES, []
        for name in self.tree.names():
            if PurePosixPath(name).suffix.lower() not in ("", ".json", ".jsonl"):
                continue
            with self.tree.open(name) as file:
                data = _whole(file, left)
            left -= len(data)
            if document := _document(name, data):
                found.append(document)
        return found


def _whole(file: IO[bytes], limit: int) -> bytes:
    """A file that is one JSON document; nothing of others, told by their beginning."""
    head = file.read(_HEAD)
    text = head.removeprefix(MARK).lstrip()
    if not text.startswith((b"{", b"[")) or _is_lines(text):
        return b""
    data = head + file.read(max(0, limit + 1 - len(head)))
    if len(data) > limit:
        raise BadArchive(Message("document_too_large", limit=MAX_DOCUMENT_BYTES // 1_000_000))
    return data


def _is_lines(text: bytes) -> bool:
    """Whether a file has one JSON value per line."""
    first, _, rest = text.partition(b"\n")
    if not rest.strip():
        return False
    try:
        msgspec.json.decode(first, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _document(name: str, data: bytes) -> Document | None:
    text = data.removeprefix(MARK).strip()
    try:
        if text.startswith(b"{"):
            return Document(name, members=_members.decode(text))
        return Document(name, items=tuple(_items.decode(text))) if text else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
